# SPDX-License-Identifier: EPL-2.0
# lesson: a timer is due while its vCPU has no CPU: the VM's other vCPU has it, then a process of the host
profile=path host_cpus=2 host_memory=3G
scenario() {
  taskset -cp 1 $$ # CPU 0 is the VM's
  on=0 programs=yes
  guest late "quiet hypertrace.groups=levels,crash,shutdown run=late-timer" -smp 2
  for n in 0 1; do chrt -b -p 0 "$(vcpu $! $n)"; done # one that wakes waits for its turn
  note_guests
  printed late "guest: wants a busy host"
  busy backup 0 "nice -n 0" :
  printed late "guest: done"
  kill $!
  wait_guests 240
}
