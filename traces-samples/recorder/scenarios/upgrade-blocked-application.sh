# SPDX-License-Identifier: EPL-2.0
# lesson: the same upgrade, but a node is long away though its kernel is quick: its application waits for its logger, which waits for a server
profile=scheduler host_cpus=4 host_memory=4G limit=600
options="--without kvm_x86_pio,kvm_x86_msr,kvm_x86_cpuid,kvm_x86_page_fault,kvm_mmio,irq_softirq_raise,irq_softirq_entry,irq_softirq_exit,sched_wakeup"
scenario() {
  . "$lab/scenarios/cluster"
  node_b="logs=99" # nobody has this address
  upgrade
}
