/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

/** What a frame of a guest thread's stack stands for; see {@link Frames}. */
public enum FrameKind {

    /** A function of the kernel or of a process. */
    FUNCTION,
    /** A system call; the value is its number, 32 bits, and bit 32 is set for the i386 table. */
    SYSCALL,
    /** A device interrupt's handler; the value is its number. */
    IRQ,
    /** A softirq; the value is its vector. */
    SOFTIRQ,
    /** A vector of the local APIC; the value is the vector. */
    APIC,
    /** An initcall; the value is the low 56 bits of its address. */
    INITCALL,
    /** Something that only has a name; the value is its place among the names of the guest. */
    NAMED,
    /** Beside the stack: a process marked what it does; the value is the mark's. */
    MARK,
    /** The guest was left; the value is the instruction set (bits 32 and up) and the exit's reason. */
    EXIT,
    /** The guest was left because its tracer reported something: without tracing this would not be. */
    TRACER,
    /** Below an exit: what its vCPU was in; the value is the ordinal of the state of a vCPU. */
    STATE,
    /** Below an exit: who had the vCPU's processor; the value is a place among the names of the host. */
    PREEMPTED_BY,
    /** The guest's scheduler had taken the thread from its vCPU; the value is the ordinal of what the thread was in. */
    OFF_CPU,
    /** A function whose address no processor can have. */
    IMPLAUSIBLE,
    /** Only in trees: a thread; the value is its running number. */
    THREAD,
    /** Only in trees: all that interrupts did while they had the vCPU of a thread; it is not the thread's. */
    INTERRUPTS,
    /** Only in trees: what there was no room for. */
    OTHERS
}
