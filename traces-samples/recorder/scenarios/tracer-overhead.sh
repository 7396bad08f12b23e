# SPDX-License-Identifier: EPL-2.0
# lesson: none, this is a measurement: what the tracer costs for an event and in a boot, while LTTng records on the host
profile=scheduler host_cpus=2 host_memory=3G sample=no limit=900
scenario() {
  local groups time
  guest overhead "quiet hypertrace.groups=crash run=overhead"
  wait_guests 900
  for time in 1 2 3 4 5; do
    for groups in none levels levels,initcalls levels,initcalls,graph; do
      # Two million hypercalls, 300 MB of trace: the memory of the host holds a few of them.
      case $groups$time in *graph[3-9]) continue ;; esac
      guests= symbols=
      rm -f /tmp/schedstat-*
      guest "boot-$(echo "$groups" | tr , +)-$time" "quiet hypertrace.groups=${groups#none} hypertrace.graph_scope=initcalls run=quiet"
      wait_guests 600
      # The time of its vCPU on a processor: the guest's own clock loses ticks until it has found a clock source.
      echo "boot with $groups: $(cut -d' ' -f2 /tmp/schedstat-*) ns $(sed -n 's/^events \([0-9]*\).*/\1/p' "/tmp/console-boot-$(echo "$groups" | tr , +)-$time.log") hypercalls"
    done
  done
  grep -h "guest: overhead" /tmp/console-overhead.log
  ! grep FAILED /tmp/console-*.log
  symbols=
}
