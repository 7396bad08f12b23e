/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.vcpu.VcpuState;

/** Receives what the {@link ExitTracker} finds out. The same {@link Exit} is given for every exit of a vCPU. */
public interface ExitSink {

    /** The guest was left; what is known of it may grow. */
    void begins(Exit exit);

    /** It was entered again: the exit is complete. */
    void ends(Exit exit);

    /** It will not be known when it was entered again: {@link Exit#end()} is until when it was not. */
    void breaksOff(Exit exit);

    /** From {@code time} on the vCPU is in another state; the time of the exit it is in has been added up until then. */
    default void state(long time, VirtualCpu vcpu, VcpuState state) {
        // for who waits for vCPUs
    }
}
