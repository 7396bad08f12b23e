/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;

/** What ftrace, trace-cmd or perf print: any text. See {@link LinesFuzz}; events are then read as those of a host. */
public final class FtraceFuzzTarget {

    private FtraceFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        FtraceTextTrace trace = new FtraceTextTrace();
        HostEventReader reader = new HostEventReader(0, trace.getKernelEventLayout(), true);
        LinesFuzz.read(data, trace, new FtraceTextTrace(), event -> reader.read(event,
                read -> check(read.time() == event.getTimestamp().toNanos(), read)));
    }
}
