/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What {@code perf data convert --to-ctf} calls what Trace Compass' kernel analyses ask for. Events have their group before the name, and
 * fields are called as the kernel calls them. The running thread is a field of each event.
 */
public final class PerfLayout extends TracepointLayout {

    /** The only one. */
    public static final PerfLayout INSTANCE = new PerfLayout();

    /** The fields that have the running thread and its process. */
    static final List<String> THREAD = List.of("perf_tid", "perf_pid");

    private PerfLayout() {
    }

    /**
     * @param environment
     *            of a CTF trace, as Trace Compass has it
     * @return whether it names perf as its tracer
     */
    public static boolean isOf(Map<String, String> environment) {
        String tracer = environment.get("tracer_name");
        return "perf".equals(tracer) || "\"perf\"".equals(tracer);
    }

    @Override
    public String eventIrqHandlerEntry() {
        return "irq:irq_handler_entry";
    }

    @Override
    public String eventIrqHandlerExit() {
        return "irq:irq_handler_exit";
    }

    @Override
    public String eventSoftIrqEntry() {
        return "irq:softirq_entry";
    }

    @Override
    public String eventSoftIrqExit() {
        return "irq:softirq_exit";
    }

    @Override
    public String eventSoftIrqRaise() {
        return "irq:softirq_raise";
    }

    @Override
    public String eventHRTimerExpireEntry() {
        return "timer:hrtimer_expire_entry";
    }

    @Override
    public String eventHRTimerExpireExit() {
        return "timer:hrtimer_expire_exit";
    }

    @Override
    public String eventSchedSwitch() {
        return "sched:sched_switch";
    }

    @Override
    public Collection<String> eventsSchedWakeup() {
        return List.of(eventSchedProcessWakeup(), eventSchedProcessWakeupNew());
    }

    @Override
    public String eventSchedProcessWaking() {
        return "sched:sched_waking";
    }

    @Override
    public String eventSchedProcessWakeup() {
        return "sched:sched_wakeup";
    }

    @Override
    public String eventSchedProcessWakeupNew() {
        return "sched:sched_wakeup_new";
    }

    @Override
    public String eventSchedMigrateTask() {
        return "sched:sched_migrate_task";
    }

    @Override
    public String eventSchedProcessFork() {
        return "sched:sched_process_fork";
    }

    @Override
    public String eventSchedProcessExec() {
        return "sched:sched_process_exec";
    }

    @Override
    public String eventSchedProcessExit() {
        return "sched:sched_process_exit";
    }

    @Override
    public String eventSchedProcessFree() {
        return "sched:sched_process_free";
    }

    @Override
    public String eventSyscallEntryPrefix() {
        return "raw_syscalls:sys_enter";
    }

    @Override
    public String eventSyscallExitPrefix() {
        return "raw_syscalls:sys_exit";
    }

    /** Each system call can be recorded by its name, too. */
    @Override
    public String eventCompatSyscallEntryPrefix() {
        return "syscalls:sys_enter";
    }

    @Override
    public String eventCompatSyscallExitPrefix() {
        return "syscalls:sys_exit";
    }

    @Override
    public Collection<String> eventsKVMEntry() {
        return List.of("kvm:kvm_entry");
    }

    @Override
    public Collection<String> eventsKVMExit() {
        return List.of("kvm:kvm_exit");
    }

    @Override
    public String fieldParentTid() {
        return "parent_pid";
    }
}
