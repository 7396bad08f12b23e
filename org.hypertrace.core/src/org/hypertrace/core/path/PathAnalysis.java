/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.analysis.FileAnalysis;
import org.hypertrace.core.exit.track.ExitTracker;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.path.gather.PathFile;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.gather.PathTracker;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.timeline.FilePass;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.trace.ctf.MendedTrace;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;
import org.hypertrace.core.vcpu.VcpuTracker;

/**
 * Gathers what critical paths of a trace or experiment are found in. The file is made when a path is first asked for: that reads the
 * whole trace once more.
 */
public final class PathAnalysis extends FileAnalysis<CriticalPaths> {

    /** The id of the analysis. */
    public static final String ID = "org.hypertrace.core.path";

    /** The versions of all that decides what is found; {@code TrackerVersionsTest} knows which these are. */
    private static final int VERSIONS = Objects.hash(
            HostEventReader.VERSION, FtraceTextTrace.VERSION, MendedTrace.VERSION, GuestEventDecoder.VERSION,
            MachineTracker.VERSION, Timeline.VERSION, VcpuTracker.VERSION, ExitTracker.VERSION, PathTracker.VERSION);

    /** Made by Trace Compass or by the report. */
    public PathAnalysis() {
        super(ID, "Critical paths (Hypertrace)", HostEventReader.Detail.CAUSES, ID + ".rows");
    }

    @Override
    protected boolean isPossible(HostTraces traces) {
        return traces.hasTransitions() && traces.hosts().stream().noneMatch(host -> host.recorded().isOfRings()) || !traces.alone().isEmpty();
    }

    /** The hosts, or guests that were traced themselves if there is none. */
    private static List<HostTraces.Host> machines(Inputs inputs) {
        return inputs.traces().alone().isEmpty() ? inputs.traces().hosts() : inputs.traces().alone();
    }

    @Override
    protected int version(Inputs inputs) {
        return VERSIONS;
    }

    @Override
    protected FilePass pass(Path file, Inputs inputs) throws IOException {
        List<HostTraces.Host> hosts = machines(inputs);
        return new PathFile(file, hosts.stream().map(HostTraces.Host::name).toList(), host -> hosts.get(host).manifest(), inputs.dialects(),
                host -> hosts.get(host).recorded());
    }

    @Override
    protected CriticalPaths open(Path file, int version, Inputs inputs) throws IOException {
        PathRows rows = PathRows.open(file, version);
        boolean alone = !inputs.traces().alone().isEmpty();
        // a guest's own trace names its functions itself
        return rows == null ? null : new CriticalPaths(rows, alone ? (vm, nested, name, address) -> false
                : new KernelFunctions(rows, inputs.traces().hosts(), inputs.symbols()));
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return its paths, gathered if they were not yet; null if it has none or they could not be gathered. Waits for them.
     */
    public static CriticalPaths of(ITmfTrace trace) {
        return resultOf(TmfTraceUtils.getAnalysisModuleOfClass(trace, PathAnalysis.class, ID));
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return its paths, if they were gathered already; else null
     */
    public static CriticalPaths known(ITmfTrace trace) {
        PathAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(trace, PathAnalysis.class, ID);
        return analysis == null ? null : analysis.result();
    }

    @Override
    public String getHelpText() {
        return "Shows whom or what a thread, vCPU, boot, initcall or step of a shutdown waited for, instant by instant.";
    }
}
