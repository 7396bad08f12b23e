/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.GuestTask;
import org.hypertrace.core.task.RunningTask;
import org.hypertrace.core.task.TaskSink;
import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.task.TaskTracker;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.PerGuest;
import org.hypertrace.core.timeline.VmLifecycleEvent;

/**
 * The stacks of all threads of guests: what they are in by the guests' own words, and over that what the hosts do with them.
 * <p>
 * A stack is a thread's, not a processor's. Which threads there are, who has which processor and what the others wait for
 * is what {@link TaskTracker} finds. From the guest's first event until it is reported who has a vCPU, a thread without an id
 * stands for whoever it is. The outermost frames of a thread are what the guest reports: functions, system calls, interrupts, softirqs,
 * vectors of the local APIC, initcalls and shutdown steps. A frame for a thread off its processor comes next, then the exit in which its
 * vCPU is. The innermost is the state of the vCPU, if the guest does not have it. The time of a thread in
 * an interrupt is that thread's, as its stack is; {@link FrameLabels#isInterrupt} shows that the interrupt caused what is
 * in it. Marks are stretches beside the frames.
 * <p>
 * Nested guests have no exits here. Those of a vCPU are in the thread of the VM that runs on it, also when this is the nested
 * guest's hypervisor.
 */
public final class StackTracker implements TaskSink {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 12;

    /** Threads that stand for those who are not recorded. */
    private static final int MAX_STAND_INS = 1 << 14;
    /** Changes that wait, of all threads together. */
    private static final int MAX_WAITING = 1 << 20;

    /** A guest, or a guest nested in one. */
    private final class Owner {
        private final Guest fGuest;
        private final String fNested;
        private int fBoot;
        private int fNumber;
        private boolean fWaits;
        private final List<GuestThread> fThreads = new ArrayList<>();

        Owner(Guest guest, String nested) {
            fGuest = guest;
            fNested = nested;
            fBoot = fNames.boots(guest, nested);
        }

        GuestThread add(long time, int tid, int cpu) {
            StackThread thread = new StackThread(fIndex++, fGuest, fNested, fBoot, tid, tid <= 0 ? cpu : -1);
            thread.inBoot(fNumber);
            ThreadChanges changes = new ThreadChanges(new ThreadStack(time, thread, fSink, fRepairs), fWaiting);
            if (fWaits) {
                changes.setWaits();
            }
            GuestThread added = new GuestThread(thread, changes);
            fThreads.add(added);
            return added;
        }

        void end(long time, Repair repair) {
            fThreads.forEach(thread -> thread.end(time, repair));
        }
    }

    private final StackSink fSink;
    private final FrameNames fNames;
    private final TaskTracker fTasks = new TaskTracker(this, true);
    private final PerGuest<Owner> fOwners = new PerGuest<>(Owner::new);
    private final Map<GuestTask, GuestThread> fThreads = new HashMap<>();
    private final List<Processor> fVcpus = new ArrayList<>();
    private final Map<RunningTask, Processor> fOthers = new HashMap<>();
    private final long[] fRepairs = new long[Repair.values().length];
    private final int[] fWaiting = new int[1];
    private int fIndex;
    private int fStandIns;
    private long fUnfollowed;
    private long fNow;
    private GuestEvent fEvent;

    /**
     * @param sink
     *            gets the stacks
     * @param names
     *            learns names
     */
    StackTracker(StackSink sink, FrameNames names) {
        fSink = sink;
        fNames = names;
    }

    /** @return how often what was reported had to be repaired */
    public long repairs(Repair repair) {
        return fRepairs[repair.ordinal()];
    }

    /** @return how many events are of threads that are not followed, since there are too many */
    public long unfollowed() {
        return fUnfollowed;
    }

    /** What the host does with a vCPU is reported to its processor. */
    Processor processor(VirtualCpu vcpu) {
        while (fVcpus.size() <= vcpu.index()) {
            fVcpus.add(new Processor());
        }
        return fVcpus.get(vcpu.index());
    }

    /**
     * @param guest
     *            a guest
     * @param vcpu
     *            the vCPU by which it shows it, null if that is not known or the guest has a trace of its own
     * @param event
     *            the next event in time order
     */
    public void handle(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        if (event instanceof GuestEvent.OtherHypercall) {
            // no word of the guest's tracer: nobody is known by it
            return;
        }
        Owner owner = fOwners.of(guest, event.from());
        if (owner == null) {
            fUnfollowed++;
            return;
        }
        Processor vcpus = vcpu == null ? null : processor(vcpu);
        fNow = vcpus == null ? event.time() : vcpus.when(event.time());
        fEvent = event;
        boots(owner, guest.boot(event.from()));
        fNames.learn(owner.fBoot, event);
        RunningTask on = fTasks.handle(guest, vcpu, event);
        if (on == null) {
            fUnfollowed++;
            return;
        }
        Processor processor = vcpus != null && owner.fNested == null ? vcpus
                : fOthers.computeIfAbsent(on, key -> new Processor());
        GuestThread current = on.task() != null ? fThreads.get(on.task()) : standIn(owner, processor);
        processor.runs(fNow, current);
        GuestThread reporter = on.reporter() == null ? current : fThreads.get(on.reporter());
        if (event instanceof GuestEvent.Hello hello && hello.batchSpan() > 0
                || event instanceof GuestEvent.Tracing tracing && tracing.exitOnly()) {
            owner.fWaits = true;
            owner.fThreads.forEach(thread -> thread.changes().setWaits());
        }
        if (reporter != null) {
            GuestFrames.change(fNow, event, reporter.changes(), current == null ? reporter.changes() : current.changes(), fNames);
        } else {
            fUnfollowed++;
        }
        if (fWaiting[0] > MAX_WAITING) {
            fOwners.forEach(each -> each.fThreads.forEach(thread -> thread.changes().flush()));
        }
    }

    /** With another boot than before nothing of that one goes on. */
    private void boots(Owner owner, int number) {
        if (owner.fNumber != 0 && owner.fNumber != number) {
            owner.end(fNow, Repair.NEVER_RETURNED);
            owner.fThreads.clear();
            owner.fBoot = fNames.boots(owner.fGuest, owner.fNested);
            fThreads.keySet().removeIf(task -> task.guest() == owner.fGuest && Objects.equals(task.nested(), owner.fNested));
        }
        if (owner.fNumber != number) {
            owner.fNumber = number;
            owner.fThreads.forEach(thread -> thread.thread().inBoot(number));
        }
    }

    private GuestThread standIn(Owner owner, Processor processor) {
        GuestThread known = processor.standIn();
        if ((known == null || known.thread().boot() != owner.fBoot) && fStandIns < MAX_STAND_INS) {
            fStandIns++;
            known = owner.add(fNow, GuestEvent.UNKNOWN_ID, fEvent.from().cpu());
            processor.setStandIn(known);
        }
        return known;
    }

    /** The vCPU's last exit was for a hypercall of the guest's tracer. */
    void traced(VirtualCpu vcpu) {
        processor(vcpu).traced();
    }

    /** The host's tracer lost events. */
    void lost(HostEvent.LostEvents event) {
        fNow = event.time();
        fTasks.lost(event);
        fOwners.forEach(owner -> {
            if (owner.fGuest.host() == event.host()) {
                owner.end(fNow, Repair.LOST);
            }
        });
    }

    /** The hypervisor's events report what becomes of a VM. */
    void life(long time, Guest guest, VmLifecycleEvent sign) {
        if (sign != VmLifecycleEvent.LAUNCHED) {
            fOwners.forEach(owner -> {
                if (owner.fGuest == guest) {
                    owner.end(time, Repair.NEVER_RETURNED);
                }
            });
        }
    }

    /** Nothing more comes; {@code ends}: the last moment of every host. */
    void finish(long[] ends) {
        fOwners.forEach(owner -> owner.end(ends[owner.fGuest.host()], Repair.NEVER_RETURNED));
        fSink.finished();
    }

    @Override
    public void begins(long time, GuestTask task) {
        Owner owner = task.nested() == null ? fOwners.of(task.guest()) : fOwners.of(task.guest(), fEvent.from());
        int cpu = fEvent instanceof GuestEvent.Task reported ? reported.cpu() : fEvent.from().cpu();
        GuestThread thread = owner.add(fNow, task.tid(), Math.max(0, cpu));
        fThreads.put(task, thread);
        thread.becomes(fNow, TaskState.UNKNOWN);
    }

    @Override
    public void named(long time, GuestTask task, String name) {
        GuestThread thread = fThreads.get(task);
        if (thread != null) {
            thread.thread().named(name);
        }
    }

    @Override
    public void state(long time, GuestTask task, Integer code) {
        GuestThread thread = fThreads.get(task);
        if (thread != null) {
            thread.becomes(fNow, TaskState.of(code));
        }
    }

    @Override
    public void ends(long time, GuestTask task) {
        GuestThread thread = fThreads.remove(task);
        if (thread != null) {
            thread.end(fNow, Repair.NEVER_RETURNED);
        }
    }

    @Override
    public void runsOn(long time, GuestTask task, VirtualCpu vcpu) {
        // a thread's stack is the same wherever it runs
    }

    @Override
    public void others(long time, Guest guest) {
        fUnfollowed++;
    }

    @Override
    public void current(long time, VirtualCpu vcpu, GuestTask task) {
        // asked after every event, also of nested guests
    }

    @Override
    public void mode(long time, VirtualCpu vcpu, GuestMode mode) {
        // the stack shows more
    }
}
