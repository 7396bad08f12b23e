/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.Arrays;

import org.hypertrace.core.vcpu.VcpuState;

/** Sums what a vCPU has of the processors, from its states in time order. */
final class VcpuUse {

    /** Gets when the vCPU came to have a processor. */
    @FunctionalInterface
    interface Came {
        void at(long time);
    }

    private final long fLifeBegin;
    private final Came fCame;
    private final long[] fSums = new long[ProcessorUse.values().length];
    private ProcessorUse fUse;
    private long fSince;
    private boolean fWoken;
    private long fLongestWait;
    private int fExecutions;
    private long[] fWakes = new long[64];
    private int fWakeCount;

    /**
     * @param lifeBegin
     *            when the vCPU's life begins: what it has then it did not come to have
     * @param came
     *            gets the other times when it came to have a processor
     */
    VcpuUse(long lifeBegin, Came came) {
        fLifeBegin = lifeBegin;
        fCame = came;
    }

    /** The next stretch, which begins where the last one ended. */
    void add(long begin, long end, VcpuState state) {
        ProcessorUse use = ProcessorUse.of(state);
        fSums[use.ordinal()] += end - begin;
        if (use != fUse) {
            if (use == ProcessorUse.GOTTEN) {
                comes(begin);
            }
            fUse = use;
            fSince = begin;
            fWoken = state == VcpuState.WAKING;
        }
        if (use == ProcessorUse.WAITING) {
            fLongestWait = Math.max(fLongestWait, end - fSince);
        }
    }

    private void comes(long time) {
        if (fUse == ProcessorUse.WAITING && fWoken) {
            if (fWakeCount == fWakes.length) {
                fWakes = Arrays.copyOf(fWakes, 2 * fWakeCount);
            }
            fWakes[fWakeCount++] = time - fSince;
        }
        // what had it when the stretch began came to have it before
        if (time > fLifeBegin && fUse != null) {
            fExecutions++;
            fCame.at(time);
        }
    }

    long ns(ProcessorUse use) {
        return fSums[use.ordinal()];
    }

    long longestWait() {
        return fLongestWait;
    }

    int executions() {
        return fExecutions;
    }

    /** How long it waited from wakings until it had a processor, ns. */
    long[] wakes() {
        return Arrays.copyOf(fWakes, fWakeCount);
    }
}
