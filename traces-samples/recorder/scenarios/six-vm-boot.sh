# SPDX-License-Identifier: EPL-2.0
# lesson: VMs boot at once and not all in the same time: two share a CPU, one is nested, one waits in an initcall, one has more modules
# A tick of the host while the nested guest runs is nine exits: CPU 3 has none while it has one task only.
profile=path host_cpus=4 host_memory=6G late=yes host_arguments="nohz_full=3 rcu_nocbs=3" \
  options="--without kvm_x86_pio,kvm_x86_cpuid"
scenario() {
  common="initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls,crash,shutdown run=quiet"
  on=3
  taskset -cp $on $$ # what is done here shall not take the CPUs of those that have one of their own
  kernel=stock initrd=nested
  guest outer "quiet tracer=later groups=relay run=nested report=no machine=microvm" -m 768 -drive file=/dev/vda,format=raw,if=virtio,readonly=on
  until grep -q "guest: ready" /tmp/console-outer.log; do sleep 0.2; done
  begin # the boot of the guest around the nested one is not the point
  note_guests
  sleep 2 # what the recorder starts is done then: a guest that began meanwhile often died in its firmware
  kernel=plain
  symbols=" --symbols outer/inner=$lab/guest/System.map-plain"
  on=0; guest alone "$common"
  on=1; guest late-driver "$common scenario.latency_ms=324"
  on=2; guest twin-a "$common"
  on=2; guest twin-b "$common"
  on=3 kernel=more; guest more-modules "$common"
  wait_guests 900
  ! grep FAILED /tmp/console-outer.log
}
