/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.DefaultEventLayout;

/** What the kernel's tracepoints call their fields: so do tracers that record them as they are. LTTng has other names. */
public abstract class TracepointLayout extends DefaultEventLayout {

    @Override
    public final String fieldTid() {
        return "pid";
    }

    @Override
    public final String fieldPrevTid() {
        return "prev_pid";
    }

    @Override
    public final String fieldNextTid() {
        return "next_pid";
    }

    @Override
    public final String fieldChildTid() {
        return "child_pid";
    }

    /** The tracepoint does not report of which process a new thread is. */
    @Override
    public final String fieldChildPid() {
        return "child_tgid";
    }
}
