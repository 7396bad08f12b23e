/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.event.TextType;
import org.hypertrace.testing.scenario.PlannedEvent.Origin;

/**
 * What a guest does on one of its processors. Every verb carries the time (ns since the epoch) at which it happens; the
 * guest's tracer reports it by a hypercall at that very time - an exit a little before, an entry a little after
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

    /** The tracer reports a task that was there before; raw state 0 is runnable. */
    public GuestCode dumps(long time, GuestTask task, int state) {
        reports(time, EventKind.TASK, message -> new GuestEvent.Task(time, fCpu, task.tid(), task.tgid(), 1, fCpu.cpu(), state,
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
        reports(time, EventKind.SCHED_SWITCH, message -> {
            if (next == fTask || next.cpu() != null || next.ended()) {
                throw cannot(time, "switch to " + next + (next.ended() ? ": it has ended" : ": it runs already"));
            }
            GuestTask prev = fTask;
            fTask = next;
            prev.runsOn(null);
            next.runsOn(next == fIdle ? null : this);
            boolean reported = !message.isInBatch();
            return new GuestEvent.SchedSwitch(time, fCpu, prev.tid(), next.tid(), reported ? PRIO : NO, PRIO,
                    prev == fIdle ? 0 : state, reported ? next.comm() : null, NO, NO);
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
        reports(time, kind, message -> new GuestEvent.Wakeup(time, fCpu, kind, task.tid(), fCpu.cpu(), fTask.tid(), NO,
                task.comm()));
        return this;
    }

    /** The running task makes another. */
    public GuestCode forks(long time, GuestTask child) {
        reports(time, EventKind.SCHED_PROCESS_FORK, message ->
                new GuestEvent.Fork(time, fCpu, fTask.tid(), child.tid(), fTask.tgid(),
                child.tgid(), child.comm())).task(child);
        return this;
    }

    /** The running task executes another program, and has another name from now on. */
    public GuestCode executes(long time, String comm) {
        reports(time, EventKind.SCHED_PROCESS_EXEC, message -> {
            fTask.executes(comm);
            return new GuestEvent.Exec(time, fCpu, fTask.tid(), fTask.tid(), fTask.tgid(), comm);
        });
        return this;
    }

    /** The running task ends; it still has to be switched out. */
    public GuestCode endsTask(long time, long code) {
        reports(time, EventKind.SCHED_PROCESS_EXIT, message -> {
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
        reports(time, EventKind.SYSCALL_ENTRY, message -> {
            fTask.setSyscall(number);
            return new GuestEvent.SyscallEntry(time, fCpu, fTask.tid(), number, false, argument, 0);
        });
        return this;
    }

    /** The running task returns from the kernel, whichever processor it called on. */
    public GuestCode syscallExit(long time, long result) {
        reports(time, EventKind.SYSCALL_EXIT, message -> {
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
        reports(from, EventKind.IRQ_HANDLER_ENTRY, message -> new GuestEvent.IrqEntry(from, fCpu, irq, name));
        reports(to, EventKind.IRQ_HANDLER_EXIT, message -> new GuestEvent.IrqExit(to, fCpu, irq, 1));
        return this;
    }

    /** A softirq is served. */
    public GuestCode softirq(long from, long to, int vec) {
        reports(from, EventKind.IRQ_SOFTIRQ_ENTRY, message ->
                new GuestEvent.Softirq(from, fCpu, EventKind.IRQ_SOFTIRQ_ENTRY, vec));
        reports(to, EventKind.IRQ_SOFTIRQ_EXIT, message -> new GuestEvent.Softirq(to, fCpu, EventKind.IRQ_SOFTIRQ_EXIT, vec));
        return this;
    }

    /** The local APIC's timer interrupts. */
    public GuestCode localTimer(long from, long to) {
        reports(from, EventKind.APIC_VECTOR_ENTRY, message ->
                new GuestEvent.ApicVector(from, fCpu, EventKind.APIC_VECTOR_ENTRY, 236, 0));
        reports(to, EventKind.APIC_VECTOR_EXIT, message ->
                new GuestEvent.ApicVector(to, fCpu, EventKind.APIC_VECTOR_EXIT, 236, 0));
        return this;
    }

    /**
     * A function of the kernel runs, at a depth of 0 to 31. Where functions are batched, only its return is reported, with a
     * duration that is rounded down if it is longer than 16 ms.
     */
    public GuestCode function(long from, long to, long address, int depth) {
        PlannedEvent begin = reports(from, EventKind.FUNC_ENTRY,
                message -> new GuestEvent.FunctionEntry(from, fCpu, fTask.tid(), address, depth, false));
        reports(to, EventKind.FUNC_EXIT, message -> new GuestEvent.FunctionExit(to, fCpu, fTask.tid(), address,
                message.isInBatch() ? rounded(to - from) : to - from, depth, false, message.isInBatch())).endOf(begin);
        return this;
    }

    /** A text in pieces of 24 bytes, a hypercall each. */
    public GuestCode text(long time, TextType type, String text) {
        int calls = Math.max(1, (text.getBytes(StandardCharsets.UTF_8).length + 23) / 24);
        add(time, EventKind.TEXT, type == TextType.MARK ? Origin.USER : Origin.KERNEL,
                message -> new GuestEvent.Text(last(time, calls), fCpu, type, text, time, true)).calls(calls);
        return this;
    }

    /** The name of a VM or device in pieces of 16 bytes, a hypercall each. */
    public GuestCode names(long time, NameType type, String name) {
        int calls = Math.max(1, (name.getBytes(StandardCharsets.UTF_8).length + 15) / 16);
        reports(time, EventKind.NAME, message -> new GuestEvent.Name(last(time, calls), fCpu, type, 0, name)).calls(calls);
        return this;
    }

    /** A process marks this moment. */
    public GuestCode mark(long time, long value) {
        add(time, EventKind.MARK, Origin.USER, message -> new GuestEvent.Mark(time, fCpu, fTask.tid(), value));
        return this;
    }

    /** A process reports what only the kernel may report; nobody must believe it. */
    public GuestCode forges(long time, long nr, long a0, long a1, long a2, long a3) {
        return words(time, EventKind.UNKNOWN, Origin.FORGED, nr, a0, a1, a2, a3);
    }

    /** The kernel reports what is nothing of the ABI's: below 0x20 it is KVM's own hypercall, else unknown. */
    public GuestCode hypercall(long time, long nr, long a0, long a1, long a2, long a3) {
        return words(time, nr >= 0 && nr < 0x20 ? EventKind.KVM_HYPERCALL : EventKind.UNKNOWN, Origin.FOREIGN, nr, a0, a1,
                a2, a3);
    }

    private GuestCode words(long time, EventKind kind, Origin origin, long nr, long a0, long a1, long a2, long a3) {
        add(time, kind, origin, message -> new GuestEvent.OtherHypercall(time, fCpu, kind, nr, a0, a1, a2, a3));
        return this;
    }

    /** Anything else that one hypercall reports; what a nested guest reports is relayed without a number. */
    public GuestCode reports(GuestEvent event) {
        PlannedEvent message = reports(event.time(), event.kind(), self -> event);
        if (event.from().level() > 0) {
            message.unnumbered();
        }
        return this;
    }

    /** The next hypercalls that it sends are lost: so many numbers are missing before what it reports next. */
    public GuestCode losesNumbers(long count) {
        fGap += count;
        return this;
    }

    /** What it reports next has the number of what it reported before. */
    public GuestCode repeatsNumber() {
        fRepeats = true;
        return this;
    }

    PlannedEvent reports(long time, EventKind kind, Function<PlannedEvent, GuestEvent> make) {
        return add(time, kind, Origin.KERNEL, make);
    }

    private PlannedEvent add(long time, EventKind kind, Origin origin, Function<PlannedEvent, GuestEvent> make) {
        PlannedEvent message = new PlannedEvent(fVcpu, time, kind, origin, make).numbering(fGap, fRepeats);
        fGap = 0;
        fRepeats = false;
        fVcpu.vm().add(message);
        return message;
    }

    /** When the last of so many hypercalls in a row is reported. */
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
