# SPDX-License-Identifier: EPL-2.0
# lesson: none, this is a measurement: what the tracer costs for an event and in a boot, while LTTng records on the host
profile=scheduler host_cpus=2 host_memory=3G sample=no limit=3000
scenario() {
  local time
  guest overhead "quiet hypertrace.groups=crash run=overhead"
  wait_guests 900
  for time in 1 2; do
    for groups in none levels levels,initcalls levels,initcalls,graph; do
      guests=
      guest "boot-$groups-$time" "quiet hypertrace.groups=${groups#none} hypertrace.graph_scope=initcalls run=quiet"
      wait_guests 600
    done
  done
  grep -h "guest: overhead" /tmp/console-overhead.log
  grep "guest: ready" /tmp/console-boot-*.log
  ! grep FAILED /tmp/console-*.log
}
