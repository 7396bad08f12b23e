# SPDX-License-Identifier: EPL-2.0
# lesson: none, this is a test: every group of the tracer on and off again and again under load, function graph 10 times
profile=none host_cpus=2 host_memory=3G sample=no limit=3000
scenario() {
  guest stress "quiet hypertrace.groups=crash hypertrace.depth=8 hypertrace.graph_functions=vfs_*,do_sys_*,do_filp_open run=stress cycles=200" -smp 2
  wait_guests 1200
  grep -h guest: $out/console-stress.log
  grep -q "guest: 200 times" $out/console-stress.log
  ! grep -E "FAILED|BUG:|WARNING:|Oops" $out/console-stress.log
}
