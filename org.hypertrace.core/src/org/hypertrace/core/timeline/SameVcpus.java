/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;

/**
 * Which vCPU of the tracker behind the {@link Timeline} is which of the one before it. Where times go back, not all that goes
 * in comes out: a vCPU may then appear later there, in another order, or never. So a running number alone is not enough.
 */
final class SameVcpus {

    private final MachineTracker fBefore;
    private final MachineTracker fBehind;

    SameVcpus(MachineTracker before, MachineTracker behind) {
        fBefore = before;
        fBehind = behind;
    }

    /** The vCPU with this running number before the timeline, as it is known behind it; null: it is not known, or none has it. */
    VirtualCpu of(int before) {
        VirtualCpu vcpu = before < 0 ? null : fBefore.vcpu(before);
        if (vcpu == null) {
            return null;
        }
        VirtualCpu behind = fBehind.vcpu(before);
        if (behind != null && isSame(behind.thread(), vcpu.thread())) {
            return behind;
        }
        HostThread thread = fBehind.thread(vcpu.thread().host(), vcpu.thread().tid());
        return thread != null && isSame(thread, vcpu.thread()) ? thread.vcpu() : null;
    }

    private static boolean isSame(HostThread one, HostThread other) {
        return one.host() == other.host() && one.tid() == other.tid() && one.incarnation() == other.incarnation();
    }
}
