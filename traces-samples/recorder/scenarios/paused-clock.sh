# SPDX-License-Identifier: EPL-2.0
# lesson: a VM is paused and continued while its guest records itself: the guest's clock stands still, so its trace is not on one line with the host's
profile=scheduler host_cpus=2 host_memory=3G
scenario() {
  kernel=stock
  guest paused "quiet tracer=crash run=paused-clock" -m 768 -drive file=/dev/vda,format=raw,if=virtio,readonly=on \
    -qmp unix:/tmp/qmp-paused,server=on,wait=off
  note_guests
  printed paused "guest: mark 2"
  python3 -B /share/scenarios/pause.py /tmp/qmp-paused 3 >/tmp/paused-paused.txt
  beside=/tmp/paused-paused.txt
  wait_guests 600
  symbols="$symbols --guest-trace paused=$out/own-trace"
  ! grep FAILED /tmp/console-paused.log
}
