/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.describe.EventDescriber;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.track.ExitTracker;
import org.hypertrace.core.history.ColumnStates;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.read.StateFiller;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.ring.trace.RingTrace;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.TracingChoice;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.track.StackTracker;
import org.hypertrace.core.stack.track.TracerFilter;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.task.TaskTracker;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.trace.ctf.MendedTrace;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;
import org.hypertrace.core.vcpu.VcpuTracker;

/**
 * Fills Trace Compass' call-stack history: events → stacks of guest threads → state system, and names in a file beside it. Views keep
 * what they have drawn. So nobody finds a thread in the history before the names of all threads and frames are known.
 */
final class StackFiller implements StateFiller {

    /** The versions of all that decides what is found; {@code TrackerVersionsTest} knows which these are. */
    private static final int VERSIONS = Objects.hash(
            HostEventReader.VERSION, FtraceTextTrace.VERSION, MendedTrace.VERSION, RingTrace.VERSION, GuestEventDecoder.VERSION, Symbols.VERSION,
            MachineTracker.VERSION, Timeline.VERSION, EventDescriber.VERSION, VcpuTracker.VERSION, TaskTracker.VERSION,
            ExitTracker.VERSION, StackTracker.VERSION);

    private final HostTraces fTraces;
    private final List<Dialects.Chosen> fDialects;
    private final GuestSymbols fSymbols;
    private final TracingChoice fChoices;
    private final Path fNamesFile;
    private final int fVersion;
    private final Runnable fNamed;
    private CallStackWriter fWriter;
    private NamesFile fNames;
    private StackPass fPass;

    /**
     * @param namesFile
     *            where the names of frames are kept
     * @param named
     *            is called when they are there, before a frame is found in the history
     */
    StackFiller(HostTraces traces, List<Dialects.Chosen> dialects, GuestSymbols symbols, TracingChoice choices, Path namesFile,
            Runnable named) {
        fTraces = traces;
        fDialects = dialects;
        fSymbols = symbols;
        fChoices = choices;
        fNamesFile = namesFile;
        fNamed = named;
        fVersion = version(traces, dialects, symbols, choices);
    }

    static int version(HostTraces traces, List<Dialects.Chosen> dialects, GuestSymbols symbols, TracingChoice choices) {
        return Objects.hash(VERSIONS, traces.filesHash(), traces.recordingHash(), symbols.hash(), Dialects.hash(dialects),
                choices) & Integer.MAX_VALUE;
    }

    @Override
    public int version() {
        return fVersion;
    }

    @Override
    public void begin(ColumnStates states, IProgressMonitor monitor) {
        fWriter = new CallStackWriter(states, thread -> fPass.who(thread, host -> fTraces.hosts().get(host).name()).label());
        fNames = new NamesFile(fWriter);
        fPass = new StackPass(host -> fTraces.hosts().get(host).manifest(), fDialects, fSymbols::of,
                fChoices.withoutTracing() ? new TracerFilter(fNames) : fNames);
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
    public void finish() {
        fPass.finish();
        try {
            fNames.write(fNamesFile, fVersion, fPass.names()::of);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        fNamed.run();
        fWriter.nameAll();
    }

    @Override
    public void close() {
        if (fPass != null) {
            fPass.close();
        }
    }
}
