# SPDX-License-Identifier: EPL-2.0
# lesson: a guest of a guest boots: each of its exits costs the host many, and what it reports is relayed
profile=path host_cpus=2 host_memory=3G late=yes
scenario() {
  kernel=stock initrd=nested
  guest outer "quiet tracer=later groups=relay,sched,crash run=nested" -m 768 -drive file=/dev/vda,format=raw,if=virtio,readonly=on
  until grep -q "guest: ready" /tmp/console-outer.log; do sleep 0.2; done
  begin # the boot of the guest around it is not the point
  symbols=" --symbols outer/inner=$lab/guest/System.map-plain"
  wait_guests 900
  ! grep FAILED /tmp/console-outer.log
}
