/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.Arrays;

import org.hypertrace.core.vcpu.VcpuState;

/** Sums over some exits of a VM, and which of them is the worst. */
final class ExitSum {

    /** None. */
    static final int NONE = -1;

    private final long[] fParts = new long[VcpuState.values().length];
    private final long[] fMost = new long[VcpuState.values().length];
    private final int[] fWorst = new int[VcpuState.values().length];
    private long fCount;
    private long fTotal;
    private long fTime;
    private long fLongest = -1;
    private int fLongestExit = NONE;
    private int fFirst = NONE;
    private int fLast = NONE;

    ExitSum() {
        Arrays.fill(fWorst, NONE);
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
        long busy = length - parts[VcpuState.HALTED.ordinal()];
        if (busy > fLongest) {
            fLongest = busy;
            fLongestExit = exit;
        }
        for (int i = 0; i < parts.length; i++) {
            fParts[i] += parts[i];
            if (parts[i] > fMost[i]) {
                fMost[i] = parts[i];
                fWorst[i] = exit;
            }
        }
        fFirst = fFirst == NONE ? exit : fFirst;
        fLast = exit;
    }

    /** An exit that began before the time asked for. */
    void addEarlier(long inRange) {
        fTime += inRange;
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

    /** The exit that lasted longest without what is idle. */
    int longest() {
        return fLongestExit;
    }

    /** The exit with most of this state. */
    int worst(VcpuState state) {
        return fWorst[state.ordinal()];
    }

    int first() {
        return fFirst;
    }

    int last() {
        return fLast;
    }
}
