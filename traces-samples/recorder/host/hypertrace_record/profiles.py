# SPDX-License-Identifier: EPL-2.0
"""Which events are recorded."""

SCHEDULER = """sched_switch sched_wakeup sched_wakeup_new sched_waking sched_migrate_task sched_process_fork
    sched_process_exec sched_process_exit sched_process_free irq_handler_entry irq_handler_exit irq_softirq_entry
    irq_softirq_exit irq_softirq_raise""".split()
# Namespaces: which container a VM's process is in.
NAMESPACES = ["lttng_statedump_process_%s_ns" % kind for kind in ("pid", "net", "uts", "ipc")]
STATE_DUMP = "lttng_statedump_start lttng_statedump_end lttng_statedump_process_state lttng_statedump_interrupt".split() + NAMESPACES
# Always: without kvm_userspace_exit there is no VMM time, without the state dump no process of a VM that ran before.
KVM = """kvm_x86_hypercall kvm_x86_entry kvm_x86_exit kvm_x86_write_tsc_offset kvm_x86_inj_virq kvm_userspace_exit kvm_mmio
    kvm_x86_pio kvm_x86_msr kvm_x86_cpuid kvm_x86_page_fault kvm_x86_nested_vmenter kvm_x86_nested_vmexit
    kvm_x86_nested_vmexit_inject kvm_x86_nested_intr_vmexit kvm_vcpu_wakeup""".split()
TIMERS = "timer_hrtimer_start timer_hrtimer_cancel timer_hrtimer_expire_entry timer_hrtimer_expire_exit".split()
EXITS = """kvm_x86_apic kvm_x86_apic_ipi kvm_x86_apic_accept_irq kvm_x86_eoi kvm_x86_pv_eoi kvm_x86_cr
    kvm_x86_inj_exception kvm_x86_emulate_insn kvm_set_irq kvm_msi_set_irq kvm_ack_irq""".split()
# What a critical path needs besides: who raised an interrupt of a busy vCPU, and whether a sleeping host thread's timer ended its wait.
PATH = "kvm_x86_apic_accept_irq timer_hrtimer_expire_entry timer_hrtimer_expire_exit".split()
PROFILES = {"scheduler": SCHEDULER + KVM, "path": SCHEDULER + KVM + PATH, "boot": SCHEDULER + KVM, "shutdown": SCHEDULER + KVM + TIMERS,
            "exits": SCHEDULER + KVM + EXITS, "full": SCHEDULER + KVM + EXITS + TIMERS}
# Without one of these the trace is of no use.
NEEDED = {"sched_switch", "kvm_x86_hypercall", "kvm_x86_entry", "kvm_x86_exit"}
FTRACE = """sched:sched_switch sched:sched_wakeup sched:sched_wakeup_new sched:sched_waking sched:sched_migrate_task
    sched:sched_process_fork sched:sched_process_exec sched:sched_process_exit irq:irq_handler_entry irq:irq_handler_exit
    irq:softirq_entry irq:softirq_exit irq:softirq_raise kvm:kvm_hypercall kvm:kvm_entry kvm:kvm_exit
    kvm:kvm_write_tsc_offset kvm:kvm_inj_virq kvm:kvm_userspace_exit kvm:kvm_mmio kvm:kvm_pio kvm:kvm_msr kvm:kvm_cpuid
    kvm:kvm_page_fault kvm:kvm_nested_vmenter kvm:kvm_nested_vmexit kvm:kvm_nested_vmexit_inject""".split()
