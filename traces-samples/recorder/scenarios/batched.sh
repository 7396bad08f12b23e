# SPDX-License-Identifier: EPL-2.0
# lesson: the same work reported unbatched and batched: what batching saves, and that nothing is lost by it
profile=scheduler host_cpus=2 host_memory=3G
scenario() {
  guest batched "initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls,sched,crash,shutdown run=batched"
  wait_guests 400
}
