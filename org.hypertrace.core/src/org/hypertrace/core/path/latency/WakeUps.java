/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.path.gather.HandlerRuns;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.store.RowTable;
import org.hypertrace.core.path.gather.ThreadState;

/** Who woke whom: threads of guests by what their guests report, vCPUs by what their hosts do. */
public final class WakeUps {

    /**
     * A sleep was ended.
     *
     * @param time
     *            when, ns since the epoch
     * @param woken
     *            whose: a guest's thread or a vCPU
     * @param waker
     *            by whom: a participant, or a run of a handler
     */
    public record WakeUp(long time, int woken, int waker) { }

    /**
     * Where somebody is.
     *
     * @param host
     *            the name of the host
     * @param vm
     *            the key of the VM
     * @param vcpu
     *            the number of the vCPU; negative if it is a guest's thread
     * @param tid
     *            the id of the guest's thread; negative if it is a vCPU
     */
    public record Place(String host, String vm, int vcpu, int tid) { }

    private final PathRows fRows;
    private final Participants fWho;
    /** Participants of the same place: ids of threads are used again. */
    private final Map<Place, List<Integer>> fAt = new HashMap<>();

    /** @param rows what was gathered of the trace */
    public WakeUps(PathRows rows) {
        fRows = rows;
        fWho = rows.participants;
        for (int i = 0; i < fWho.size(); i++) {
            Place place = place(i);
            if (place != null && fWho.kind(i) != Participants.Kind.HOST_THREAD) {
                fAt.computeIfAbsent(place, key -> new ArrayList<>()).add(i);
            }
        }
    }

    /**
     * @param who
     *            a participant, or a run of a handler
     * @return where it is: of the thread of a vCPU that vCPU; null of anything else of a host
     */
    public Place place(int who) {
        if (who < 0 || HandlerRuns.isRun(who)) {
            return null;
        }
        int one = fWho.kind(who) == Participants.Kind.HOST_THREAD ? fWho.link(who) : who;
        if (one < 0 || fWho.vm(one) < 0) {
            return null;
        }
        PathRows.Vm vm = fRows.vms.get(fWho.vm(one));
        boolean isThread = fWho.kind(one) == Participants.Kind.GUEST_THREAD;
        return new Place(fRows.hosts.get(vm.host()).id(), vm.key(), isThread ? -1 : fWho.number(one), isThread ? fWho.number(one) : -1);
    }

    /**
     * @param place
     *            of a guest's thread or a vCPU
     * @param time
     *            ns since the epoch
     * @return the last time at which its sleep was ended by then; null if that is not known
     */
    public WakeUp last(Place place, long time) {
        WakeUp last = null;
        for (int who : fAt.getOrDefault(place, List.of())) {
            int thread = thread(who);
            for (int row = thread < 0 ? -1 : fRows.states.at(thread, time) - 1; thread >= 0 && row >= fRows.states.first(thread); row--) {
                if (isEnded(row)) {
                    long end = fRows.states.begin(row + 1);
                    last = last == null || end > last.time() ? new WakeUp(end, who, fRows.states.a(row)) : last;
                    break;
                }
            }
        }
        return last;
    }

    /**
     * @param places
     *            of guests' threads or vCPUs
     * @param from
     *            ns since the epoch
     * @param to
     *            ns since the epoch
     * @param most
     *            so many of one place at the most
     * @return the wake-ups of these in that time whose waker has a place, too; of a place with more there is none
     */
    public List<WakeUp> between(Iterable<Place> places, long from, long to, int most) {
        List<WakeUp> all = new ArrayList<>();
        for (Place place : places) {
            List<WakeUp> own = new ArrayList<>();
            for (int who : fAt.getOrDefault(place, List.of())) {
                int thread = thread(who);
                RowTable states = fRows.states;
                int first = thread < 0 ? 0 : Math.max(states.first(thread), states.at(thread, from));
                for (int row = first; thread >= 0 && row + 1 < states.end(thread) && states.begin(row + 1) <= to && own.size() <= most; row++) {
                    if (isEnded(row) && states.begin(row + 1) >= from && place(states.a(row)) != null) {
                        own.add(new WakeUp(states.begin(row + 1), who, states.a(row)));
                    }
                }
            }
            if (own.size() <= most) {
                all.addAll(own);
            }
        }
        return all;
    }

    /** Whether somebody ended the sleep that a row is of. */
    private boolean isEnded(int row) {
        return fRows.threadState(row) == ThreadState.BLOCKED && fRows.states.a(row) != PathRows.NONE;
    }

    /** Whose states are asked for: of a vCPU those of its thread on the host. */
    private int thread(int who) {
        return fWho.kind(who) == Participants.Kind.VCPU ? fWho.link(who) : who;
    }
}
