# SPDX-License-Identifier: EPL-2.0
# lesson: ten requests from one VM to another over tap, bridge and vhost: how much of an answer's time was whose
profile=path host_cpus=2 host_memory=3G options="--with net_dev_queue,net_if_receive_skb"
# cable NUMBER: a VM's end of the bridge
cable() {
  ip tuntap add "tap$1" mode tap
  ip link set "tap$1" master br0 up
  echo "-netdev tap,id=net,ifname=tap$1,script=no,downscript=no,vhost=on -device virtio-net-pci,netdev=net,mac=52:54:00:00:01:0$1"
}
scenario() {
  modprobe -a tun bridge vhost_net
  echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6 # else the host sends packets there
  ip link add br0 type bridge
  ip link set br0 up
  common="quiet hypertrace.groups=levels,crash,shutdown"
  programs=yes
  on=1; guest server "$common run=server" $(cable 2)
  on=0; guest client "$common run=client" $(cable 1)
  wait_guests 240
}
