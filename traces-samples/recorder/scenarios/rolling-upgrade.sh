# SPDX-License-Identifier: EPL-2.0
# lesson: a controller upgrades two nodes without both being away: secondary restarts, switch-over, primary restarts, commit
profile=path host_cpus=3 host_memory=4G
# wire NUMBER on|off: one end of the cable between the controller and a node
wire() {
  echo "-netdev stream,id=net$1,server=$2,addr.type=unix,addr.path=/tmp/net$1 -device virtio-net-pci,netdev=net$1,mac=52:54:00:00:0$1:$2" |
    sed 's/:on$/:01/; s/:off$/:02/'
}
scenario() {
  common="initcall_debug quiet log_buf_len=512K hypertrace.batch=1 hypertrace.groups=levels,initcalls,sched,crash,shutdown"
  on=0; guest controller "$common run=controller" $(wire 1 on) $(wire 2 on)
  until [ -S /tmp/net1 ] && [ -S /tmp/net2 ]; do sleep 0.2; done
  on=1; guest node-a "$common run=node node=1" $(wire 1 off) -action reboot=reset
  on=2; guest node-b "$common run=node node=2" $(wire 2 off) -action reboot=reset
  wait_guests 900
}
