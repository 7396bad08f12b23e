# SPDX-License-Identifier: EPL-2.0
# lesson: a guest whose clock changes its rate twice while it records itself: its trace is not on one line with the host's
profile=scheduler host_cpus=2 host_memory=3G
scenario() {
  kernel=stock
  guest changed "quiet tracer=crash run=changed-clock" -m 768 -drive file=/dev/vda,format=raw,if=virtio,readonly=on
  wait_guests 600
  symbols="$symbols --guest-trace changed=$out/own-trace"
  ! grep FAILED /tmp/console-changed.log
}
