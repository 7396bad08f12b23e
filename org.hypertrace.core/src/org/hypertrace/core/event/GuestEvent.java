/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

/**
 * What a guest reports happened, whatever the dialect. {@code time} is the host's clock in ns since the epoch, exact also for
 * events that were sent in a batch; {@code from} is the processor that reported it. All values are the guest's: bounded as reported
 * here, but not to be believed further than that.
 * <p>
 * Numbers that are not recorded are {@link #UNKNOWN_ID}, texts null. Thread ids are the guest's, 0 to 2^22; depths 0 to 65535;
 * processors 0 to 65535. States are the guest kernel's raw ones, priorities too (0-139, 120 is nice 0; 255 is the -1 of a
 * deadline task). Durations are ns, 0 or more, by the guest's clock.
 */
public sealed interface GuestEvent extends Timed {

    /** Stands for a number that the guest does not report. */
    int UNKNOWN_ID = -1;

    GuestCpu from();

    /** @return the thread it is about, in most cases the one that runs on the processor; {@link #UNKNOWN_ID} if not carried */
    default int tid() {
        return UNKNOWN_ID;
    }

    /** @return what kind of event it is, in the words of the dialects: {@code sched_switch} */
    EventKind kind();

    /** A function begins; {@code userSpace}: of a process. */
    record FunctionEntry(long time, GuestCpu from, int tid, long address, int depth, boolean userSpace) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.FUNC_ENTRY;
        }
    }

    /** A function returns; {@code exitOnly}: no entry was sent, it began at {@code time - duration}. */
    record FunctionExit(long time, GuestCpu from, int tid, long address, long duration, int depth, boolean userSpace,
            boolean exitOnly) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.FUNC_EXIT;
        }
    }

    /** The processor goes from one thread to another. {@code prevTid} and {@code nextComm} may be unknown in a batch. */
    record SchedSwitch(long time, GuestCpu from, int prevTid, int nextTid, int prevPrio, int nextPrio, long prevState,
            String nextComm, int prevTgid, int nextTgid) implements GuestEvent {
        @Override
        public int tid() {
            return nextTid;
        }

        @Override
        public EventKind kind() {
            return EventKind.SCHED_SWITCH;
        }
    }

    /** {@code tid} is woken: {@code kind} is waking (the decision), wakeup (in the run queue) or that of a new task. */
    record Wakeup(long time, GuestCpu from, EventKind kind, int tid, int targetCpu, int wakerTid, int prio, String comm)
            implements GuestEvent { }

    /** A thread begins. {@code tid} is the parent's. */
    record Fork(long time, GuestCpu from, int tid, int childTid, int parentTgid, int childTgid, String childComm)
            implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.SCHED_PROCESS_FORK;
        }
    }

    /** A process executes another program. */
    record Exec(long time, GuestCpu from, int oldTid, int tid, int tgid, String comm) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.SCHED_PROCESS_EXEC;
        }
    }

    /** A thread ends. */
    record TaskExit(long time, GuestCpu from, int tid, int tgid, long code, int prio, String comm) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.SCHED_PROCESS_EXIT;
        }
    }

    /** The last of an ended thread is gone: its id may be used again. */
    record TaskFree(long time, GuestCpu from, int tid, int prio, String comm) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.SCHED_PROCESS_FREE;
        }
    }

    /** A system call begins; {@code compat}: its number is of the i386 table. Arguments not recorded are 0. */
    record SyscallEntry(long time, GuestCpu from, int tid, int number, boolean compat, long arg0, long arg1)
            implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.SYSCALL_ENTRY;
        }
    }

    /** A system call returns; {@code number}: {@link #UNKNOWN_ID} if the kernel has forgotten it. */
    record SyscallExit(long time, GuestCpu from, int tid, int number, boolean compat, long ret) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.SYSCALL_EXIT;
        }
    }

    /** A device interrupt's handler begins. */
    record IrqEntry(long time, GuestCpu from, int irq, String name) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.IRQ_HANDLER_ENTRY;
        }
    }

    /** A device interrupt's handler ends; {@code handled} is what it returned. */
    record IrqExit(long time, GuestCpu from, int irq, long handled) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.IRQ_HANDLER_EXIT;
        }
    }

    /** A softirq is raised, begins or ends, as {@code kind} reports. */
    record Softirq(long time, GuestCpu from, EventKind kind, int vec) implements GuestEvent { }

    /** A vector of the local APIC begins or ends; {@code type}: 0 local timer, 1 reschedule, 2 call function, 3 the same single. */
    record ApicVector(long time, GuestCpu from, EventKind kind, int vector, int type) implements GuestEvent { }

    /**
     * A high resolution timer is made, started, cancelled, or its function begins or ends.
     *
     * @param timer
     *            its address
     * @param function
     *            its function's address, 0 if not recorded
     * @param when
     *            at start the expiry, at the function's begin the time by the timer's clock, ns; else 0
     * @param mode
     *            0 if not recorded
     */
    record Hrtimer(long time, GuestCpu from, EventKind kind, int tid, long timer, long function, long when, int mode)
            implements GuestEvent { }

    /** A timer's function begins or ends; {@code clock}: the timer base's clock, jiffies. */
    record Timer(long time, GuestCpu from, EventKind kind, int tid, long timer, long function, long clock)
            implements GuestEvent { }

    /** An initcall level begins, or ends where the dialect shows it; {@code tsc}: the guest's, 0 if not recorded. */
    record BootLevel(long time, GuestCpu from, EventKind kind, long number, long tsc, String name) implements GuestEvent { }

    /** An initcall begins; the dialect shows its address (else 0) or its name (else null). */
    record InitcallStart(long time, GuestCpu from, int tid, long address, String name) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.INITCALL_START;
        }
    }

    /** An initcall returns. */
    record InitcallFinish(long time, GuestCpu from, int tid, long address, long ret, long duration, String name)
            implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.INITCALL_FINISH;
        }
    }

    /** The kernel panics; {@code text} is the reason's begin, the whole may follow as {@link Text}. */
    record Panic(long time, GuestCpu from, int tid, long monotonic, String text) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.PANIC;
        }
    }

    /** The kernel oopses. {@code trap} may be 0 for a page fault: that is not a division. */
    record Die(long time, GuestCpu from, int tid, long address, int trap, long error, long faultAddress)
            implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.DIE;
        }
    }

    /** A text, put together from pieces since {@code begin}; "…" stands for those that never came. */
    record Text(long time, GuestCpu from, TextType type, String text, long begin, boolean complete) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.TEXT;
        }
    }

    /** The guest's clocks at one time: ties its TSC to its monotonic and real time, ns. {@code batchSpan}: ms, 0-65535. */
    record Hello(long time, GuestCpu from, int version, int batchSpan, long tsc, long monotonic, long realtime) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.HELLO;
        }
    }

    /** Where the kernel is ({@code text} is 0 if unknown), what it runs on; a bit for each group that only rings have, all 32: they have all. */
    record Base(long time, GuestCpu from, long text, long etext, long tscKhz, int cpus, long ringGroups) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.BASE;
        }
    }

    /** A thread that was there already; {@code state} has the low 16 bits. */
    record Task(long time, GuestCpu from, int tid, int tgid, int parentTid, int cpu, int state, String comm) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.TASK;
        }
    }

    /** A process marks this moment. */
    record Mark(long time, GuestCpu from, int tid, long value) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.MARK;
        }
    }

    /** The guest's life: 1 first kernel code, 2 start_kernel, 3 userspace, 4 ready, 5 shutdown requested, 6 last action. */
    record Stage(long time, GuestCpu from, int stage, long tsc, String name) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.STAGE;
        }
    }

    /** A step of the shutdown, a device's shutdown or a reboot notifier begins or ends. */
    record ShutdownStep(long time, GuestCpu from, EventKind kind, long number, long address, String name) implements GuestEvent { }

    /** The guest gives something a name; "…" stands for pieces that never came. */
    record Name(long time, GuestCpu from, NameType type, long id, String name) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.NAME;
        }
    }

    /** The guest's tracer starts or stops. */
    record Tracing(long time, GuestCpu from, EventKind kind, int maxDepth, boolean exitOnly, long stopFunction)
            implements GuestEvent { }

    /** The tracer reports the groups {@code off} no more, and {@code on} still: a bit for each, 0 is that of switches. */
    record GroupsOff(long time, GuestCpu from, EventKind kind, long off, long on) implements GuestEvent { }

    /** The guest's word size in bytes, 4 or 8: how the hypercalls after it are read. */
    record Config(long time, GuestCpu from, int wordSize) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.CONFIG;
        }
    }

    /** Rings only: the host reports that this vCPU left the guest. {@code reason} is unsigned 32 bits. */
    record HostExit(long time, GuestCpu from, int isa, long reason, long rip, long info, int physicalCpu) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.HOST_EXIT;
        }
    }

    /** Rings only: the host reports that this vCPU enters the guest. */
    record HostEntry(long time, GuestCpu from, int physicalCpu) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.HOST_ENTRY;
        }
    }

    /**
     * Rings only: the vCPU's thread leaves or gets its processor; {@code otherTid} (the host's) takes over or had it,
     * {@link GuestEvent#UNKNOWN_ID} and without a name if the host leaves that out.
     */
    record HostSwitch(long time, GuestCpu from, EventKind kind, int otherTid, long prevState, String comm, int physicalCpu)
            implements GuestEvent { }

    /** No guest event: a hypercall of KVM's own (number below 0x20), or one whose number the dialect does not know. */
    record OtherHypercall(long time, GuestCpu from, EventKind kind, long nr, long a0, long a1, long a2, long a3)
            implements GuestEvent { }

    /** Known only now: {@code count} hypercalls of this sender, each at least one event, were lost in [since, until]. */
    record Lost(long time, GuestCpu from, long since, long until, long count) implements GuestEvent {
        @Override
        public EventKind kind() {
            return EventKind.LOST;
        }
    }
}
