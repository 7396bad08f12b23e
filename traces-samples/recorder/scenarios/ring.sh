# SPDX-License-Identifier: EPL-2.0
# lesson: a guest reports its events by shared memory and by hypercalls; the host writes its exits into the same memory
profile=scheduler host_cpus=2 host_memory=3G limit=700
scenario() {
  local pid
  guest ring "initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls,sched,irq,softirq,crash,shutdown run=ring" \
    -smp 2 -object memory-backend-file,id=memory,share=on,mem-path=/dev/shm/ring,size=2M -device ivshmem-plain,memdev=memory
  pid=$!
  until grep -q "rings are there" /tmp/console-ring.log || ! kill -0 "$pid"; do sleep 0.2; done
  insmod "$lab/hypertrace-ring.ko" path=/dev/shm/ring tgid="$pid" show_host=1
  wait_guests 400
  echo "written by the host: $(cat /sys/module/hypertrace_ring/parameters/written)" >/tmp/counts-ring.log
  rmmod hypertrace-ring
  symbols="$symbols --ring ring=/dev/shm/ring"
}
