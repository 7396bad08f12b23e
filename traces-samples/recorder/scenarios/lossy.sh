# SPDX-License-Identifier: EPL-2.0
# lesson: the recorder's buffers are far too small, and so is the guest's ring: events are missing, and every figure must show it
profile=full host_cpus=2 host_memory=3G options="--buffer 4k" lossy=yes
scenario() {
  guest lossy "initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls,sched,irq,softirq,crash,shutdown run=lossy" \
    -object memory-backend-file,id=memory,share=on,mem-path=/dev/shm/lossy,size=64K -device ivshmem-plain,memdev=memory
  wait_guests 400
  symbols="$symbols --ring lossy=/dev/shm/lossy"
}
