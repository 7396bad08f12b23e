/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.container.Container;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.StatesAt;
import org.hypertrace.core.machine.ThreadName;

/**
 * The read side of which threads guests have, as known at the end of what was analysed so far. Asking costs one query of the
 * state system's last moment.
 */
public final class Tasks {

    /**
     * A guest that reports something.
     *
     * @param quark
     *            its place in the state system
     * @param vm
     *            the key of the VM that it is
     * @param others
     *            how many switches so far to threads that are not followed since there are too many
     * @param vcpus
     *            the quarks of its vCPUs
     * @param tasks
     *            its threads by id, those with the same id in the order in which they were first seen
     */
    public record Guest(int quark, String vm, int others, List<Integer> vcpus, List<Task> tasks) { }

    /**
     * A thread of a guest.
     *
     * @param quark
     *            its place in the state system
     * @param number
     *            its running number in the guest
     * @param tid
     *            its id in the guest
     * @param nth
     *            from 1: which of the guest's threads with this id and name it is
     * @param name
     *            its last name, null if none was reported
     * @param last
     *            when it was last seen, ns since the epoch; {@link Long#MAX_VALUE} if more may be seen
     * @param ran
     *            whether it had a vCPU
     * @param left
     *            when it left a vCPU last, ns since the epoch; -1 if it never did, or may leave one yet
     * @param tgid
     *            the id of its process in the guest, -1 if no event named it
     * @param process
     *            the running number of that process in the guest, from 1: ids are used again; 0 if not known
     * @param container
     *            that it is in, null if it is not known
     */
    public record Task(int quark, int number, int tid, int nth, String name, long last, boolean ran, long left, int tgid, int process,
            Container container) {

        /** @return its name for people: {@code sh (82)}, the second {@code sh (82)#2} */
        public String label() {
            return ThreadName.nth(new ThreadName(tid, name).label(), nth);
        }
    }

    private final ITmfStateSystem fStates;
    private final StatesAt fNow;
    private final Map<Integer, List<Integer>> fVcpus = new HashMap<>();

    private Tasks(ITmfStateSystem states) throws StateSystemDisposedException {
        fStates = states;
        fNow = new StatesAt(states, states.getCurrentEndTime());
    }

    /**
     * @param states
     *            the model
     * @param host
     *            a host
     * @return the host's guests, in the order in which they first reported
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<Guest> of(ITmfStateSystem states, Machines.Host host) throws StateSystemDisposedException {
        return new Tasks(states).guests(host.quark());
    }

    private List<Guest> guests(int host) {
        for (int vcpu : children(host, MachineAttributes.VCPUS)) {
            if (value(vcpu, GuestAttributes.GUEST) instanceof Integer guest) {
                fVcpus.computeIfAbsent(guest, number -> new ArrayList<>()).add(vcpu);
            }
        }
        List<Guest> guests = new ArrayList<>();
        for (int guest : children(host, GuestAttributes.GUESTS)) {
            if (value(guest, GuestAttributes.VM) instanceof String vm) {
                int number = Integer.parseInt(fStates.getAttributeName(guest));
                guests.add(new Guest(guest, vm, value(guest, TaskAttributes.OTHERS) instanceof Integer n ? n : 0,
                        fVcpus.getOrDefault(number, List.of()), tasks(guest)));
            }
        }
        return guests;
    }

    private List<Task> tasks(int guest) {
        List<Task> tasks = new ArrayList<>();
        Map<String, Integer> nth = new HashMap<>();
        for (int quark : children(guest, TaskAttributes.THREADS)) {
            if (value(quark, TaskAttributes.TID) instanceof Integer tid) {
                String name = value(quark, TaskAttributes.NAME) instanceof String s ? s : null;
                tasks.add(new Task(quark, Integer.parseInt(fStates.getAttributeName(quark)), tid,
                        nth.merge(new ThreadName(tid, name).label(), 1, Integer::sum), name,
                        value(quark, TaskAttributes.LAST) instanceof Long last ? last : Long.MAX_VALUE,
                        value(quark, TaskAttributes.VCPU) != null, value(quark, TaskAttributes.LEFT) instanceof Long left ? left : -1,
                        value(quark, TaskAttributes.TGID) instanceof Integer tgid ? tgid : -1,
                        value(quark, TaskAttributes.PROCESS) instanceof Integer process ? process : 0,
                        Container.of(value(quark, TaskAttributes.CONTAINER), value(quark, TaskAttributes.CONTAINER_NAME))));
            }
        }
        tasks.sort(Comparator.comparingInt(Task::tid).thenComparingInt(Task::number));
        return tasks;
    }

    private List<Integer> children(int parent, String name) {
        int quark = fStates.optQuarkRelative(parent, name);
        return quark < 0 ? List.of() : fStates.getSubAttributes(quark, false);
    }

    private Object value(int parent, String name) {
        int quark = fStates.optQuarkRelative(parent, name);
        return fNow.value(quark);
    }
}
