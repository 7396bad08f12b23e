/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.TextType;
import org.hypertrace.testing.scenario.PlannedEvent.Origin;

/**
 * What a guest does on one of its processors. Every verb carries the time (ns since the epoch) at which it happens; the
 * guest's tracer tells it by a hypercall at that very time - an exit a little before, an entry a little after
 * ({@link Vm#tracerCost}) - or later in a batch ({@link Vm#batches}). For all of it the guest must have the processor.
 */
public final class GuestCode {

    private static final int NO = GuestEvent.UNKNOWN_ID;
    private static final int PRIO = 120;

    private final Vcpu fVcpu;
    private final GuestCpu fCpu;
    private final GuestTask fIdle;
    private GuestTask fTask;
    private long fGap;
    private boolean fRepeats;

    GuestCode(Vcpu vcpu, int number) {
        fVcpu = vcpu;
        fCpu = new GuestCpu(number, number, 0, 0);
        fIdle = new GuestTask(0, 0, "swapper/" + number);
        fTask = fIdle;
    }

    /** The tracer tells of a task that was there before; raw state 0 is runnable. */
    public GuestCode dumps(long time, GuestTask task, int state) {
        says(time, EventKind.TASK, said -> new GuestEvent.Task(time, fCpu, task.tid(), task.tgid(), 1, fCpu.cpu(), state,
                task.comm())).task(task);
        return this;
    }

    /** The processor goes to another task, or to {@link #idle}; the one it had sleeps. */
    public GuestCode switchTo(long time, GuestTask next) {
        return switchTo(time, next, 1);
    }

    /** The processor goes to another task; the one it had stays runnable. */
    public GuestCode preemptedBy(long time, GuestTask next) {
        return switchTo(time, next, 0);
    }

    /** The processor goes to another task; the one it had is left in a raw state. */
    public GuestCode switchTo(long time, GuestTask next, long state) {
        says(time, EventKind.SCHED_SWITCH, said -> {
            if (next == fTask || next.cpu() != null || next.ended()) {
                throw cannot(time, "switch to " + next + (next.ended() ? ": it has ended" : ": it runs already"));
            }
            GuestTask prev = fTask;
            fTask = next;
            prev.runsOn(null);
            next.runsOn(next == fIdle ? null : this);
            boolean told = !said.isInBatch();
            return new GuestEvent.SchedSwitch(time, fCpu, prev.tid(), next.tid(), told ? PRIO : NO, PRIO,
                    prev == fIdle ? 0 : state, told ? next.comm() : null, NO, NO);
        }).task(next);
        return this;
    }

    /** A task is woken, and at once in the run queue of this processor: two hypercalls. */
    public GuestCode wakes(long time, GuestTask task) {
        wakeup(time, EventKind.SCHED_WAKING, task);
        return wakeup(last(time, 2), EventKind.SCHED_WAKEUP, task);
    }

    /** A task is woken: {@code kind} is the decision, the wakeup, or that of a new task. */
    public GuestCode wakeup(long time, EventKind kind, GuestTask task) {
        says(time, kind, said -> new GuestEvent.Wakeup(time, fCpu, kind, task.tid(), fCpu.cpu(), fTask.tid(), NO,
                task.comm()));
        return this;
    }

    /** The running task makes another. */
    public GuestCode forks(long time, GuestTask child) {
        says(time, EventKind.SCHED_PROCESS_FORK, said ->
                new GuestEvent.Fork(time, fCpu, fTask.tid(), child.tid(), fTask.tgid(),
                child.tgid(), child.comm())).task(child);
        return this;
    }

    /** The running task executes another program, and has another name from now on. */
    public GuestCode executes(long time, String comm) {
        says(time, EventKind.SCHED_PROCESS_EXEC, said -> {
            fTask.executes(comm);
            return new GuestEvent.Exec(time, fCpu, fTask.tid(), fTask.tid(), fTask.tgid(), comm);
        });
        return this;
    }

    /** The running task ends; it still has to be switched out. */
    public GuestCode endsTask(long time, long code) {
        says(time, EventKind.SCHED_PROCESS_EXIT, said -> {
            fTask.ends();
            return new GuestEvent.TaskExit(time, fCpu, fTask.tid(), fTask.tgid(), code, NO, fTask.comm());
        });
        return this;
    }

    /** The running task calls the kernel, and gets 0 back. */
    public GuestCode syscall(long from, long to, int number) {
        return syscallEntry(from, number, 3).syscallExit(to, 0);
    }

    /** The running task calls the kernel. */
    public GuestCode syscallEntry(long time, int number, long argument) {
        says(time, EventKind.SYSCALL_ENTRY, said -> {
            fTask.setSyscall(number);
            return new GuestEvent.SyscallEntry(time, fCpu, fTask.tid(), number, false, argument, 0);
        });
        return this;
    }

    /** The running task returns from the kernel, whichever processor it called on. */
    public GuestCode syscallExit(long time, long result) {
        says(time, EventKind.SYSCALL_EXIT, said -> {
            int number = fTask.syscall();
            if (number < 0) {
                throw cannot(time, "return from a system call: " + fTask + " is in none");
            }
            fTask.setSyscall(-1);
            return new GuestEvent.SyscallExit(time, fCpu, fTask.tid(), number, false, result);
        });
        return this;
    }

    /** A device's interrupt. */
    public GuestCode irq(long from, long to, int irq, String name) {
        says(from, EventKind.IRQ_HANDLER_ENTRY, said -> new GuestEvent.IrqEntry(from, fCpu, irq, name));
        says(to, EventKind.IRQ_HANDLER_EXIT, said -> new GuestEvent.IrqExit(to, fCpu, irq, 1));
        return this;
    }

    /** A softirq is served. */
    public GuestCode softirq(long from, long to, int vec) {
        says(from, EventKind.IRQ_SOFTIRQ_ENTRY, said ->
                new GuestEvent.Softirq(from, fCpu, EventKind.IRQ_SOFTIRQ_ENTRY, vec));
        says(to, EventKind.IRQ_SOFTIRQ_EXIT, said -> new GuestEvent.Softirq(to, fCpu, EventKind.IRQ_SOFTIRQ_EXIT, vec));
        return this;
    }

    /** The local APIC's timer interrupts. */
    public GuestCode localTimer(long from, long to) {
        says(from, EventKind.APIC_VECTOR_ENTRY, said ->
                new GuestEvent.ApicVector(from, fCpu, EventKind.APIC_VECTOR_ENTRY, 236, 0));
        says(to, EventKind.APIC_VECTOR_EXIT, said ->
                new GuestEvent.ApicVector(to, fCpu, EventKind.APIC_VECTOR_EXIT, 236, 0));
        return this;
    }

    /**
     * A function of the kernel runs, at a depth of 0 to 31. Where functions are batched, only its return is told, with a
     * duration that is rounded down if it is longer than 16 ms.
     */
    public GuestCode function(long from, long to, long address, int depth) {
        PlannedEvent begin = says(from, EventKind.FUNC_ENTRY,
                said -> new GuestEvent.FunctionEntry(from, fCpu, fTask.tid(), address, depth, false));
        says(to, EventKind.FUNC_EXIT, said -> new GuestEvent.FunctionExit(to, fCpu, fTask.tid(), address,
                said.isInBatch() ? rounded(to - from) : to - from, depth, false, said.isInBatch())).endOf(begin);
        return this;
    }

    /** A text in pieces of 24 bytes, a hypercall each. */
    public GuestCode text(long time, TextType type, String text) {
        int calls = Math.max(1, (text.getBytes(StandardCharsets.UTF_8).length + 23) / 24);
        add(time, EventKind.TEXT, type == TextType.MARK ? Origin.USER : Origin.KERNEL,
                said -> new GuestEvent.Text(last(time, calls), fCpu, type, text, time, true)).calls(calls);
        return this;
    }

    /** A process marks this moment. */
    public GuestCode mark(long time, long value) {
        add(time, EventKind.MARK, Origin.USER, said -> new GuestEvent.Mark(time, fCpu, fTask.tid(), value));
        return this;
    }

    /** A process says what only the kernel may say; nobody must believe it. */
    public GuestCode forges(long time, long nr, long a0, long a1, long a2, long a3) {
        return words(time, EventKind.UNKNOWN, Origin.FORGED, nr, a0, a1, a2, a3);
    }

    /** The kernel says what is nothing of the ABI's: below 0x20 it is KVM's own hypercall, else unknown. */
    public GuestCode hypercall(long time, long nr, long a0, long a1, long a2, long a3) {
        return words(time, nr >= 0 && nr < 0x20 ? EventKind.KVM_HYPERCALL : EventKind.UNKNOWN, Origin.FOREIGN, nr, a0, a1,
                a2, a3);
    }

    private GuestCode words(long time, EventKind kind, Origin origin, long nr, long a0, long a1, long a2, long a3) {
        add(time, kind, origin, said -> new GuestEvent.OtherHypercall(time, fCpu, kind, nr, a0, a1, a2, a3));
        return this;
    }

    /** Anything else that one hypercall says; what a nested guest says is relayed without a number. */
    public GuestCode says(GuestEvent event) {
        PlannedEvent said = says(event.time(), event.kind(), self -> event);
        if (event.from().level() > 0) {
            said.unnumbered();
        }
        return this;
    }

    /** The next hypercalls that it sends are lost: so many numbers are missing before what it says next. */
    public GuestCode losesNumbers(long count) {
        fGap += count;
        return this;
    }

    /** What it says next has the number of what it said before. */
    public GuestCode repeatsNumber() {
        fRepeats = true;
        return this;
    }

    PlannedEvent says(long time, EventKind kind, Function<PlannedEvent, GuestEvent> make) {
        return add(time, kind, Origin.KERNEL, make);
    }

    private PlannedEvent add(long time, EventKind kind, Origin origin, Function<PlannedEvent, GuestEvent> make) {
        PlannedEvent said = new PlannedEvent(fVcpu, time, kind, origin, make).numbering(fGap, fRepeats);
        fGap = 0;
        fRepeats = false;
        fVcpu.vm().add(said);
        return said;
    }

    /** When the last of so many hypercalls in a row is said. */
    long last(long time, int calls) {
        return time + (calls - 1) * fVcpu.vm().period();
    }

    /** What a batch's record can hold: a mantissa of 24 bits, shifted by an even number. */
    private static long rounded(long duration) {
        int shift = 0;
        while (duration >>> shift > 0xffffff) {
            shift += 2;
        }
        return duration >>> shift << shift;
    }

    private IllegalStateException cannot(long time, String what) {
        return new IllegalStateException(time + ": the guest on " + fVcpu + " cannot " + what);
    }

    /** A boot begins: nothing runs any more. */
    void boots() {
        fTask.runsOn(null);
        fTask = fIdle;
    }

    GuestCpu cpu() {
        return fCpu;
    }

    /** Who runs. */
    GuestTask task() {
        return fTask;
    }

    /** The idle task of this processor. */
    public GuestTask idle() {
        return fIdle;
    }

    /** The thread that this is the code of. */
    public Vcpu vcpu() {
        return fVcpu;
    }
}
