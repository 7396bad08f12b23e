/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

/** Names in the state tree of what {@link ResourceTracker} finds of a processor; the tree is shown there. */
public final class ResourceAttributes {

    /**
     * Integer: the id of the thread that has the processor, negative while the thread is a vCPU; {@code HostThread.IDLE} if
     * it idles, null if that is unknown.
     */
    public static final String OCCUPANT = "Occupant";
    /** Long: the interrupt it serves, the outermost of nested ones, a {@code vcpu.Preemptor}; null if it serves none. */
    public static final String INTERRUPT = "Interrupt";

    private ResourceAttributes() {
    }
}
