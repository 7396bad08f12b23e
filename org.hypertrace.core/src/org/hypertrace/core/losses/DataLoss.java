/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.losses;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.guest.GuestFigures;
import org.hypertrace.core.guest.GuestTable;
import org.hypertrace.core.machine.HostLosses;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.timeline.RingFigures;

/**
 * Something that is missing or contradictory in a recording, counted: nothing is left out in silence.
 *
 * @param host
 *            the name of the host
 * @param vm
 *            the name of the VM, null if it concerns the whole host
 * @param what
 *            its name in reports, as in {@link org.hypertrace.core.stream.Losses}
 * @param count
 *            how often, 1 or more
 * @param detail
 *            what exactly and what helps, one sentence; null if that is the same for all
 */
public record DataLoss(String host, String vm, String what, long count, String detail) {

    /** @return what it is called, for people: {@code unknown numbers} */
    public String label() {
        return what.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }

    /**
     * @param all
     *            what is shown beside it
     * @return the VM or host, for people; the host of a VM only if it is not the same for all
     */
    public String where(List<DataLoss> all) {
        boolean isOnlyHost = all.stream().map(DataLoss::host).distinct().count() <= 1;
        return vm == null ? "host " + host : isOnlyHost ? vm : vm + " on " + host;
    }

    /**
     * @param other
     *            of another stretch of time
     * @return whether only the count may differ
     */
    public boolean isSameAs(DataLoss other) {
        return host.equals(other.host) && Objects.equals(vm, other.vm) && what.equals(other.what)
                && Objects.equals(detail, other.detail);
    }

    /** @return what it means, for people */
    public String meaning() {
        return DataLossText.of(what).meaning();
    }

    /** @return what the user can do, one sentence */
    public String help() {
        return detail != null ? detail : DataLossText.of(what).help();
    }

    /**
     * @param states
     *            the model, complete
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            the stretch's end (exclusive, unless it is the model's), ns since the epoch
     * @return what is contradictory: host by host, what concerns all of it first; what a host's tracer lost, what belongs to no thread and
     *         what is contradictory about rings is of the whole trace
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<DataLoss> of(ITmfStateSystem states, long from, long to) throws StateSystemDisposedException {
        List<DataLoss> lossesHere = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            HostLosses losses = host.losses();
            add(lossesHere, host, null, "lostByHost", losses.discarded());
            add(lossesHere, host, null, "lostUncounted", losses.uncounted());
            losses.missing().forEach(stretch -> lossesHere.add(missing(host, stretch)));
            add(lossesHere, host, null, "misplaced", losses.misplaced());
            add(lossesHere, host, null, "unattributed", host.unattributed());
            for (GuestFigures guest : GuestTable.of(states, host, from, to).values()) {
                VmName who = host.who(guest.vm());
                String vm = who == null ? "process or thread " + guest.vm() + ", which runs no guest" : who.label();
                guest.losses().byName().forEach((what, count) -> add(lossesHere, host, vm, what, count));
                if (guest.rings() != null) {
                    guest.rings().losses().forEach((what, count) -> add(lossesHere, host, vm, what, count));
                    guest.rings().unreadable().forEach(why -> lossesHere.add(
                            new DataLoss(host.name(), vm, RingFigures.UNREADABLE, 1, why)));
                }
            }
        }
        return lossesHere;
    }

    private static DataLoss missing(Machines.Host host, HostLosses.Stretch stretch) {
        TmfTimestampFormat format = TmfTimestampFormat.getDefaulTimeFormat();
        return new DataLoss(host.name(), null, stretch.packets() == HostEvent.UNCOUNTED ? "missingStretch" : "missingPackets",
                Math.max(1, stretch.packets()), "Processor " + stretch.cpu() + ", from " + format.format(stretch.begin()) + " to "
                        + format.format(stretch.end()) + "; copy the trace anew, or look whether the disk was full.");
    }

    private static void add(List<DataLoss> losses, Machines.Host host, String vm, String what, long count) {
        if (count > 0) {
            losses.add(new DataLoss(host.name(), vm, what, count, null));
        }
    }
}
