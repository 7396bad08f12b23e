/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines;

/**
 * Something that is missing or odd in a recording, counted: nothing is left out in silence.
 *
 * @param host
 *            the name of the host
 * @param vm
 *            the name of the VM, null if it concerns the whole host
 * @param what
 *            its name in reports, as in {@link org.hypertrace.core.stream.Losses}
 * @param count
 *            how often, 1 or more
 */
public record Oddity(String host, String vm, String what, long count) {

    /** What it means, and what helps. */
    private record Words(String meaning, String help) { }

    private static final Map<String, Words> WORDS = Map.of(
            "lostByHost", new Words("events that the host's tracer discarded: what the vCPUs did then is unknown",
                    "Record with more or larger sub-buffers (lttng enable-channel --num-subbuf --subbuf-size)."),
            "unattributed", new Words("events of KVM of no known thread: not counted for any VM",
                    "Record sched_switch on all processors, and the tracer's state dump."),
            "lost", new Words("hypercalls that never arrived: each at least one guest event",
                    "See whether the host's tracer discarded events; let the guest send batches."),
            "repeated", new Words("hypercalls whose number was there before", "Look whether two tracers speak in the guest."),
            "implausible", new Words("hypercalls whose number is more than a million ahead of the last",
                    "Look whether two tracers speak in the guest."),
            "forged", new Words("hypercalls of guest processes that say what only a kernel may: not believed",
                    "Find the process: nothing that it said is shown."),
            "malformed", new Words("hypercalls with a value that cannot be: not decoded",
                    "Check that the dialect is the guest tracer's."),
            "unknownNumbers", new Words("hypercalls with a number that the dialect does not know: not decoded",
                    "Choose the guest tracer's dialect, or write a dictionary of it."),
            "late", new Words("events that reached further back than announced: not shown",
                    "Record from before the guest's tracer starts, so that its announcement is in the trace."),
            "cpuMismatches", new Words("events that name another processor than the vCPU they came from: the host was trusted",
                    "Look at the guest's tracer: it should ask for the processor with preemption off."));

    /** @return what it is called, for people: {@code unknown numbers} */
    public String label() {
        return what.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }

    /**
     * @param other
     *            of another stretch of time
     * @return whether only the count may differ
     */
    public boolean isSameAs(Oddity other) {
        return host.equals(other.host) && Objects.equals(vm, other.vm) && what.equals(other.what);
    }

    /** @return what it means, for people */
    public String meaning() {
        return WORDS.get(what).meaning;
    }

    /** @return what the user can do, one sentence */
    public String help() {
        return WORDS.get(what).help;
    }

    /**
     * @param states
     *            the model, complete
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            the stretch's end (exclusive, unless it is the model's), ns since the epoch
     * @return what is odd: host by host, what concerns all of it first; what a host's tracer lost and what belongs to no thread
     *         is of the whole trace
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<Oddity> of(ITmfStateSystem states, long from, long to) throws StateSystemDisposedException {
        List<Oddity> oddities = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            add(oddities, host, null, "lostByHost", host.lost());
            add(oddities, host, null, "unattributed", host.unattributed());
            for (GuestFigures guest : GuestTable.of(states, host, from, to).values()) {
                String vm = host.vms().stream().filter(v -> v.key().equals(guest.vm())).map(Machines.Vm::label).findFirst()
                        .orElse("process or thread " + guest.vm() + ", which runs no guest");
                guest.losses().byName().forEach((what, count) -> add(oddities, host, vm, what, count));
            }
        }
        return oddities;
    }

    private static void add(List<Oddity> oddities, Machines.Host host, String vm, String what, long count) {
        if (count > 0) {
            oddities.add(new Oddity(host.name(), vm, what, count));
        }
    }
}
