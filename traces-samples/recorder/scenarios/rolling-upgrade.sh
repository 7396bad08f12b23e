# SPDX-License-Identifier: EPL-2.0
# lesson: a controller upgrades two nodes without both being away: secondary restarts, switch-over, primary restarts, commit
profile=path host_cpus=4 host_memory=4G limit=600
options="--without kvm_x86_pio,kvm_x86_msr,kvm_x86_cpuid,kvm_x86_page_fault,kvm_mmio,irq_softirq_raise,irq_softirq_entry,irq_softirq_exit,sched_wakeup"
scenario() {
  . "$lab/scenarios/cluster"
  words=own plan=$lab/scenarios/rolling-upgrade.json
  upgrade
}
