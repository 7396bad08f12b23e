/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.nested;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.machine.VirtualCpu;

/** All that is nested in one VM, and how that is known. */
public final class NestedVm {

    /** What is counted. The order of the constants is their code in files and must not change. */
    public enum Count {
        /** Evidence: the hypervisor reports that it enters a guest's guest ({@code kvm_nested_vmenter}, {@code kvm_nested_vmrun}). */
        ENTER_EVENTS("kvm_nested_vmenter"),
        /** Evidence: it reports that an exit was a guest's guest's ({@code kvm_nested_vmexit}). */
        EXIT_EVENTS("kvm_nested_vmexit"),
        /** Evidence: it gives an exit to the hypervisor in the VM ({@code kvm_nested_vmexit_inject}). */
        INJECT_EVENTS("kvm_nested_vmexit_inject"),
        /** Evidence: the guest exits for VMRUN, VMLAUNCH or VMRESUME. */
        INSTRUCTIONS("exits for VMRUN, VMLAUNCH, VMRESUME"),
        /** Entries that no event reports: they are taken from the instruction, since nothing shows that it failed. */
        GUESSED_ENTRIES("entries without kvm_nested_vmenter"),
        /** Entries while another one was still entered; nothing shows how that one was left. */
        ENTERED_TWICE("entered twice"),
        /** Exits of a guest's guest that nobody had entered, as at the begin of a trace: they are in no figure. */
        EXIT_WITHOUT_ENTER("exits without an entry"),
        /** Exits given to the hypervisor in the VM while nothing was entered. */
        INJECT_WITHOUT_ENTER("exits given on without an entry"),
        /** Exits of what was taken for a guest's guest that the hypervisor does not confirm: they are in no figure. */
        UNCONFIRMED("exits not confirmed"),
        /** How often a vCPU, while a guest's guest was entered, ended or went out of sight (lost events). */
        OUT_OF_SIGHT("out of sight while entered");

        private final String fLabel;

        Count(String label) {
            fLabel = label;
        }

        /** @return for people: what there are so many of */
        public String label() {
            return fLabel;
        }

        /** @return whether it reports that there is something nested, not that something is contradictory */
        public boolean isEvidence() {
            return ordinal() <= INSTRUCTIONS.ordinal();
        }
    }

    /** Control blocks of one VM that are distinguished; a hostile guest could name any number. */
    private static final int MAX_BLOCKS = 64;

    private final List<NestedCpu> fCpus = new ArrayList<>();
    private final Map<Long, NestedCpu> fByBlock = new HashMap<>();
    private final Map<VirtualCpu, NestedCpu> fWithoutBlock = new HashMap<>();
    private final long[] fCounts = new long[Count.values().length];

    /** @return those that were entered so far, by their numbers */
    public List<NestedCpu> cpus() {
        return fCpus;
    }

    /** @return how many */
    public long count(Count what) {
        return fCounts[what.ordinal()];
    }

    void add(Count what) {
        fCounts[what.ordinal()]++;
    }

    /** @return the one with this control block, null if it is new */
    NestedCpu known(VirtualCpu vcpu, long block) {
        return hasRoom(block) ? fByBlock.get(block) : fWithoutBlock.get(vcpu);
    }

    NestedCpu create(int index, VirtualCpu vcpu, long block, long time) {
        boolean byBlock = hasRoom(block);
        NestedCpu cpu = new NestedCpu(index, this, fCpus.size(), byBlock ? block : NestedCpu.NO_BLOCK, time, vcpu);
        fCpus.add(cpu);
        if (byBlock) {
            fByBlock.put(block, cpu);
        } else {
            fWithoutBlock.put(vcpu, cpu);
        }
        return cpu;
    }

    private boolean hasRoom(long block) {
        return block != NestedCpu.NO_BLOCK && (fByBlock.containsKey(block) || fByBlock.size() < MAX_BLOCKS);
    }
}
