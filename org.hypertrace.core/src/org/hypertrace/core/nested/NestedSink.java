/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.nested;

/** Receives what the {@link NestedTracker} finds out, in time order. */
public interface NestedSink {

    /** A virtual CPU of a guest's guest appears. */
    void begins(long time, NestedCpu cpu);

    /** Its {@link NestedCpu#carrier()} has entered it, or is about to: the next entry of that vCPU is its. */
    void enters(long time, NestedCpu cpu);

    /**
     * An exit of it is given to the hypervisor in the VM: the next entry of the vCPU is that hypervisor's. {@code reason} is what
     * that is reported: mostly that of the exit, but the host may have handled that itself and then have something for the VM.
     */
    void leaves(long time, NestedCpu cpu, long reason);

    /** It is not entered any more, and nothing shows since when or what became of its last exit. */
    void vanishes(long time, NestedCpu cpu);
}
