# SPDX-License-Identifier: EPL-2.0
# lesson: none, this is a test: every group of the tracer 200 times on and off under load, function graph 10 times
profile=none host_cpus=2 host_memory=3G sample=no
scenario() {
  guest stress "quiet hypertrace.groups=crash hypertrace.depth=2 run=stress cycles=40" -smp 2
  wait_guests 1200
  grep -h guest: $out/console-stress.log
  grep -q "guest: 40 times" $out/console-stress.log
  ! grep -E "FAILED|BUG:|WARNING:|Oops" $out/console-stress.log
}
