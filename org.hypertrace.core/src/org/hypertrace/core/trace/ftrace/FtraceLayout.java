/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import java.util.Collection;
import java.util.List;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.DefaultEventLayout;

/** What ftrace calls what Trace Compass' kernel analyses ask for, where that is not as LTTng calls it. */
final class FtraceLayout extends DefaultEventLayout {

    static final FtraceLayout INSTANCE = new FtraceLayout();

    private FtraceLayout() {
    }

    @Override
    public String eventSyscallEntryPrefix() {
        return "sys_enter";
    }

    @Override
    public String eventSyscallExitPrefix() {
        return "sys_exit";
    }

    @Override
    public Collection<String> eventsKVMEntry() {
        return List.of("kvm_entry");
    }

    @Override
    public Collection<String> eventsKVMExit() {
        return List.of("kvm_exit");
    }

    @Override
    public String fieldTid() {
        return "pid";
    }

    @Override
    public String fieldPrevTid() {
        return "prev_pid";
    }

    @Override
    public String fieldNextTid() {
        return "next_pid";
    }

    @Override
    public String fieldParentTid() {
        return "pid";
    }

    @Override
    public String fieldChildTid() {
        return "child_pid";
    }

    /** ftrace does not report about which process a new thread is. */
    @Override
    public String fieldChildPid() {
        return "child_tgid";
    }
}
