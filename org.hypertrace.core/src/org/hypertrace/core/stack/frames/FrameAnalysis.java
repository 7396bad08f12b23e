/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.frames;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.analysis.FileAnalysis;
import org.hypertrace.core.describe.EventDescriber;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.track.ExitTracker;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.ring.trace.RingTrace;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.track.StackTracker;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.task.TaskTracker;
import org.hypertrace.core.timeline.FilePass;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.trace.ctf.MendedTrace;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;
import org.hypertrace.core.vcpu.VcpuTracker;

/** The stacks of all guests' threads of a trace or experiment, in a file that answers for any stretch of time. */
public final class FrameAnalysis extends FileAnalysis<FrameFile> {

    /** The id of the analysis. */
    public static final String ID = "org.hypertrace.core.frames";

    /** The versions of all that decides what is found; {@code TrackerVersionsTest} knows which these are. */
    private static final int VERSIONS = Objects.hash(
            HostEventReader.VERSION, FtraceTextTrace.VERSION, MendedTrace.VERSION, RingTrace.VERSION, GuestEventDecoder.VERSION, Symbols.VERSION,
            MachineTracker.VERSION, Timeline.VERSION, EventDescriber.VERSION, VcpuTracker.VERSION, TaskTracker.VERSION,
            ExitTracker.VERSION, StackTracker.VERSION);

    /** The pass that fills the file. */
    private static final class FramePass implements FilePass {
        private final StackPass fPass;
        private final FrameWriter fWriter;
        private final List<HostTraces.Host> fHosts;

        FramePass(Path file, Inputs inputs) throws IOException {
            fHosts = inputs.traces().hosts();
            fWriter = new FrameWriter(file);
            fPass = new StackPass(host -> fHosts.get(host).manifest(), inputs.dialects(), inputs.symbols()::of, fWriter);
        }

        @Override
        public void accept(HostEvent event) {
            fPass.accept(event);
        }

        @Override
        public ReadTogether.Stage stage() {
            return fPass.stage();
        }

        @Override
        public void finish(int version) throws IOException {
            fPass.finish();
            fWriter.finish(version, thread -> fPass.guest(thread, host -> fHosts.get(host).name()), fPass.names());
        }

        @Override
        public void close() throws IOException {
            fPass.close();
            fWriter.close();
        }
    }

    /** Of the symbols by which frames are named. */
    private volatile int fSymbols;

    /** Made by Trace Compass. */
    public FrameAnalysis() {
        super(ID, "Guest stack frames (Hypertrace)", HostEventReader.Detail.STATES, ID + ".columns");
    }

    @Override
    protected boolean isPossible(HostTraces traces) {
        return true;
    }

    @Override
    protected int version(Inputs inputs) {
        fSymbols = inputs.symbols().hash();
        return Objects.hash(VERSIONS, fSymbols);
    }

    @Override
    protected FilePass pass(Path file, Inputs inputs) throws IOException {
        return new FramePass(file, inputs);
    }

    @Override
    protected FrameFile open(Path file, int version, Inputs inputs) {
        try {
            return FrameFile.open(file, version);
        } catch (IOException e) {
            // it is made anew
            return null;
        }
    }

    /**
     * @param trace
     *            a trace or experiment
     * @param monitor
     *            can cancel the waiting
     * @return its stacks, looked for if they were not yet, or if other symbols were chosen since. Waits for them.
     * @throws IOException
     *             if they cannot be found; the message is one sentence for the user
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public static FrameFile of(ITmfTrace trace, IProgressMonitor monitor) throws IOException {
        FrameAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(trace, FrameAnalysis.class, ID);
        if (analysis == null) {
            throw new IOException(whyNot(trace, ID));
        }
        if (analysis.result() != null && analysis.fSymbols != GuestSymbols.of(trace).hash()) {
            analysis.forget();
        }
        if (analysis.failure() == null) {
            analysis.schedule();
            if (analysis.waitForCompletion(monitor) && analysis.result() != null) {
                return analysis.result();
            }
        }
        if (analysis.failure() == null) {
            throw new OperationCanceledException();
        }
        throw new IOException(analysis.failure().sentence());
    }

    @Override
    public String getHelpText() {
        return "The stacks of the threads of guests, for figures of any range of time.";
    }
}
