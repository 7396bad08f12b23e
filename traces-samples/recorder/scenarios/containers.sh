# SPDX-License-Identifier: EPL-2.0
# lesson: a VM whose process is in a container of the host, and containers in the VM: whose thread it is, by namespaces
profile=scheduler host_cpus=2 host_memory=3G
scenario() {
  kernel=stock
  inside="unshare --uts --ipc --mount"
  guest contained "quiet tracer=crash run=containers" -m 768 -drive file=/dev/vda,format=raw,if=virtio,readonly=on
  vcpu $! 0 >/dev/null # it has its namespaces
  for space in pid mnt net uts ipc; do echo "$space $(readlink "/proc/$!/ns/$space") $(readlink "/proc/1/ns/$space")"; done >/tmp/namespaces-contained.log
  wait_guests 600
  symbols="$symbols --guest-trace contained=$out/own-trace"
  ! grep FAILED /tmp/console-contained.log
}
