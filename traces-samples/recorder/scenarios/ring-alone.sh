# SPDX-License-Identifier: EPL-2.0
# lesson: only the ring of a guest, no trace of its host, which wrote its exits into it: what a guest's memory alone shows
profile=none host_cpus=2 host_memory=3G limit=700 ring=alone
scenario() {
  local pid
  guest alone "quiet hypertrace.groups=crash run=ring-alone report=no" \
    -smp 2 -object memory-backend-file,id=memory,share=on,mem-path=/dev/shm/ring,size=4M -device ivshmem-plain,memdev=memory
  pid=$!
  until grep -q "rings are there" $out/console-alone.log || ! kill -0 "$pid"; do sleep 0.2; done
  insmod "$lab/hypertrace-ring.ko" path=/dev/shm/ring tgid="$pid" show_host=1
  wait_guests 400
  echo "written by the host: $(cat /sys/module/hypertrace_ring/parameters/written)" >$out/counts-alone.log
  rmmod hypertrace-ring
  cp /dev/shm/ring $out/ring-alone.ring
  ! grep FAILED $out/console-alone.log
}
