/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.timeline.Guest;

/** The threads of one guest: see {@link TaskTracker}. */
final class TrackedGuest {

    /** Threads of a guest that are followed, over all its boots. */
    static final int MAX = 1 << 15;

    private static final int DEAD = 0x10 | 0x20 | 0x80;

    private final Guest fGuest;
    private final String fNested;
    private final int[] fCount;
    private final TaskSink fSink;
    /** By thread id; idle threads by -1 - processor. */
    private final Map<Integer, GuestTask> fTasks = new LinkedHashMap<>();
    private final Map<Integer, RunningTask> fVcpus = new HashMap<>();
    /** The running numbers of processes, by their ids. */
    private final Map<Integer, Integer> fProcesses = new HashMap<>();
    private int fBoot;
    private int fProcessCount;

    /** @param count how many threads are followed; those of nested guests share it */
    TrackedGuest(Guest guest, String nested, int[] count, TaskSink sink) {
        fGuest = guest;
        fNested = nested;
        fCount = count;
        fSink = sink;
    }

    Guest guest() {
        return fGuest;
    }

    /** @param vcpu null if the processor is none, or not known */
    RunningTask handle(VirtualCpu vcpu, GuestEvent event) {
        long time = event.time();
        GuestCpu from = event.from();
        int boot = fNested == null ? fGuest.boot() : fGuest.boot(from);
        if (fBoot != 0 && fBoot != boot) {
            boot(time);
        }
        fBoot = boot;
        int key = vcpu != null ? vcpu.index() : -2 - from.cpu();
        RunningTask on = fVcpus.get(key);
        if (on == null) {
            on = new RunningTask(vcpu);
            fVcpus.put(key, on);
        }
        GuestTask reporter = null;
        if (event instanceof GuestEvent.SchedSwitch e) {
            switched(on, e);
        } else if (event instanceof GuestEvent.GroupsOff e) {
            if ((e.off() & 1) != 0) {
                // without switches nobody reports who leaves
                lost(time);
            }
        } else {
            int tid = reporter(event);
            reporter = tid < 0 ? null : seen(tid, time, from.cpu());
            if (reporter != null) {
                on.reported(reporter);
            }
            about(event, reporter);
            on.interrupts().accept(event);
        }
        on.show(time, fSink);
        on.setReporter(reporter);
        return on;
    }

    /** The thread that runs when the event happens, if the event names it. */
    private static int reporter(GuestEvent event) {
        if (event instanceof GuestEvent.Wakeup e) {
            return e.wakerTid();
        }
        return event instanceof GuestEvent.Task || event instanceof GuestEvent.TaskFree ? GuestEvent.UNKNOWN_ID : event.tid();
    }

    private void about(GuestEvent event, GuestTask reporter) {
        long time = event.time();
        if (event instanceof GuestEvent.Wakeup e) {
            woken(e);
        } else if (event instanceof GuestEvent.Fork e && e.childTid() > 0) {
            gone(time, fTasks.remove(e.childTid()));
            GuestTask child = seen(e.childTid(), time, GuestEvent.UNKNOWN_ID);
            child.becomes(time, TaskState.SLEEPING, false, fSink);
            child.named(time, e.childComm(), fSink);
            if (e.childTid() == e.childTgid()) {
                fProcesses.remove(e.childTgid());
            }
            isOf(child, e.childTgid());
        } else if (event instanceof GuestEvent.Exec e && reporter != null) {
            reporter.named(time, e.comm(), fSink);
            isOf(reporter, e.tgid());
        } else if (event instanceof GuestEvent.TaskExit e && reporter != null) {
            reporter.named(time, e.comm(), fSink);
            reporter.exits();
            isOf(reporter, e.tgid());
        } else if (event instanceof GuestEvent.TaskFree e && e.tid() > 0) {
            gone(time, fTasks.remove(e.tid()));
        } else if (event instanceof GuestEvent.Task e && e.tid() >= 0) {
            dumped(e);
        } else if (event instanceof GuestEvent.SyscallEntry && reporter != null) {
            reporter.setMode(GuestMode.SYSCALL);
        } else if (event instanceof GuestEvent.SyscallExit && reporter != null) {
            reporter.setMode(GuestMode.USER);
        }
    }

    private void isOf(GuestTask task, int tgid) {
        if (tgid >= 0 && task.isFollowed()) {
            task.isOf(tgid, fProcesses.computeIfAbsent(tgid, id -> ++fProcessCount));
        }
    }

    private void woken(GuestEvent.Wakeup e) {
        if (e.tid() > 0) {
            GuestTask task = seen(e.tid(), e.time(), e.targetCpu());
            task.named(e.time(), e.comm(), fSink);
            if (task.state() != TaskState.RUNNING) {
                task.becomes(e.time(), TaskState.WAITING, false, fSink);
            }
        }
    }

    private void dumped(GuestEvent.Task e) {
        GuestTask task = seen(e.tid(), e.time(), e.cpu());
        if (e.tid() > 0) {
            task.named(e.time(), e.comm(), fSink);
        }
        isOf(task, e.tgid());
        // runnable reports nothing: it may wait or have a vCPU
        if (task.state() == TaskState.UNKNOWN && e.state() > 0 && (e.state() & 0xff) != 0) {
            task.becomes(e.time(), TaskState.SLEEPING, false, fSink);
        }
    }

    private void switched(RunningTask on, GuestEvent.SchedSwitch e) {
        long time = e.time();
        int cpu = e.from().cpu();
        GuestTask left = on.switchedTo();
        on.forget();
        int prevTid = isCompressed(e) ? left == null ? GuestEvent.UNKNOWN_ID : left.tid() : e.prevTid();
        GuestTask prev = prevTid < 0 ? null : seen(prevTid, time, cpu);
        if (prev != null) {
            if (prev != left) {
                takeFromElsewhere(time, prev);
            }
            prev.becomes(time, after(prev, e.prevState()), prev != left, fSink);
            prev.leaves(time);
        }
        if (left != null && left != prev) {
            left.becomes(time, TaskState.UNKNOWN, true, fSink);
        }
        if (e.nextTid() >= 0) {
            GuestTask next = seen(e.nextTid(), time, cpu);
            if (e.nextTid() > 0) {
                next.named(time, e.nextComm(), fSink);
            }
            boolean elsewhere = takeFromElsewhere(time, next);
            next.runsOn(time, on, fSink);
            next.becomes(time, TaskState.RUNNING, elsewhere, fSink);
            on.switchTo(next);
            if (!next.isFollowed()) {
                fSink.others(time, fGuest);
            }
        }
    }

    /** Records of a compressed batch report only who comes; who leaves is inferred from the record before. */
    private static boolean isCompressed(GuestEvent.SchedSwitch e) {
        return e.nextComm() == null && e.prevPrio() == GuestEvent.UNKNOWN_ID && e.nextPrio() != GuestEvent.UNKNOWN_ID;
    }

    private static TaskState after(GuestTask task, long prevState) {
        if (task.tid() == 0) {
            return TaskState.SLEEPING;
        }
        if (prevState < 0) {
            return TaskState.UNKNOWN;
        }
        return prevState == 0 ? TaskState.WAITING
                : task.hasExited() || (prevState & DEAD) != 0 ? TaskState.ENDED : TaskState.SLEEPING;
    }

    /** @return whether it was thought to run on another vCPU, which is not known to run anything then */
    private boolean takeFromElsewhere(long time, GuestTask task) {
        if (task.state() != TaskState.RUNNING) {
            return false;
        }
        RunningTask other = task.on();
        if (other.switchedTo() == task) {
            other.forget();
            other.show(time, fSink);
        }
        return true;
    }

    private GuestTask seen(int tid, long time, int cpu) {
        int key = tid == 0 ? -1 - Math.max(0, cpu) : tid;
        GuestTask task = fTasks.get(key);
        if (task == null) {
            boolean followed = fCount[0] < MAX;
            task = new GuestTask(fGuest, fNested, followed ? fCount[0]++ : -1, tid, time);
            if (followed) {
                fTasks.put(key, task);
                fSink.begins(time, task);
            }
            if (tid == 0) {
                task.named(time, "swapper/" + Math.max(0, cpu), fSink);
            }
        }
        task.seen(time);
        return task;
    }

    /** Its id belongs to another thread from now on. */
    private void gone(long time, GuestTask task) {
        if (task != null) {
            if (takeFromElsewhere(time, task)) {
                task.becomes(time, TaskState.ENDED, true, fSink);
            }
            fSink.ends(time, task);
        }
    }

    /** Of the boot before nothing goes on. */
    private void boot(long time) {
        finish(time);
        fTasks.clear();
        fProcesses.clear();
        for (RunningTask on : fVcpus.values()) {
            on.forget();
            on.show(time, fSink);
        }
    }

    void lost(long time) {
        for (RunningTask on : fVcpus.values()) {
            if (on.switchedTo() != null) {
                on.switchedTo().becomes(time, TaskState.UNKNOWN, true, fSink);
            }
            on.forget();
            on.show(time, fSink);
        }
        for (GuestTask task : fTasks.values()) {
            // system calls may have begun or ended meanwhile, threads may have been woken, run, and gone to sleep again
            task.setMode(GuestMode.RUNNING);
            task.forget(time, fSink);
        }
    }

    void finish(long time) {
        fTasks.values().forEach(task -> fSink.ends(time, task));
    }
}
