# SPDX-License-Identifier: EPL-2.0
# lesson: a guest with two vCPUs; a task is moved from one to the other and back, tasks wake each other across them
profile=scheduler host_cpus=2 host_memory=3G
scenario() {
  guest smp "initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls,sched,irq,softirq,apic,crash,shutdown run=migrate" -smp 2
  wait_guests 400
}
