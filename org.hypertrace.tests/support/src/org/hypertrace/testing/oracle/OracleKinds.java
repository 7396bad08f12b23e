/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.util.Map;

/** The oracle has names of its own for some kinds of guest events. */
public final class OracleKinds {

    private static final Map<String, String> OURS = Map.ofEntries(Map.entry("fork", "sched_process_fork"),
            Map.entry("exec", "sched_process_exec"), Map.entry("exit", "sched_process_exit"),
            Map.entry("irq_entry", "irq_handler_entry"), Map.entry("irq_exit", "irq_handler_exit"),
            Map.entry("softirq_entry", "irq_softirq_entry"), Map.entry("softirq_exit", "irq_softirq_exit"),
            Map.entry("softirq_raise", "irq_softirq_raise"), Map.entry("apic_entry", "apic_vector_entry"),
            Map.entry("apic_exit", "apic_vector_exit"), Map.entry("level", "boot_level_begin"),
            Map.entry("hrtimer_start", "timer_hrtimer_start"), Map.entry("hrtimer_cancel", "timer_hrtimer_cancel"),
            Map.entry("hrtimer_expire_entry", "timer_hrtimer_expire_entry"),
            Map.entry("hrtimer_expire_exit", "timer_hrtimer_expire_exit"),
            Map.entry("shutdown_begin", "shutdown_step_begin"), Map.entry("shutdown_end", "shutdown_step_end"),
            Map.entry("kvm", "kvm_hypercall"));

    private OracleKinds() {
    }

    /**
     * @param kind
     *            the oracle's name of it
     * @return ours
     */
    public static String ours(String kind) {
        return OURS.getOrDefault(kind, kind);
    }
}
