/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

/**
 * Columns of some exits in a row, copied out of the file at once: reading them one by one takes several times as long. A column
 * is read when it is first asked for.
 */
public final class ExitBlock {

    public static final int SHIFT = ExitColumns.BLOCK_SHIFT;
    public static final int SIZE = 1 << SHIFT;

    private final ExitColumns fExits;
    private final long[] fBegins = new long[SIZE];
    private final long[] fLengths = new long[SIZE];
    private final int[] fCauses = new int[SIZE];
    private final int[] fSubs = new int[SIZE];
    private final short[] fVcpus = new short[SIZE];
    private final short[] fReasons = new short[SIZE];
    private final short[] fFlags = new short[SIZE];
    private int fFirst;
    private int fCount;

    public ExitBlock(ExitColumns exits) {
        fExits = exits;
    }

    /** From now on it is about the exits of a block, as far as they are in a range: those before {@code from} are left out. */
    public void move(int block, int from, int end) {
        fFirst = Math.max(block << SHIFT, from);
        fCount = Math.min(block + 1 << SHIFT, end) - fFirst;
    }

    /** The number of its first exit. */
    public int first() {
        return fFirst;
    }

    public int count() {
        return fCount;
    }

    /** Whether every exit of it ends by this time. */
    public boolean endsBy(long time) {
        return fExits.endsBy(fFirst, time);
    }

    public long[] begins() {
        fExits.longs(ExitFile.BEGIN, fFirst, fCount, fBegins);
        return fBegins;
    }

    public long[] lengths() {
        fExits.longs(ExitFile.LENGTH, fFirst, fCount, fLengths);
        return fLengths;
    }

    public int[] causes() {
        fExits.ints(ExitFile.CAUSE, fFirst, fCount, fCauses);
        return fCauses;
    }

    public int[] subs() {
        fExits.ints(ExitFile.SUB, fFirst, fCount, fSubs);
        return fSubs;
    }

    /** As they are in the file, see {@link ExitColumns#vcpuOf}. */
    public short[] vcpus() {
        fExits.shorts(ExitFile.VCPU, fFirst, fCount, fVcpus);
        return fVcpus;
    }

    public short[] reasons() {
        fExits.shorts(ExitFile.REASON, fFirst, fCount, fReasons);
        return fReasons;
    }

    public short[] flags() {
        fExits.shorts(ExitFile.FLAGS, fFirst, fCount, fFlags);
        return fFlags;
    }
}
