# SPDX-License-Identifier: EPL-2.0
# lesson: two VMs boot on one CPU and take it from each other; every stage is late, none is at fault
profile=boot host_cpus=2 host_memory=3G
scenario() {
  on=0
  for name in twin-a twin-b; do
    guest $name "initcall_debug quiet log_buf_len=512K hypertrace.groups=early,levels,initcalls,sched,irq,softirq,crash,shutdown run=spin"
  done
  wait_guests 300
}
