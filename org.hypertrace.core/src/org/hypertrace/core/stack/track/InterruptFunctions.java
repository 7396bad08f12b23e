/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import java.util.Set;

/** Functions of Linux that are only called for an interrupt, whatever task they interrupt. */
public final class InterruptFunctions {

    private static final Set<String> NAMES = Set.of("do_IRQ", "common_interrupt", "__common_interrupt", "handle_irq",
            "generic_handle_irq", "generic_handle_irq_desc", "handle_irq_event", "handle_irq_event_percpu",
            "__handle_irq_event_percpu", "handle_edge_irq", "handle_level_irq", "handle_fasteoi_irq", "handle_simple_irq",
            "handle_percpu_irq", "irq_enter", "irq_enter_rcu", "irq_exit", "irq_exit_rcu", "__irq_exit_rcu", "__do_softirq",
            "handle_softirqs", "do_softirq_own_stack", "hrtimer_interrupt", "local_apic_timer_interrupt", "scheduler_ipi",
            "sched_ttwu_pending", "generic_smp_call_function_interrupt", "generic_smp_call_function_single_interrupt",
            "tick_irq_enter", "tick_nohz_irq_exit", "exc_nmi", "do_nmi", "default_do_nmi", "nmi_handle", "reschedule_interrupt",
            "native_apic_msr_eoi_write", "kvm_guest_apic_eoi_write", "ack_APIC_irq", "smp_reschedule_interrupt");

    private InterruptFunctions() {
    }

    /**
     * @param name
     *            of a function, also as {@code name+0x4c [module]}; null for none
     * @return whether it is one: what is in it is not of the task's doing
     */
    public static boolean has(String name) {
        if (name == null) {
            return false;
        }
        int end = name.indexOf('+');
        String plain = end < 0 ? name : name.substring(0, end);
        return NAMES.contains(plain) || plain.contains("sysvec_") || plain.startsWith("smp_") && plain.endsWith("_interrupt");
    }
}
