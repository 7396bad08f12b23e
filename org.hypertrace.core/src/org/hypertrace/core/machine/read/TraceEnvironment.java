/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.LinkedHashMap;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.kvm.PerfLayout;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;
import org.hypertrace.core.untrusted.TextLimit;

/** What the metadata of traces state about their recording. Our own extractions of guests have keys of their own. */
public final class TraceEnvironment {

    /** In the environment of an extracted trace: the key of the VM; of a nested guest, its level and number after a slash. */
    public static final String GUEST_VM = "hypertrace_vm";
    /** In the environment of an extracted trace: the id of the host. */
    public static final String GUEST_HOST = "hypertrace_host";
    /** In the environment of an extracted trace: which boot of the guest it is, from 1. */
    public static final String GUEST_BOOT = "hypertrace_boot";

    private TraceEnvironment() {
    }

    /**
     * @param trace
     *            a trace
     * @return what its metadata states about its recording, plain and clipped; empty if it has none
     */
    public static Map<String, String> of(ITmfTrace trace) {
        Map<String, String> environment = new LinkedHashMap<>();
        if (trace instanceof CtfTmfTrace ctf) {
            ctf.getEnvironment().forEach((key, value) -> environment.put(key, TextLimit.NAME.clip(plain(value))));
        }
        return environment;
    }

    /**
     * @param trace
     *            a trace
     * @return the name of its machine, null if its metadata do not have it
     */
    public static String hostname(ITmfTrace trace) {
        Map<String, String> environment = of(trace);
        // as LTTng calls it, and as perf does
        return environment.getOrDefault("hostname", environment.get("host"));
    }

    /** Whether a trace's events have the names of the kernel's tracepoints, not LTTng's. */
    static boolean isOfTracepoints(ITmfTrace trace) {
        return trace instanceof FtraceTextTrace || trace instanceof CtfTmfTrace ctf && PerfLayout.isOf(ctf.getEnvironment());
    }

    /**
     * @param text
     *            of a trace's metadata
     * @return it without the quotes that Trace Compass keeps of some
     */
    public static String plain(String text) {
        return text.replaceAll("^\"|\"$", "");
    }
}
