/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

/**
 * Something a host kernel trace reports happened, reduced to what the engines understand. Nothing of Trace Compass travels
 * past this type, so every tracker runs and is tested in plain Java.
 * <p>
 * Times are nanoseconds since the epoch. {@code host} is the small running number of the machine that was traced,
 * {@code cpu} the number of its processor on which the event was recorded. Thread ids are those of the host.
 */
public sealed interface HostEvent extends Timed {

    /** Stands for a thread, processor, process or vCPU number that the trace does not report. */
    int UNKNOWN_ID = -1;

    /** Stands for a guest's instruction pointer that the trace does not report; no processor has such an address. */
    long NO_RIP = Long.MAX_VALUE;

    /** Stands for what the processor reports about an exit besides its reason, if the trace does not report; no processor reports it. */
    long NO_INFO = Long.MIN_VALUE;

    /** @return the running number of the traced machine, from 0 */
    int host();

    /** @return the processor the event was recorded on */
    int cpu();

    /** What kind of interrupt work a processor does. */
    enum Interrupt {
        /** A device interrupt's handler; its number is the irq. */
        IRQ,
        /** A softirq; its number is the vector. */
        SOFTIRQ,
        /** The expiry of a high resolution timer; it has no number. */
        HRTIMER,
        /** A vector of the local APIC (timer, reschedule, call function…); its number is the vector. */
        APIC
    }

    /** The guest gets the processor. (The vCPU number that some tracers record with it is garbage in many builds.) */
    record KvmEntry(long time, int host, int cpu) implements HostEvent { }

    /**
     * The guest left the processor.
     *
     * @param isa
     *            the recorder's code of the processor's vendor (1 Intel, 2 AMD), {@link #UNKNOWN_ID} if not recorded
     * @param reason
     *            the exit reason as the hardware gives it, an unsigned 32-bit number
     * @param vcpuId
     *            the number of the vCPU within its VM, {@link #UNKNOWN_ID} if not recorded
     * @param guestRip
     *            where in the guest's code, {@link #NO_RIP} if not recorded
     * @param info1
     *            what the hardware reports besides: Intel's exit qualification, AMD's EXITINFO1; {@link #NO_INFO} if not recorded
     * @param info2
     *            AMD's EXITINFO2; Intel's depends on the kernel; {@link #NO_INFO} if not recorded
     * @param interrupt
     *            the interruption information of the exit, {@link #NO_INFO} if not recorded
     */
    record KvmExit(long time, int host, int cpu, int isa, long reason, int vcpuId, long guestRip, long info1, long info2,
            long interrupt) implements HostEvent {
        /** An exit of which the hardware reports no more than the reason, or nobody asks. */
        public KvmExit(long time, int host, int cpu, int isa, long reason, int vcpuId, long guestRip) {
            this(time, host, cpu, isa, reason, vcpuId, guestRip, NO_INFO, NO_INFO, NO_INFO);
        }
    }

    /** The guest reported five words to the hypervisor. */
    record KvmHypercall(long time, int host, int cpu, long nr, long a0, long a1, long a2, long a3) implements HostEvent { }

    /** The vCPU's thread is about to return from the hypervisor in the kernel to the one in user space. */
    record KvmUserspaceExit(long time, int host, int cpu) implements HostEvent { }

    /**
     * The hypervisor sets how a vCPU's time-stamp counter differs from the processor's: when QEMU makes the vCPU, whenever it
     * resets it, and when the guest writes the counter.
     *
     * @param previous
     *            the difference before, 0 on a new vCPU
     * @param next
     *            the difference from now on
     */
    record KvmTscOffset(long time, int host, int cpu, long previous, long next) implements HostEvent { }

    /** What the hypervisor does for the guest while it is left. */
    enum Service {
        /** Nothing that is reported further, or nobody asks. */
        OTHER,
        /** An I/O port is read (by the guest); the number is the port. */
        PORT_READ,
        /** An I/O port is written; the number is the port. */
        PORT_WRITE,
        /** A model specific register is read; the number is the register's. */
        MSR_READ,
        /** A model specific register is written; the number is the register's. */
        MSR_WRITE,
        /** A control register is read; the number is the register's. */
        CR_READ,
        /** A control register is written; the number is the register's. */
        CR_WRITE,
        /** The processor's features are asked for; the number is the function. */
        CPUID,
        /** The guest's memory is not there; the number is its (guest physical) address. */
        PAGE_FAULT,
        /** A device's memory is read; the number is its (guest physical) address. */
        MMIO_READ,
        /** A device's memory is written; the number is its (guest physical) address. */
        MMIO_WRITE,
        /** A register of the local APIC is read; the number is the register's. */
        APIC_READ,
        /** A register of the local APIC is written; the number is the register's. */
        APIC_WRITE,
        /** An interrupt is given to the guest; the number is its vector. */
        INJECTION,
        /** A virtual APIC takes an interrupt; the number is the APIC's, which is the number of its vCPU. */
        APIC_ACCEPTS,
        /** The guest had nothing to do, and something came up while the hypervisor polled for it; the number is ns of polling. */
        POLLED,
        /** The same, but its thread slept; the number is ns of all that. */
        SLEPT,
        /** A guest of the guest is entered with the next entry; the number is the address of the block that controls it. */
        NESTED_ENTER,
        /** The exit was one of the guest's guest; the number is the reason. */
        NESTED_EXIT,
        /** The exit of the guest's guest is given to the guest, whose hypervisor runs next; the number is the reason given. */
        NESTED_INJECT,
        /** The guest calls a service of the platform by Arm's convention; the number is the service's. */
        PLATFORM_CALL
    }

    /**
     * Any other event of the hypervisor: it neither ends the guest's time nor changes who runs.
     *
     * @param data
     *            what is written to a model specific register; the vector that a virtual APIC takes; else, or if nobody asks, 0
     */
    record KvmOther(long time, int host, int cpu, Service service, long number, long data) implements HostEvent {
        /** An event of which no more is reported. */
        public KvmOther(long time, int host, int cpu) {
            this(time, host, cpu, Service.OTHER, 0);
        }
        /** An event with a number alone. */
        public KvmOther(long time, int host, int cpu, Service service, long number) {
            this(time, host, cpu, service, number, 0);
        }
    }

    /** The processor changes from one thread to another; {@code prevState} is the raw state, 0 if still runnable. */
    record SchedSwitch(long time, int host, int cpu, int prevTid, String prevComm, long prevState, int nextTid,
            String nextComm) implements HostEvent { }

    /**
     * Somebody wakes a thread: {@code waking} at the decision, else when it is in the run queue of {@code targetCpu}.
     *
     * @param isNew
     *            whether it is the first wakeup of a thread that has just been made; false if nobody asks
     * @param comm
     *            the woken thread's name, empty if nobody asks
     */
    record SchedWakeup(long time, int host, int cpu, int tid, int targetCpu, boolean waking, boolean isNew, String comm)
            implements HostEvent {
        /** One of which nobody asks more. */
        public SchedWakeup(long time, int host, int cpu, int tid, int targetCpu, boolean waking) {
            this(time, host, cpu, tid, targetCpu, waking, false, "");
        }
    }

    /** A thread that is not running is moved to the run queue of another processor. */
    record SchedMigrate(long time, int host, int cpu, int tid, int destCpu) implements HostEvent { }

    /** Stands for the number of a namespace that the trace does not report. */
    long NO_NAMESPACE = -1;

    /**
     * A thread begins.
     *
     * @param pid
     *            its process (thread group), {@link #UNKNOWN_ID} if not recorded
     * @param parent
     *            the thread that made it, {@link #UNKNOWN_ID} if not recorded
     * @param pidNamespace
     *            the number of its innermost namespace of process ids, {@link #NO_NAMESPACE} if not recorded
     */
    record ThreadBegins(long time, int host, int cpu, int tid, int pid, String comm, int parent, long pidNamespace) implements HostEvent {
        /** One of which nobody asks who made it. */
        public ThreadBegins(long time, int host, int cpu, int tid, int pid, String comm) {
            this(time, host, cpu, tid, pid, comm, UNKNOWN_ID, NO_NAMESPACE);
        }
    }

    /**
     * The tracer's state dump reports a namespace of a thread.
     *
     * @param level
     *            how deep it is in others of its kind, from 0; {@link #UNKNOWN_ID} for kinds that have no levels
     * @param number
     *            the number that all threads in it have, {@code ns_inum}
     */
    record ThreadNamespace(long time, int host, int cpu, int tid, Namespace kind, int level, long number) implements HostEvent { }

    /** A thread ends. */
    record ThreadEnds(long time, int host, int cpu, int tid) implements HostEvent { }

    /** The tracer's state dump names a thread that was there before the trace. */
    record ThreadKnown(long time, int host, int cpu, int tid, int pid, String comm) implements HostEvent { }

    /** The running thread as reported by a context the tracer adds to events. */
    record ThreadOnCpu(long time, int host, int cpu, int tid, int pid) implements HostEvent { }

    /**
     * Interrupt work begins on the processor.
     *
     * @param name
     *            of a device interrupt's handler, empty if nobody asks
     * @param function
     *            the address of a timer's function, 0 if nobody asks
     */
    record InterruptEntry(long time, int host, int cpu, Interrupt kind, int number, String name, long function)
            implements HostEvent {
        /** One of which nobody asks more. */
        public InterruptEntry(long time, int host, int cpu, Interrupt kind, int number) {
            this(time, host, cpu, kind, number, "", 0);
        }
    }

    /** A softirq is asked for on the processor; {@code number} is its vector. To those who do not ask, it is {@link Other}. */
    record SoftirqRaise(long time, int host, int cpu, int number) implements HostEvent { }

    /** Interrupt work ends on the processor. */
    record InterruptExit(long time, int host, int cpu, Interrupt kind) implements HostEvent { }

    /** The running thread enters the kernel by a system call. */
    record SyscallEntry(long time, int host, int cpu) implements HostEvent { }

    /** The running thread returns to user space from a system call. */
    record SyscallExit(long time, int host, int cpu) implements HostEvent { }

    /** Why events are not there. */
    enum Loss {
        /** The tracer discarded events: it had no room. */
        DISCARDED,
        /** Packets of the trace are missing. */
        PACKETS,
        /** Events stand at a time at which they cannot have been: they are left out. */
        MISPLACED
    }

    /** Stands for a count of what is lost that nothing shows. */
    long UNCOUNTED = -1;

    /**
     * Events of this processor from {@code time} until {@code end} (ns since the epoch) are not there.
     *
     * @param count
     *            how many events, or packets; {@link #UNCOUNTED} if that is not known; 0: what was lost since an earlier event of
     *            this kind ends here, so that what other processors reported meanwhile may have changed
     */
    record LostEvents(long time, int host, int cpu, long end, long count, Loss loss) implements HostEvent {

        /** The tracer discarded them. */
        public LostEvents(long time, int host, int cpu, long end, long count) {
            this(time, host, cpu, end, count, Loss.DISCARDED);
        }
    }

    /**
     * A guest with a trace of its own recorded {@code event} in it. {@code host} is then the running number of the traced guest.
     */
    record GuestTraceEvent(long time, int host, int cpu, GuestEvent event) implements HostEvent { }

    /**
     * The guest of a VM recorded {@code event} in a trace of its own, and reports nothing by hypercall. {@code cpu} is the number of
     * its vCPU.
     *
     * @param vm
     *            the place of the VM in the manifest of its host
     */
    record VmTraceEvent(long time, int host, int cpu, int vm, GuestEvent event) implements HostEvent { }

    /**
     * When the TSC of a VM's guests had its values: comes before all events, and is none of a trace.
     *
     * @param vm
     *            the place of the VM in the manifest of its host
     */
    record RingClock(long time, int host, int cpu, int vm, TscTimes times) implements HostEvent { }

    /**
     * What rings report about a vCPU whose host has no trace: see {@link LoneVcpuSign}, for {@link LoneVcpuSign#MISSING} until {@code end}.
     * {@code vm}: a name for its VM if nothing else has one, else empty.
     */
    record LoneVcpu(long time, int host, int cpu, int tid, int number, String vm, long end, LoneVcpuSign sign) implements HostEvent { }

    /** The guest of such a vCPU reported five words. */
    record LoneWords(long time, int host, int cpu, int tid, long nr, long a0, long a1, long a2, long a3) implements HostEvent { }

    /** Any other event: it reports no more than that the host, not the guest, had the processor at that time. */
    record Other(long time, int host, int cpu) implements HostEvent { }
}
