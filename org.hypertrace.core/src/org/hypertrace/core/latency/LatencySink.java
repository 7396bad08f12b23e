/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.latency;

import org.hypertrace.core.machine.VirtualCpu;

/** Receives what the {@link LatencyTracker} finds, in the order of the ends. */
public interface LatencySink {

    /**
     * @param kind
     *            what was waited for
     * @param vcpu
     *            by which vCPU
     * @param number
     *            the vector of the interrupt, where the kind has one
     * @param begin
     *            ns since the epoch
     * @param length
     *            ns
     */
    void found(LatencyKind kind, VirtualCpu vcpu, int number, long begin, long length);
}
