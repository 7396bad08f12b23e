# SPDX-License-Identifier: EPL-2.0
# lesson: a guest reports its events by hypercalls and records them itself, too: two clocks for the same events
profile=scheduler host_cpus=2 host_memory=3G
scenario() {
  kernel=stock
  guest both "quiet tracer=crash run=own-trace" -m 768 -smp 2 -drive file=/dev/vda,format=raw,if=virtio,readonly=on
  wait_guests 600
  symbols="$symbols --guest-trace both=$out/own-trace"
  ! grep FAILED /tmp/console-both.log
}
