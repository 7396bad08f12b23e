/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

/** By what exits of a VM are put together. Exits that have no such thing - no port, no function - are left out. */
public enum ExitGrouping {
    /** Exit reason. */
    REASON("reason"),
    /** Exit reason, and what it is about. */
    SUB("reason and subject"),
    /** vCPU. */
    VCPU("vCPU"),
    /** Thread of the guest. */
    TASK("thread of the guest"),
    /** Innermost function of the guest. */
    FUNCTION("function of the guest"),
    /** System call of the guest. */
    SYSCALL("system call of the guest"),
    /** Initcall of the guest. */
    INITCALL("initcall of the guest"),
    /** I/O port and direction. */
    PORT("I/O port"),
    /** Model specific register and direction. */
    MSR("MSR"),
    /** Thread of the guest, what it was in (the innermost function, system call or initcall), and exit reason. */
    CAUSE("cause and reason"),
    /** Whether the guest's tracer caused them. */
    TRACER("tracing");

    private final String fWords;

    ExitGrouping(String words) {
        fWords = words;
    }

    /** @return what it is by, for people */
    public String words() {
        return fWords;
    }
}
