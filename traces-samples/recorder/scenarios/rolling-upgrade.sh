# SPDX-License-Identifier: EPL-2.0
# lesson: a controller upgrades two nodes without both being away: secondary restarts, switch-over, primary restarts, commit
profile=scheduler host_cpus=3 host_memory=4G limit=1000
net() { echo "-netdev socket,id=net,mcast=230.0.0.1:1234,localaddr=127.0.0.1 -device virtio-net-pci,netdev=net,mac=52:54:00:00:00:0$1"; }
scenario() {
  ip route add 230.0.0.0/8 dev lo
  common="initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls,sched,crash,shutdown"
  on=0; guest controller "$common run=controller" $(net 1)
  on=1; guest node-a "$common run=node node=node-a" $(net 2) -action reboot=reset
  on=2; guest node-b "$common run=node node=node-b" $(net 3) -action reboot=reset
  wait_guests 900
}
