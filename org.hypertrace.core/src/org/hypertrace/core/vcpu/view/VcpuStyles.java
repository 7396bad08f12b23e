/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu.view;

import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.view.Styles;

/** How the states of a vCPU look. */
public final class VcpuStyles {

    private VcpuStyles() {
    }

    /**
     * @param state
     *            a state
     * @return how it looks
     */
    public static Styles of(VcpuState state) {
        return switch (state) {
        case GUEST -> Styles.GUEST;
        case HOST_INTERRUPT -> Styles.HOST_INTERRUPT;
        case VMM -> Styles.VMM;
        case HOST_KERNEL -> Styles.HOST_KERNEL;
        case PREEMPTED -> Styles.PREEMPTED;
        case HALTED -> Styles.HALTED;
        case BLOCKED -> Styles.BLOCKED;
        case WAKING -> Styles.WAKING;
        case UNKNOWN -> Styles.UNKNOWN;
        };
    }
}
