/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario.example;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.hypertrace.testing.scenario.GuestCode;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.Vm;

/**
 * A guest that does anything it can do: its tasks sleep, run and are woken on any of its vCPUs, call the kernel, make
 * others.
 */
final class RandomGuest {

    private final Vm fVm;
    private final Random fRandom;
    private final List<GuestTask> fAll = new ArrayList<>();
    private final List<GuestTask> fAsleep = new ArrayList<>();
    private final List<GuestTask> fRunnable = new ArrayList<>();
    private final List<GuestTask> fInSyscall = new ArrayList<>();
    private final Map<GuestCode, GuestTask> fRunning = new HashMap<>();
    private int fNextTid = 100;
    private boolean fAtOnce;

    RandomGuest(Vm vm, Random random) {
        fVm = vm;
        fRandom = random;
        for (int i = 1; i < 5; i++) {
            fAll.add(vm.task(i, "task" + i));
        }
        fAsleep.addAll(fAll);
    }

    /** The tracer on one vCPU begins. @return the time of its last word */
    long begins(Vcpu vcpu, long time) {
        long now = time;
        vcpu.boot().hello(now);
        if (fRunning.isEmpty()) {
            for (GuestTask task : fAll) {
                now += fVm.period();
                vcpu.guest().dumps(now, task, 1);
            }
        }
        fRunning.put(vcpu.guest(), vcpu.guest().idle());
        return now;
    }

    /** @return whether what it did last has a hypercall of its own, however events are reported */
    boolean reportedAtOnce() {
        return fAtOnce;
    }

    /**
     * @param time
     *            when it may begin
     * @return the time of the last thing it did
     */
    long does(GuestCode code, long time, long cost) {
        GuestTask task = fRunning.get(code);
        boolean isIdle = task.tid() == 0;
        fAtOnce = false;
        switch (fRandom.nextInt(10)) {
        case 0, 1 -> {
            if (!fAsleep.isEmpty()) {
                GuestTask woken = fAsleep.remove(fRandom.nextInt(fAsleep.size()));
                fRunnable.add(woken);
                fAtOnce = true;
                code.wakes(time, woken);
                return time + fVm.period();
            }
        }
        case 2 -> {
            fAtOnce = true;
            code.mark(time, time);
        }
        case 3 -> {
            fAtOnce = true;
            code.softirq(time, time + 2 * cost + 5, 3);
            return time + 2 * cost + 5;
        }
        case 4, 5 -> {
            if (!isIdle) {
                return syscall(code, task, time, cost);
            }
        }
        case 6 -> {
            if (!isIdle && fRandom.nextInt(3) == 0) {
                GuestTask child = fVm.thread(fNextTid++, task, "child");
                fAsleep.add(child);
                code.forks(time, child);
            } else if (!isIdle) {
                code.executes(time, "exec" + fRandom.nextInt(100));
            }
        }
        default -> switches(code, task, time);
        }
        return time;
    }

    private long syscall(GuestCode code, GuestTask task, long time, long cost) {
        if (fInSyscall.remove(task)) {
            code.syscallExit(time, -11);
            return time;
        }
        if (fRandom.nextBoolean()) {
            code.syscall(time, time + 3 * cost, 1);
            return time + 3 * cost;
        }
        fInSyscall.add(task);
        code.syscallEntry(time, 202, 5);
        return time;
    }

    private void switches(GuestCode code, GuestTask task, long time) {
        boolean isIdle = task.tid() == 0;
        GuestTask next = fRunnable.isEmpty() ? code.idle() : fRunnable.remove(fRandom.nextInt(fRunnable.size()));
        if (next == task) {
            return;
        }
        boolean sleeps = fRandom.nextBoolean();
        code.switchTo(time, next, sleeps ? 1 + fRandom.nextInt(2) : 0);
        if (!isIdle) {
            (sleeps ? fAsleep : fRunnable).add(task);
        }
        fRunning.put(code, next);
    }
}
