# SPDX-License-Identifier: EPL-2.0
# lesson: two kernels boot ten times each, in turn; one has 130 more modules of 4 ms: is it slower, by how much, and by what
# repeats: in one recording
profile=boot host_cpus=2 host_memory=3G limit=1500 packed_logs=yes
options="--without kvm_x86_pio,kvm_x86_msr,kvm_x86_cpuid,kvm_x86_page_fault,kvm_mmio,kvm_x86_inj_virq,kvm_vcpu_wakeup,irq_handler_entry,\
irq_handler_exit,irq_softirq_entry,irq_softirq_exit,irq_softirq_raise,sched_wakeup,sched_migrate_task"
scenario() {
  local number
  on=1
  for number in $(seq "${repeat:-10}"); do
    for kernel in plain more; do
      guests=
      guest "$kernel-$number" "initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls run=short"
      wait_guests 240
    done
  done
}
