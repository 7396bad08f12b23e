# SPDX-License-Identifier: EPL-2.0
# lesson: a restart takes a second too long: a driver's reboot notifier waits; the devices take their share
profile=shutdown host_cpus=2 host_memory=3G
scenario() {
  guest slow "initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls,sched,crash,shutdown,graph end=restart \
hypertrace.graph_scope=shutdown hypertrace.graph_functions=*shutdown*,*notif*,usermodehelper_disable,migrate_to_reboot_cpu,syscore_*,pci_* \
hypertrace.depth=8 scenario.notifier_ms=1000" -device virtio-scsi -blockdev null-co,node-name=d0,size=1048576,read-zeroes=on \
    -device scsi-hd,drive=d0 -blockdev null-co,node-name=d1,size=1048576,read-zeroes=on -device scsi-hd,drive=d1
  wait_guests 400
}
