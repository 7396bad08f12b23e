/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.analysis.FileAnalysis;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.ring.trace.RingTrace;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.timeline.FilePass;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.trace.ctf.MendedTrace;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;

/** The system calls of all guests of a trace or experiment. */
public final class SyscallAnalysis extends FileAnalysis<FoundCalls> {

    /** The id of the analysis. */
    public static final String ID = "org.hypertrace.core.syscalls";

    /** The versions of all that decides what is found; {@code TrackerVersionsTest} knows which these are. */
    private static final int VERSIONS = Objects.hash(
            HostEventReader.VERSION, FtraceTextTrace.VERSION, MendedTrace.VERSION, RingTrace.VERSION, GuestEventDecoder.VERSION, MachineTracker.VERSION,
            Timeline.VERSION, SyscallTracker.VERSION);

    /** Made by Trace Compass. */
    public SyscallAnalysis() {
        super(ID, "Guest system calls (Hypertrace)", HostEventReader.Detail.STATES, ID + ".columns");
    }

    @Override
    protected int version(Inputs inputs) {
        return VERSIONS;
    }

    @Override
    protected FilePass pass(Path file, Inputs inputs) throws IOException {
        List<HostTraces.Host> hosts = inputs.traces().hosts();
        return new SyscallFile(file, host -> hosts.get(host).manifest(), inputs.dialects());
    }

    @Override
    protected FoundCalls open(Path file, int version, Inputs inputs) {
        List<GuestCalls> guests = SyscallFile.open(file, version);
        return guests == null ? null : new FoundCalls(inputs.traces().hosts().stream().map(HostTraces.Host::id).toList(), guests);
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return its system calls, looked for if they were not yet; null if they could not be found. Waits for them.
     */
    public static FoundCalls of(ITmfTrace trace) {
        return resultOf(TmfTraceUtils.getAnalysisModuleOfClass(trace, SyscallAnalysis.class, ID));
    }

    @Override
    public String getHelpText() {
        return "How long system calls of guests take, and how that depends on the load.";
    }
}
