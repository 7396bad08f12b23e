/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import org.hypertrace.core.exit.track.LongIndex;

/** Small numbers from 0 for the groups of every VM, in the order in which they are first asked for. */
final class GroupNumbers {

    /** If there may be more, numbers are looked up by hash: a table of them would be larger than what is counted. */
    private static final long MAX = 1 << 22;

    private final long fKeys;
    private final int[] fTable;
    private final LongIndex fIndex;
    private int fSize;

    /**
     * @param vms
     *            how many VMs there are
     * @param keys
     *            how many groups a VM may have
     */
    GroupNumbers(int vms, long keys) {
        fKeys = keys;
        boolean few = vms * keys <= MAX;
        fTable = few ? new int[(int) (vms * keys)] : null;
        fIndex = few ? null : new LongIndex();
    }

    /** The number of a group, a new one if there is none. */
    int of(int vm, int key) {
        if (fTable == null) {
            return fIndex.numberOf(vm * fKeys + key);
        }
        int place = (int) (vm * fKeys) + key;
        if (fTable[place] == 0) {
            fTable[place] = ++fSize;
        }
        return fTable[place] - 1;
    }

    /** The number of a group, -1 if there is none. */
    int find(int vm, int key) {
        return fTable == null ? fIndex.find(vm * fKeys + key) : fTable[(int) (vm * fKeys) + key] - 1;
    }
}
