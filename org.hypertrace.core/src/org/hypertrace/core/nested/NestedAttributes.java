/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.nested;

import org.hypertrace.core.vcpu.VcpuState;

/**
 * Names in the state tree of what {@link NestedTracker} finds.
 *
 * <pre>
 * Hosts/&lt;host id&gt;/Nested/&lt;n&gt;/          vCPU · Number · Control block · Begin · End · State · Entries · Exits
 *    Known by/&lt;count&gt;                      (number of the whole trace)
 * Hosts/&lt;host id&gt;/vCPUs/&lt;tid&gt;#&lt;n&gt;/  Nested
 * </pre>
 *
 * What is nested stands beside the VMs, with a vCPU as a value, as the trace may report later of which VM that is.
 */
public final class NestedAttributes {

    /** The vCPUs of a host's guests' guests, by their running numbers. Of a vCPU, Integer: which of them it has entered. */
    public static final String NESTED = "Nested";
    /** Integer: the attribute of the vCPU that entered it last. */
    public static final String VCPU = "vCPU";
    /** Integer: its number among those of the VM. */
    public static final String NUMBER = "Number";
    /** Long: where its control block is; {@link NestedCpu#NO_BLOCK} if not recorded. */
    public static final String BLOCK = "Control block";
    /** Long, ns since the epoch: when it appeared. */
    public static final String BEGIN = "Begin";
    /** Long, ns since the epoch: when the vCPU that entered it last ended. */
    public static final String END = "End";
    /**
     * Integer: while it is entered, the code of the {@link VcpuState} of its vCPU; {@link #OUT} while the hypervisor in the VM
     * has it; null: not known.
     */
    public static final String STATE = "State";
    /** The hypervisor in the VM has it. */
    public static final Integer OUT = 100;
    /** Integer: how often the vCPU was entered for it so far. */
    public static final String ENTRIES = "Entries";
    /** Integer: how many exits of it so far. */
    public static final String EXITS = "Exits";
    /** Below it, Long by the names of {@link NestedVm.Count}: how many, of all that is nested in its VM. */
    public static final String KNOWN_BY = "Known by";

    private NestedAttributes() {
    }
}
