/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.function.IntFunction;

import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;

/**
 * Which vCPU of the tracker behind the {@link Timeline} is which of the one before it. Where times go back, not all that goes
 * in comes out: a vCPU may then appear later there, in another order, or never. So a running number alone is not enough.
 */
final class SameVcpus {

    private final IntFunction<HostThread> fBefore;
    private final MachineTracker fBehind;

    /** Before the timeline: the thread of a vCPU by its running number, null if it has not appeared yet. */
    SameVcpus(IntFunction<HostThread> before, MachineTracker behind) {
        fBefore = before;
        fBehind = behind;
    }

    /** The vCPU with this running number before the timeline, as it is known behind it; null: it is not known, or none has it. */
    VirtualCpu of(int before) {
        HostThread known = before < 0 ? null : fBefore.apply(before);
        if (known == null) {
            return null;
        }
        VirtualCpu behind = fBehind.vcpu(before);
        if (behind != null && isSame(behind.thread(), known)) {
            return behind;
        }
        HostThread thread = fBehind.thread(known.host(), known.tid());
        return thread != null && isSame(thread, known) ? thread.vcpu() : null;
    }

    private static boolean isSame(HostThread one, HostThread other) {
        return one.host() == other.host() && one.tid() == other.tid() && one.incarnation() == other.incarnation();
    }
}
