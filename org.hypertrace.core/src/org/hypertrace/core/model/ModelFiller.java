/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.List;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.boot.track.BootTracker;
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

    private final HostTraces fTraces;
    private final List<Dialects.Chosen> fDialects;
    private final GuestSymbols fSymbols;
    private final int fVersion;
    private ModelPass fPass;

    /** @param symbols of the guests' kernels; null: boots are not followed */
    ModelFiller(HostTraces traces, List<Dialects.Chosen> dialects, GuestSymbols symbols) {
        fTraces = traces;
        fDialects = dialects;
        fSymbols = symbols;
        fVersion = Objects.hash(VERSIONS, traces.filesHash(), traces.recordingHash(), symbols == null ? 1 : symbols.hash(),
                Dialects.hash(dialects)) & Integer.MAX_VALUE;
    }

    @Override
    public int version() {
        return fVersion;
    }

    @Override
    public void begin(ColumnStates states, IProgressMonitor monitor) {
        if (Runtime.getRuntime().availableProcessors() > 1) {
            states.writeBeside();
        }
        fPass = new ModelPass(states, fTraces.hosts(), fDialects, fSymbols == null ? null : fSymbols::of, GuestContainers.of(fTraces, monitor));
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
    }

    @Override
    public void close() {
        if (fPass != null) {
            fPass.close();
        }
    }
}
