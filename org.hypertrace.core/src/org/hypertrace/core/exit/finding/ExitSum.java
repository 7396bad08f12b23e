/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.Arrays;

import org.hypertrace.core.vcpu.VcpuState;

/** Sums over some exits of a VM, and which of them is the longest. */
final class ExitSum {

    /** None. */
    static final int NONE = -1;

    private final long[] fParts = new long[VcpuState.values().length];
    private final long[] fMost = new long[VcpuState.values().length];
    private final int[] fMostIn = new int[VcpuState.values().length];
    private long fCount;
    private long fTotal;
    private long fTime;
    private long fLongest = -1;
    private int fLongestExit = NONE;
    private long fStolen;
    private boolean fWhole = true;

    ExitSum() {
        Arrays.fill(fMostIn, NONE);
    }

    /**
     * @param exit
     *            its number
     * @param length
     *            ns
     * @param inRange
     *            how much of it is in the time asked for, ns
     * @param parts
     *            of the length by state
     */
    void add(int exit, long length, long inRange, long[] parts) {
        fCount++;
        fTotal += length;
        fTime += inRange;
        fWhole &= inRange == length;
        if (inRange == length) {
            fStolen += parts[VcpuState.PREEMPTED.ordinal()] + parts[VcpuState.WAKING.ordinal()];
        }
        longest(exit, inRange - parts[VcpuState.HALTED.ordinal()]);
        for (int i = 0; i < parts.length; i++) {
            fParts[i] += parts[i];
            if (parts[i] > fMost[i]) {
                fMost[i] = parts[i];
                fMostIn[i] = exit;
            }
        }
    }

    /** An exit that began before the time asked for. */
    void addEarlier(int exit, long inRange) {
        fTime += inRange;
        fWhole = false;
        longest(exit, inRange);
    }

    private void longest(int exit, long busy) {
        if (busy > fLongest) {
            fLongest = busy;
            fLongestExit = exit;
        }
    }

    /** How many begin in the time asked for. */
    long count() {
        return fCount;
    }

    /** The lengths of those that are counted, ns. */
    long total() {
        return fTotal;
    }

    /** How much of the time asked for was spent in them, ns. */
    long time() {
        return fTime;
    }

    /** What of the total the vCPUs were in this state, ns. */
    long ns(VcpuState state) {
        return fParts[state.ordinal()];
    }

    /** What the vCPUs were preempted or waking in those that are wholly in the time asked for, ns. */
    long stolen() {
        return fStolen;
    }

    /** Whether all of them are wholly in the time asked for. */
    boolean isWhole() {
        return fWhole;
    }

    /** The exit that lasted longest in the time asked for, without what is idle; {@link #NONE} if there is none. */
    int longest() {
        return fLongestExit;
    }

    /** How long that was, ns. */
    long longestNs() {
        return fLongest;
    }

    /** The exit with most of this state, {@link #NONE} if there is none. */
    int most(VcpuState state) {
        return fMostIn[state.ordinal()];
    }

    /** How much of this state that exit has, ns. */
    long mostNs(VcpuState state) {
        return fMost[state.ordinal()];
    }
}
