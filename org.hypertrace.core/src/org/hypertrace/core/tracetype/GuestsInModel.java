/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.tracetype;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.describe.HypercallDescriber;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.settings.WorkspaceDialects;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.task.TaskAttributes;
import org.hypertrace.core.tracetype.VcpusOnCpus.Placed;
import org.hypertrace.core.untrusted.TextLimit;

/** What the complete model of a trace reports about its host's guests. */
final class GuestsInModel {

    /** Stands for the kind of what is reported in a dialect that is not at hand. */
    private static final String NOT_DECODED = "not understood";
    /** Stands for the kind of what a process reports that only a kernel may. */
    private static final String FORGED = "forged";

    private final ITmfStateSystem fStates;
    private final Machines.Host fHost;
    private final VcpusOnCpus fPlaces;
    private final Manifest fManifest;
    private final BootFunctionNames fFunctions;
    private final Map<String, Dialect> fDialects = new HashMap<>();
    /** By the places of vCPUs, what they report: the places of their guests, -1 of one that reports nothing. */
    private final Map<Integer, Integer> fGuestOfVcpu = new HashMap<>();

    private GuestsInModel(ITmfStateSystem states, Machines.Host host, Manifest manifest, ITmfTrace whole) {
        fStates = states;
        fHost = host;
        fPlaces = new VcpusOnCpus(states, host);
        fManifest = manifest;
        fFunctions = new BootFunctionNames(states, host, whole);
    }

    /** Of a trace, alone or in an experiment {@code whole}. Null if the trace's host is not in the model. */
    static GuestsInModel of(ITmfStateSystem states, ITmfTrace trace, ITmfTrace whole) throws StateSystemDisposedException {
        for (Machines.Host host : Machines.of(states)) {
            if (host.id().equals(TextLimit.NAME.clip(trace.getHostId()))) {
                return new GuestsInModel(states, host, manifest(trace), whole);
            }
        }
        return null;
    }

    private static Manifest manifest(ITmfTrace trace) {
        try {
            List<HostTraces.Host> hosts = HostTraces.of(trace).hosts();
            return hosts.isEmpty() ? null : hosts.get(0).manifest();
        } catch (IOException e) {
            // the model was built, so that it was right then
            return null;
        }
    }

    /** Null if no vCPU has the processor. */
    Placed placed(int cpu, long time) throws StateSystemDisposedException {
        return fPlaces.at(cpu, time);
    }

    HypercallDescriber words(int cpu, Hypercall reported) throws StateSystemDisposedException {
        Placed placed = fPlaces.at(cpu, reported.time());
        if (placed != null && isForged(placed, reported.time())) {
            return HypercallDescriber.raw(FORGED, reported);
        }
        Dialect dialect = dialect(placed);
        if (dialect == null) {
            return HypercallDescriber.raw(NOT_DECODED, reported);
        }
        if (placed == null) {
            return HypercallDescriber.of(dialect, reported, tid -> null, address -> null);
        }
        Hypercall known = new Hypercall(reported.time(), placed.vcpu().number(), reported.origin(), reported.nr(), reported.a0(),
                reported.a1(),
                reported.a2(), reported.a3());
        int thread = thread(placed, reported.time() - 1);
        return HypercallDescriber.of(dialect, known, tid -> nameOf(thread, tid, reported.time()),
                fFunctions.of(placed.vm(), reported.time()));
    }

    /** The mark that a process of the guest sets; null if it reports something else, or if nobody is known to report it. */
    PickedMarks.Mark mark(int cpu, Hypercall reported) throws StateSystemDisposedException {
        Placed placed = fPlaces.at(cpu, reported.time());
        Dialect dialect = placed == null || isForged(placed, reported.time()) ? null : dialect(placed);
        if (dialect == null) {
            return null;
        }
        List<GuestEvent> events = new ArrayList<>(1);
        new GuestEventDecoder(dialect, events::add).accept(reported);
        return events.size() == 1 && events.get(0) instanceof GuestEvent.Mark mark
                ? new PickedMarks.Mark(placed.vm().who().word(), placed.vm().label(), mark.value(), reported.time()) : null;
    }

    /** The place of the guest that the vCPU's VM is, -1 if it reports nothing. */
    private int guest(Placed placed) throws StateSystemDisposedException {
        Integer known = fGuestOfVcpu.get(placed.vcpu().quark());
        if (known != null) {
            return known;
        }
        int found = -1;
        int guests = fStates.optQuarkRelative(fHost.quark(), GuestAttributes.GUESTS);
        for (int guest : guests < 0 ? List.<Integer>of() : fStates.getSubAttributes(guests, false)) {
            if (found < 0 && placed.vm().key().equals(value(guest, GuestAttributes.VM, fStates.getCurrentEndTime()))) {
                found = guest;
            }
        }
        fGuestOfVcpu.put(placed.vcpu().quark(), found);
        return found;
    }

    /** Whether something forged was counted at this very moment. */
    private boolean isForged(Placed placed, long time) throws StateSystemDisposedException {
        int guest = guest(placed);
        List<String> path = List.of(GuestAttributes.LOSSES, "forged");
        return guest >= 0 && !Objects.equals(value(guest, path, time), value(guest, path, time - 1));
    }

    /** What the guest reports; null if it is a dictionary that is not at hand. */
    private Dialect dialect(Placed placed) throws StateSystemDisposedException {
        if (placed == null) {
            return dialect(Dialect.HYPERTRACE_1);
        }
        int guest = guest(placed);
        String name = guest >= 0 && value(guest, GuestAttributes.DIALECT, fStates.getCurrentEndTime()) instanceof String reported
                ? reported : Dialect.HYPERTRACE_1;
        return dialect(name);
    }

    /** By its name: {@code p4+p5} is one used in addition to another. */
    private Dialect dialect(String name) {
        return fDialects.computeIfAbsent(name, key -> {
            Dialect dialect = null;
            for (String part : key.split("\\+")) {
                Dialect found = Dialect.BUILT_IN.contains(part) ? Dialect.builtIn(part) : dictionary(part);
                dialect = dialect == null || found == null ? found : dialect.with(found);
            }
            return dialect;
        });
    }

    /** The manifest's or one of the workspace. */
    private Dialect dictionary(String name) {
        Dialect reported = fManifest == null ? null : fManifest.vms().stream().map(Manifest.Vm::dialect)
                .filter(dialect -> dialect != null && dialect.name().equals(name)).findFirst().orElse(null);
        try {
            return reported != null ? reported : WorkspaceDialects.of(name);
        } catch (IOException e) {
            // it was there when the model was built
            return null;
        }
    }

    /** The quark of the thread that the vCPU ran at a time, -1 if that is not known. */
    private int thread(Placed placed, long time) throws StateSystemDisposedException {
        int guest = guest(placed);
        return guest >= 0 && value(placed.vcpu().quark(), TaskAttributes.GUEST_TASK, time) instanceof Integer thread
                ? fStates.optQuarkRelative(guest, TaskAttributes.THREADS, thread.toString()) : -1;
    }

    /** The name of a thread, as in all views its last one, if it has this id; null if not, or if it is not known. */
    private String nameOf(int thread, int tid, long time) {
        return thread >= 0 && Integer.valueOf(tid).equals(value(thread, TaskAttributes.TID, time))
                && value(thread, TaskAttributes.NAME, fStates.getCurrentEndTime()) instanceof String name ? name : null;
    }

    private Object value(int parent, String name, long time) {
        return value(parent, List.of(name), time);
    }

    private Object value(int parent, List<String> path, long time) {
        int quark = fStates.optQuarkRelative(parent, path.toArray(String[]::new));
        try {
            return quark < 0 || time < fStates.getStartTime() ? null : fStates.querySingleState(time, quark).getValue();
        } catch (StateSystemDisposedException e) {
            return null;
        }
    }
}
