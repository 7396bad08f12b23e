# SPDX-License-Identifier: EPL-2.0
# lesson: a driver's initcall at level device touches memory that is not mapped, and the kernel panics during boot
profile=boot host_cpus=2 host_memory=3G
scenario() {
  guest crasher "initcall_debug loglevel=8 hypertrace.groups=early,levels,initcalls,sched,irq,softirq,crash,graph \
hypertrace.graph_scope=crash_module_init hypertrace.graph_functions=crash_* scenario.crash=1"
  wait_guests 240
}
