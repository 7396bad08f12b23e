# SPDX-License-Identifier: EPL-2.0
# lesson: a boot in which nothing is wrong, from the first kernel code to a clean power-off
profile=boot host_cpus=2 host_memory=3G
scenario() {
  guest quiet "initcall_debug quiet log_buf_len=512K hypertrace.groups=early,levels,initcalls,sched,irq,softirq,crash,shutdown run=quiet"
  wait_guests 240
}
