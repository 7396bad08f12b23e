/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.container.Container;
import org.hypertrace.core.container.read.GuestContainers;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.GuestTask;
import org.hypertrace.core.task.TaskAttributes;
import org.hypertrace.core.task.TaskSink;
import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.timeline.Guest;

/** Writes what threads of guests do into the state system. */
final class TaskWriter implements TaskSink {

    /** Where the values of a thread are kept. */
    private record Thread(int quark, int state, long begin) { }

    /** A thread that ended. */
    private record Ended(Guest guest, int tid, int quark, long begin, long end) { }

    private final ITmfStateSystemBuilder fStates;
    private final ModelWriter fModel;
    private final GuestWriter fGuests;
    private final GuestContainers fContainers;
    /** By guest, then by the thread's number. */
    private final Map<Guest, List<Thread>> fThreads = new HashMap<>();
    private final Map<Guest, Counter> fOthers = new HashMap<>();
    /** Those whose containers are not known yet. */
    private final List<Ended> fEnded = new ArrayList<>();
    private final List<Integer> fCurrent = new ArrayList<>();
    private final List<Integer> fMode = new ArrayList<>();

    /** {@code containers}: null if they are known at the end only. */
    TaskWriter(ITmfStateSystemBuilder states, ModelWriter model, GuestWriter guests, GuestContainers containers) {
        fContainers = containers;
        fStates = states;
        fModel = model;
        fGuests = guests;
    }

    private Thread of(GuestTask task) {
        return fThreads.get(task.guest()).get(task.number());
    }

    @Override
    public void begins(long time, GuestTask task) {
        int quark = fStates.getQuarkRelativeAndAdd(fGuests.quark(task.guest()), TaskAttributes.THREADS,
                Integer.toString(task.number()));
        Thread thread = new Thread(quark, fStates.getQuarkRelativeAndAdd(quark, TaskAttributes.STATE), time);
        fThreads.computeIfAbsent(task.guest(), guest -> new ArrayList<>()).add(thread);
        fModel.set(time, task.tid(), quark, TaskAttributes.TID);
        fStates.modifyAttribute(time, TaskState.UNKNOWN.ordinal(), thread.state);
    }

    @Override
    public void named(long time, GuestTask task, String name) {
        fModel.set(time, name, of(task).quark, TaskAttributes.NAME);
    }

    @Override
    public void state(long time, GuestTask task, Integer code) {
        fStates.modifyAttribute(time, code, of(task).state);
    }

    @Override
    public void runsOn(long time, GuestTask task, VirtualCpu vcpu) {
        fModel.set(time, fModel.quark(vcpu), of(task).quark, TaskAttributes.VCPU);
    }

    @Override
    public void ends(long time, GuestTask task) {
        int quark = of(task).quark;
        fModel.set(time, task.last(), quark, TaskAttributes.LAST);
        if (task.left() >= 0) {
            fModel.set(time, task.left(), quark, TaskAttributes.LEFT);
        }
        if (task.process() > 0) {
            fModel.set(time, task.tgid(), quark, TaskAttributes.TGID);
            fModel.set(time, task.process(), quark, TaskAttributes.PROCESS);
        }
        Ended ended = new Ended(task.guest(), task.tid(), quark, of(task).begin, time);
        if (fContainers != null) {
            contain(ended, fContainers);
        } else if (task.tid() > 0) {
            fEnded.add(ended);
        }
        if (task.state() != TaskState.ENDED) {
            fStates.modifyAttribute(time, null, of(task).state);
        }
    }

    /** In which containers threads were whose end came before that was known. */
    void contain(GuestContainers containers) {
        fEnded.forEach(ended -> contain(ended, containers));
        fEnded.clear();
    }

    private void contain(Ended ended, GuestContainers containers) {
        Container container = ended.tid > 0 ? containers.of(ended.guest, ended.tid, ended.begin, ended.end) : null;
        if (container != null) {
            fModel.set(ended.end, container.namespace(), ended.quark, TaskAttributes.CONTAINER);
            if (container.name() != null) {
                fModel.set(ended.end, container.name(), ended.quark, TaskAttributes.CONTAINER_NAME);
            }
        }
    }

    @Override
    public void others(long time, Guest guest) {
        count(time, guest, fOthers, TaskAttributes.OTHERS);
    }

    private void count(long time, Guest guest, Map<Guest, Counter> counters, String name) {
        counters.computeIfAbsent(guest, key -> new Counter(fStates.getQuarkRelativeAndAdd(fGuests.quark(guest), name)))
                .add(fStates, time);
    }

    @Override
    public void current(long time, VirtualCpu vcpu, GuestTask task) {
        set(time, vcpu, fCurrent, TaskAttributes.GUEST_TASK, task == null ? null : (Integer) task.number());
    }

    @Override
    public void mode(long time, VirtualCpu vcpu, GuestMode mode) {
        set(time, vcpu, fMode, TaskAttributes.GUEST_MODE, mode == GuestMode.UNKNOWN ? null : (Integer) mode.ordinal());
    }

    private void set(long time, VirtualCpu vcpu, List<Integer> quarks, String name, Integer value) {
        while (quarks.size() <= vcpu.index()) {
            quarks.add(null);
        }
        Integer quark = quarks.get(vcpu.index());
        if (quark == null) {
            quark = fStates.getQuarkRelativeAndAdd(fModel.quark(vcpu), name);
            quarks.set(vcpu.index(), quark);
        }
        fStates.modifyAttribute(time, value, quark);
    }
}
