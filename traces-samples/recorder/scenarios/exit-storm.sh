# SPDX-License-Identifier: EPL-2.0
# lesson: a guest that leaves guest mode all the time, each phase for another reason; marks stand between the phases
profile=exits host_cpus=2 host_memory=3G
scenario() {
  guest storm "initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls,sched,crash,shutdown run=storm"
  wait_guests 400
}
