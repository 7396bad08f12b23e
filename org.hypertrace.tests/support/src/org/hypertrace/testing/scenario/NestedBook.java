/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The book about what is nested in one VM: from an exit of a guest's guest to its next entry, and who was needed for it. */
final class NestedBook {

    /** A guest's guest, by its control block. */
    private static final class Block {
        private Vcpu fVcpu;
        private long fExit = -1;
        private int fCode;
        private int fHostExits;
        private boolean fForwarded;
    }

    private final Vm fVm;
    private final Map<Long, Block> fBlocks = new TreeMap<>();
    private final Map<Vcpu, Block> fIn = new HashMap<>();
    private final List<Truth.NestedExit> fExits = new ArrayList<>();

    NestedBook(Vm vm) {
        fVm = vm;
    }

    /** What a vCPU has entered, null if the VM itself runs there. */
    Object in(Vcpu vcpu) {
        return fIn.get(vcpu);
    }

    void enters(long time, Vcpu vcpu, long address) {
        Block block = fBlocks.computeIfAbsent(address, key -> new Block());
        if (fIn.containsValue(block)) {
            throw new IllegalStateException(time + ": " + vcpu + " cannot enter 0x" + Long.toHexString(address)
                    + ": another vCPU has entered it");
        }
        block.fVcpu = vcpu;
        fIn.put(vcpu, block);
    }

    void entered(long time, Vcpu vcpu) {
        Block block = fIn.get(vcpu);
        if (block != null && block.fExit >= 0) {
            fExits.add(new Truth.NestedExit(fVm.pid(), block.fCode, block.fForwarded, block.fExit, time, block.fHostExits));
            block.fExit = -1;
        }
    }

    void exited(long time, Vcpu vcpu, int code) {
        fBlocks.values().stream().filter(block -> block.fVcpu == vcpu).forEach(block -> block.fHostExits++);
        Block block = fIn.get(vcpu);
        if (block != null) {
            block.fExit = time;
            block.fCode = code;
            block.fHostExits = 1;
            block.fForwarded = false;
        }
    }

    void forwards(Vcpu vcpu) {
        fIn.remove(vcpu).fForwarded = true;
    }

    List<Truth.NestedExit> truth() {
        return fExits;
    }
}
