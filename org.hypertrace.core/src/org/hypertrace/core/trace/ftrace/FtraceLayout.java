/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import java.util.Collection;
import java.util.List;

import org.hypertrace.core.kvm.TracepointLayout;

/** What ftrace calls what Trace Compass' kernel analyses ask for, where that is not as LTTng calls it. */
final class FtraceLayout extends TracepointLayout {

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
    public String fieldParentTid() {
        return "pid";
    }
}
