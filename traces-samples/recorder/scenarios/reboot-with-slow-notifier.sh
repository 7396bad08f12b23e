# SPDX-License-Identifier: EPL-2.0
# lesson: a restart takes too long: two services end late, then a driver's reboot notifier waits a second; two devices are slow, too
profile=shutdown host_cpus=2 host_memory=3G
scenario() {
  guest slow "initcall_debug quiet log_buf_len=512K hypertrace.groups=levels,initcalls,sched,crash,shutdown,graph run=services end=restart \
hypertrace.graph_scope=shutdown hypertrace.graph_functions=*shutdown*,*notif*,usermodehelper_disable,migrate_to_reboot_cpu,syscore_*,pci_*,do_exit,do_group_exit,exit_mm,exit_files,exit_task_work,zap_other_threads,get_signal,kill_something_info,signal_wake_up_state,do_wait,kernel_restart \
hypertrace.depth=8 i8042.noaux=1 scenario.notifier_ms=1000 scenario.device_ms=200" -device virtio-scsi -blockdev null-co,node-name=d0,size=1048576,read-zeroes=on \
    -device scsi-hd,drive=d0 -blockdev null-co,node-name=d1,size=1048576,read-zeroes=on -device scsi-hd,drive=d1
  wait_guests 400
}
