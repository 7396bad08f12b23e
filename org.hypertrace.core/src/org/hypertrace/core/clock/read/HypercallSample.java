/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.read.DirectReading;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.trace.ctf.TraceEvents;
import org.hypertrace.core.trace.ctf.layout.EventBytes;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/**
 * Whether guests of a host seem to report by hypercall, by a look at few packets of its traces. If so, a pass is worth a try that finds the clocks
 * besides: whether each guest does so is known at its end.
 */
final class HypercallSample {

    /** The hypervisor's own hypercalls have small numbers, those of tracers greater ones. */
    private static final long MOST_OF_KVM = 63;
    private static final long NUMBER = 0xffff_ffffL;

    private HypercallSample() {
    }

    /** Of each host of a guest with a trace of its own. */
    static boolean hasReports(HostTraces traces) {
        return OwnTarget.of(traces).stream().map(target -> target.trace().host()).distinct()
                .allMatch(host -> traces.tracesOf(host).stream().anyMatch(HypercallSample::hasReports));
    }

    /** Whether it is none of the hypervisor's own. */
    static boolean isReport(HostEvent.KvmHypercall call) {
        return (call.nr() & NUMBER) > MOST_OF_KVM;
    }

    private static boolean hasReports(ITmfTrace trace) {
        if (!DirectReading.isPlain(trace)) {
            return false;
        }
        HostEventReader reader = new HostEventReader(0, ((IKernelTrace) trace).getKernelEventLayout(), false, HostEventReader.Detail.CLOCKS);
        AtomicBoolean found = new AtomicBoolean();
        try (TraceEvents events = TraceEvents.of(Path.of(trace.getPath()), reader::kind)) {
            return events.seemToHave(event -> {
                reader.decoded(event.kind(), event.fields(), event.context(), event.time(), event.cpu(), read -> {
                    if (read instanceof HostEvent.KvmHypercall call && isReport(call)) {
                        found.set(true);
                    }
                });
                return found.get();
            });
        } catch (IOException | UnknownTypes | EventBytes.Undecodable | InternalError e) {
            // who reads it all reports that
            return false;
        }
    }
}
