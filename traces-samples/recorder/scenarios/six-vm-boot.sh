# SPDX-License-Identifier: EPL-2.0
# lesson: VMs boot at once and not all in the same time: two share a CPU, one waits in an initcall, one has more modules
profile=boot host_cpus=4 host_memory=6G
scenario() {
  common="initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls,crash,shutdown run=quiet"
  on=0; guest alone "$common"
  on=1; guest late-driver "$common scenario.latency_ms=324"
  on=2; guest twin-a "$common"
  on=2; guest twin-b "$common"
  on=3 kernel=more; guest more-modules "$common"
  wait_guests 900
}
