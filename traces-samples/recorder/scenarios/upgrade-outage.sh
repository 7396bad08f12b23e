# SPDX-License-Identifier: EPL-2.0
# lesson: while the secondary restarts the primary crashes: nobody serves until one of them is back
profile=scheduler host_cpus=4 host_memory=4G limit=600
options="--without kvm_x86_pio,kvm_x86_msr,kvm_x86_cpuid,kvm_x86_page_fault,kvm_mmio,irq_softirq_raise,irq_softirq_entry,irq_softirq_exit,sched_wakeup"
scenario() {
  . "$lab/scenarios/cluster"
  crash=1 node_a=early=yes
  upgrade
}
