/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit;

/** By what exits of a VM are put together. Exits that have no such thing - no port, no function - are left out. */
public enum ExitGrouping {
    /** Exit reason. */
    REASON,
    /** Exit reason, and what it is about. */
    SUB,
    /** vCPU. */
    VCPU,
    /** Thread of the guest. */
    TASK,
    /** Innermost function of the guest. */
    FUNCTION,
    /** System call of the guest. */
    SYSCALL,
    /** Initcall of the guest. */
    INITCALL,
    /** I/O port and direction. */
    PORT,
    /** Model specific register and direction. */
    MSR,
    /** Thread of the guest, what it was in (the innermost function, system call or initcall), and exit reason. */
    CAUSE,
    /** Whether the guest's tracer caused them. */
    TRACER
}
