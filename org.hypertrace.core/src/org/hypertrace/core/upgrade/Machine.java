/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.upgrade.plan.Mark;

/**
 * A process of the host that runs a VM.
 *
 * @param name
 *            the VM's given name, else that for people: processes of one name are one node
 * @param key
 *            its id within its host
 * @param host
 *            its host
 * @param vm
 *            the VM, null if its host saw none run a guest
 * @param marks
 *            of its processes, in their order
 * @param otherMarks
 *            how many marks are not kept
 * @param boots
 *            in their order
 */
record Machine(String name, String key, Machines.Host host, Machines.Vm vm, List<Mark> marks, int otherMarks, List<NodeBoot> boots) {

    /** The vCPU with the smallest number, by its place in the state system; -1: there is none. */
    int firstVcpu() {
        return vm == null ? -1 : vm.vcpus().stream().min(Comparator.comparingInt(Machines.Vcpu::number)).map(Machines.Vcpu::quark)
                .orElse(-1);
    }
}
