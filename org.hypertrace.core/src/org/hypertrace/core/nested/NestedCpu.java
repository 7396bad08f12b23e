/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.nested;

import org.hypertrace.core.machine.VirtualCpu;

/**
 * A virtual CPU of a guest's guest, as far as the host can know. It is a control block (VMCB, VMCS) by which the hypervisor in a VM enters
 * it. Where the trace does not report the block there is one for every vCPU of the VM. It is carried by the vCPU that
 * entered it last. Whether two of them are of one nested VM, or of which level, the host is not recorded.
 */
public final class NestedCpu {

    /** Stands for the address of a control block that is not recorded; no block is there. */
    public static final long NO_BLOCK = -1;

    private final int fIndex;
    private final NestedVm fVm;
    private final int fNumber;
    private final long fBlock;
    private final long fBegin;
    private VirtualCpu fCarrier;
    private boolean fEntered;

    NestedCpu(int index, NestedVm vm, int number, long block, long begin, VirtualCpu carrier) {
        fIndex = index;
        fVm = vm;
        fNumber = number;
        fBlock = block;
        fBegin = begin;
        fCarrier = carrier;
    }

    /** @return its running number over all VMs of the trace, from 0, in the order of appearance */
    public int index() {
        return fIndex;
    }

    /** @return what is nested in the VM, of which it is a part */
    public NestedVm vm() {
        return fVm;
    }

    /** @return its number among the VM's, from 0, in the order of appearance */
    public int number() {
        return fNumber;
    }

    /** @return where in the VM's memory its control block is, {@link #NO_BLOCK} if not recorded */
    public long block() {
        return fBlock;
    }

    /** @return when it first appeared, ns since the epoch */
    public long begin() {
        return fBegin;
    }

    /** @return the vCPU that entered it last */
    public VirtualCpu carrier() {
        return fCarrier;
    }

    /** @return whether its carrier has entered it and has not given an exit of it to the hypervisor in the VM since */
    public boolean isEntered() {
        return fEntered;
    }

    void enter(VirtualCpu carrier) {
        fCarrier = carrier;
        fEntered = true;
    }

    void leave() {
        fEntered = false;
    }
}
