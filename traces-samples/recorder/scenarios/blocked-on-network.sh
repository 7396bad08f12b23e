# SPDX-License-Identifier: EPL-2.0
# lesson: an application waits long for its logger, which waits for a server that does not answer
profile=scheduler host_cpus=2 host_memory=3G
scenario() {
  guest blocked "initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls,sched,irq,softirq,crash,shutdown run=blocked" \
    -netdev hubport,id=net,hubid=0 -device virtio-net-pci,netdev=net
  wait_guests 400
}
