/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.LostGuestEvents;
import org.hypertrace.core.exit.columns.ExitDictionary.GuestAddress;
import org.hypertrace.core.exit.columns.ExitDictionary.GuestTaskId;
import org.hypertrace.core.exit.track.Cause;
import org.hypertrace.core.exit.track.CauseTracker;
import org.hypertrace.core.exit.track.Exit;
import org.hypertrace.core.exit.track.ExitSink;
import org.hypertrace.core.exit.track.ExitTracker;
import org.hypertrace.core.latency.LatencyFile;
import org.hypertrace.core.latency.LatencyTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.FilePass;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.PassTimeline;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * The one pass over the events that finds the exits: timeline of hosts and guests → trackers → columns in a file. It has its own
 * instances of all trackers and asks nothing of the model.
 */
public final class ExitPass implements TimelineSink, ExitSink, FilePass {

    private final List<String> fHostIds;
    private final long[] fEnds;
    private final VmNames fNames = new VmNames();
    private final ExitVcpus fVcpus = new ExitVcpus(fNames);
    private final PassTimeline fTimeline;
    private final ExitTracker fExits;
    private final CauseTracker fCauses;
    private final ExitColumnsWriter fColumns;
    private final LatencyTracker fLatencies;
    private final LatencyFile fLatencyFile;

    /**
     * @param file
     *            of the exits, comes into being by {@link #finish}, and the latencies' beside it
     * @param hostIds
     *            what Trace Compass distinguishes the hosts by, by their running numbers
     * @param manifests
     *            the manifest of a host's recording, null for none
     * @param dialects
     *            the dialects that the user chose
     * @param symbols
     *            of the kernels of guests, null for none
     * @throws IOException
     *             if the folder of the file cannot be written
     */
    public ExitPass(Path file, List<String> hostIds, IntFunction<Manifest> manifests, List<Dialects.Chosen> dialects,
            Function<Guest, Symbols> symbols) throws IOException {
        fHostIds = hostIds;
        fEnds = new long[hostIds.size()];
        fCauses = new CauseTracker(symbols);
        fColumns = new ExitColumnsWriter(file);
        fTimeline = new PassTimeline(fNames, manifests, dialects, 28, this);
        fExits = new ExitTracker(fTimeline.machines(), this);
        fLatencyFile = new LatencyFile(ExitFile.latencies(file));
        fLatencies = new LatencyTracker(fTimeline.machines(), fLatencyFile);
    }

    @Override
    public void accept(HostEvent event) {
        fTimeline.accept(event);
    }

    @Override
    public ReadTogether.Stage stage() {
        return fTimeline;
    }

    @Override
    public void finish(int version) throws IOException {
        fTimeline.finish();
        fExits.finish(fEnds);
        fLatencies.finish();
        fLatencyFile.finish(version);
        Map<GuestTaskId, ThreadName> tasks = new HashMap<>();
        Map<GuestAddress, String> functions = new HashMap<>();
        for (Cause cause : fColumns.causes()) {
            if (cause.task() >= 0) {
                tasks.put(new GuestTaskId(cause.guest(), cause.task()), fCauses.task(cause.guest(), cause.task()));
            }
            name(cause.guest(), cause.function(), functions);
            name(cause.guest(), cause.initcall(), functions);
        }
        List<ExitVcpu> vcpus = fVcpus.list(fHostIds, fExits);
        List<String> code = fCauses.codeNames(vcpu -> new Guest(vcpu.thread().host(), -1, vcpus.get(vcpu.index()).vm(), fNames));
        fColumns.finish(version, new ExitDictionary(vcpus, fColumns.reasons(), fColumns.subs(), fColumns.causes(), tasks,
                functions, code));
    }

    private void name(int guest, long address, Map<GuestAddress, String> functions) {
        String name = address == 0 ? null : fCauses.function(guest, address);
        if (name != null) {
            functions.put(new GuestAddress(guest, address), name);
        }
    }

    @Override
    public void host(HostEvent event) {
        fEnds[fTimeline.machines().now().host()] = fTimeline.machines().now().time();
        fExits.handle(event);
        fLatencies.handle(event);
        HostEvent.LostEvents lost = LostGuestEvents.of(event);
        if (lost != null) {
            fCauses.lost(lost);
        }
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        fCauses.handle(guest, vcpu, event);
        fLatencies.handle(vcpu, event);
    }

    @Override
    public void tracerExit(long time, Guest guest, VirtualCpu vcpu) {
        fExits.traced(vcpu);
    }

    @Override
    public void begins(Exit exit) {
        if (exit.nested() != null) {
            // whose code that is, the VM's symbols do not report
            fColumns.begins(exit, Cause.NONE, 0);
        } else {
            fColumns.begins(exit, fCauses.of(exit.vcpu()), fCauses.code(exit.vcpu(), exit.guestRip()));
        }
    }

    @Override
    public void ends(Exit exit) {
        fColumns.ends(exit);
    }

    @Override
    public void breaksOff(Exit exit) {
        // its place in the file stays without a length
    }

    @Override
    public void state(long time, VirtualCpu vcpu, VcpuState state) {
        fLatencies.state(time, vcpu, state);
    }

    /** Removes what is only of use as long as it goes on. */
    @Override
    public void close() throws IOException {
        try (fLatencyFile; fColumns) {
            fTimeline.close();
        }
    }
}
