# SPDX-License-Identifier: EPL-2.0
# lesson: a vCPU waits for a spin lock, and who holds it has no CPU: a thread of the host has that
profile=path host_cpus=2 host_memory=3G
scenario() {
  taskset -cp 1 $$
  guest locks "quiet hypertrace.groups=levels,crash,shutdown run=lock-holder" -smp 2
  for n in 0 1; do taskset -cp "$n" "$(vcpu $! $n)"; done
  note_guests
  printed locks "guest: wants a busy host"
  busy backup 0 "nice -n -5" :
  printed locks "guest: done"
  kill $!
  wait_guests 240
}
