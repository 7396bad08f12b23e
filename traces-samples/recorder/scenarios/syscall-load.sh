# SPDX-License-Identifier: EPL-2.0
# lesson: Debian's own kernel with the tracer as a module; bursts of requests, each twice as large as the one before
profile=scheduler host_cpus=2 host_memory=3G
scenario() {
  kernel=stock
  guest stock "quiet tracer=sched,syscalls,irq,softirq,crash,shutdown run=load" -m 384
  wait_guests 600
  grep -q "guest: module removed" /tmp/console-stock.log
}
