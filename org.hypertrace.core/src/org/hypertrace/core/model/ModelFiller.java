/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.List;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.boot.track.BootTracker;
import org.hypertrace.core.clock.read.PassClocks;
import org.hypertrace.core.container.read.GuestContainers;
import org.hypertrace.core.cpu.ResourceTracker;
import org.hypertrace.core.describe.EventDescriber;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.history.ColumnStates;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.read.StateFiller;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.nested.NestedTracker;
import org.hypertrace.core.ring.trace.RingTrace;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.shutdown.track.ShutdownTracker;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.task.TaskTracker;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.trace.ctf.MendedTrace;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;
import org.hypertrace.core.upgrade.track.MarkTracker;
import org.hypertrace.core.vcpu.VcpuTracker;

/** Fills the model's history: events → {@link ModelPass}. */
final class ModelFiller implements StateFiller {

    /** The versions of all that decides what is found; {@code TrackerVersionsTest} knows which these are. */
    private static final int VERSIONS = Objects.hash(
            HostEventReader.VERSION, FtraceTextTrace.VERSION, MendedTrace.VERSION, RingTrace.VERSION, GuestEventDecoder.VERSION, Symbols.VERSION,
            MachineTracker.VERSION, Timeline.VERSION, EventDescriber.VERSION, VcpuTracker.VERSION, NestedTracker.VERSION,
            TaskTracker.VERSION, ResourceTracker.VERSION, BootTracker.VERSION, ShutdownTracker.VERSION, MarkTracker.VERSION, ModelPass.VERSION);

    /** Of a history that nobody finds again. */
    private static final int NO_VERSION = -1;

    private final HostTraces fTraces;
    private final List<Dialects.Chosen> fDialects;
    private final GuestSymbols fSymbols;
    private final PassClocks fClocks;
    private final int fVersion;
    private IProgressMonitor fMonitor;
    private boolean fIsFinished;
    private ModelPass fPass;

    /** {@code symbols}: of the guests' kernels; null: boots are not followed. {@code clocks}: are to be found by the pass, or were by another; null: none is. */
    ModelFiller(HostTraces traces, List<Dialects.Chosen> dialects, GuestSymbols symbols, PassClocks clocks) {
        fTraces = traces;
        fDialects = dialects;
        fSymbols = symbols;
        fClocks = clocks;
        fVersion = version(traces.recordingHash() + (clocks != null && clocks.areUsable() ? clocks.hash() : 0));
    }

    private int version(int recording) {
        return Objects.hash(VERSIONS, fTraces.filesHash(), recording, fSymbols == null ? 1 : fSymbols.hash(), Dialects.hash(fDialects)) & Integer.MAX_VALUE;
    }

    /** At the end it is that of the traces on the clocks that were found: then they are opened so. */
    @Override
    public int version() {
        return !fIsFinished || fClocks == null ? fVersion : fClocks.areUsable() ? version(fTraces.recordingHash() + fClocks.hash()) : NO_VERSION;
    }

    @Override
    public long start(ITmfTrace trace) {
        return fClocks == null ? StateFiller.super.start(trace) : fClocks.begin();
    }

    @Override
    public long end(long last) {
        if (fClocks == null) {
            return last;
        }
        long end = fClocks.end(last, fMonitor);
        if (fClocks.areUsable()) {
            fPass.contain(GuestContainers.of(fTraces, fClocks::clock, fMonitor));
        }
        return end;
    }

    @Override
    public void begin(ColumnStates states, IProgressMonitor monitor) {
        if (Runtime.getRuntime().availableProcessors() > 1) {
            states.writeBeside();
        }
        fMonitor = monitor;
        GuestContainers containers = fClocks == null ? GuestContainers.of(fTraces, monitor) : null;
        fPass = new ModelPass(states, fTraces.hosts(), fDialects, fSymbols == null ? null : fSymbols::of, containers, fClocks);
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
    public long heldSince() {
        return fPass.heldSince();
    }

    @Override
    public void finish() {
        fPass.finish();
        fIsFinished = true;
    }

    @Override
    public void close() {
        if (fPass != null) {
            fPass.close();
        }
    }
}
