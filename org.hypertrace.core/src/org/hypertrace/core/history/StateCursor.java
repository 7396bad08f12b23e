/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.util.Arrays;

/** Finds states of a column by their times, and goes on from one to the next. A block is read once as long as times go on in it. */
final class StateCursor {

    /** A block's number: that which is still written. */
    private static final int OPEN = -1;
    private static final int NO_BLOCK = -2;
    private static final int RESTART_BYTES = Long.BYTES + Short.BYTES;
    private static final int HEADER = Short.BYTES + 1;

    private final StateValues fValues;
    private final BlockFile fFile;
    private final ByteReader fReader = new ByteReader();
    private byte[] fBuffer = new byte[0];
    private Column.View fColumn;
    private int fBlock;
    private byte[] fBytes;
    private int fFirst;
    private int fCount;
    private int fNumber;
    private long fStart;
    private long fNext;
    private int fValueAt;
    /** Where the next value is, if it is in the same block. */
    private int fNextAt;
    /** The last value that is not the one before it and one more, and how many such values followed. */
    private int fWholeAt;
    private int fMore;

    StateCursor(StateValues values, BlockFile file) {
        fValues = values;
        fFile = file;
    }

    void set(Column.View column) {
        fColumn = column;
        fBlock = NO_BLOCK;
    }

    /** When the state begins. */
    long start() {
        return fStart;
    }

    /** When the next one begins. */
    long next() {
        return fNext;
    }

    Object value() {
        fReader.set(fBytes, fWholeAt);
        Object whole = fValues.read(fReader);
        return fMore == 0 ? whole : (Object) ((Integer) whole + fMore);
    }

    /** Goes to the state of the past at a time, which is not before the column's begin. */
    void seek(long time) throws IOException {
        if (fBlock != NO_BLOCK && time >= fStart && time < fNext) {
            return;
        }
        int block = fColumn.openCount() > 0 && time >= fColumn.openStart() ? OPEN : floor(time);
        if (block != fBlock) {
            enter(block);
        } else if (time > fStart && fNumber + Column.RESTART < fCount || time < fStart) {
            restart(time);
        }
        if (fNumber < 0 || time < fStart) {
            restart(time);
        }
        while (time >= fNext && fNumber + 1 < fCount) {
            step();
        }
    }

    /** Goes to the next state of the past; whether there is one. */
    boolean advance() throws IOException {
        if (fNumber + 1 < fCount) {
            step();
            return true;
        }
        int next = fBlock + 1;
        if (fBlock == OPEN || next >= fColumn.blocks() && fColumn.openCount() == 0) {
            return false;
        }
        enter(next < fColumn.blocks() ? next : OPEN);
        restart(Long.MIN_VALUE);
        return true;
    }

    private int floor(long time) {
        int at = Arrays.binarySearch(fColumn.starts(), 0, fColumn.blocks(), time);
        return at >= 0 ? at : Math.max(0, -at - 2);
    }

    private void enter(int block) throws IOException {
        fBlock = block;
        fNumber = -1;
        if (block == OPEN) {
            fBytes = fColumn.open();
            fFirst = 0;
            fCount = fColumn.openCount();
            return;
        }
        long place = fColumn.places()[block];
        int length = (int) (place & (1L << Column.LENGTH_BITS) - 1);
        if (fBuffer.length < length) {
            fBuffer = new byte[Math.max(length, 2 * fBuffer.length)];
        }
        fFile.read(place >>> Column.LENGTH_BITS, fBuffer, length);
        fBytes = fBuffer;
        fReader.set(fBytes, 0);
        fCount = fReader.getShort();
        fFirst = HEADER + RESTART_BYTES * fReader.get();
    }

    private int restarts() {
        return (fCount - 1) / Column.RESTART;
    }

    private long restartTime(int number) {
        if (fBlock == OPEN) {
            return fColumn.restarts()[2 * number];
        }
        fReader.set(fBytes, HEADER + RESTART_BYTES * number);
        return fReader.getLong();
    }

    private int restartPlace(int number) {
        if (fBlock == OPEN) {
            return (int) fColumn.restarts()[2 * number + 1];
        }
        fReader.set(fBytes, HEADER + RESTART_BYTES * number + Long.BYTES);
        return fReader.getShort();
    }

    /** Goes to the last state at or before a time at which reading can begin, or to the block's first. */
    private void restart(long time) {
        int low = 0;
        int high = restarts();
        while (low < high) {
            int middle = low + high >>> 1;
            if (restartTime(middle) <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        fNumber = low * Column.RESTART;
        fStart = low == 0 ? fBlock == OPEN ? fColumn.openStart() : fColumn.starts()[fBlock] : restartTime(low - 1);
        fValueAt = fFirst + (low == 0 ? 0 : restartPlace(low - 1));
        fWholeAt = fValueAt;
        fMore = 0;
        findNext();
    }

    private void step() {
        fNumber++;
        fStart = fNext;
        fValueAt = fNextAt;
        if (StateValues.isOneMore(fBytes, fValueAt)) {
            fMore++;
        } else {
            fWholeAt = fValueAt;
            fMore = 0;
        }
        findNext();
    }

    private void findNext() {
        int next = fNumber + 1;
        if (next == fCount) {
            fNext = fBlock == OPEN ? fColumn.ongoingStart() : fBlock + 1 < fColumn.blocks() ? fColumn.starts()[fBlock + 1]
                    : fColumn.openCount() > 0 ? fColumn.openStart() : fColumn.ongoingStart();
        } else {
            fReader.set(fBytes, fValueAt);
            StateValues.skip(fReader);
            boolean restarts = next % Column.RESTART == 0;
            fNext = restarts ? 0 : fStart + fReader.getVarint();
            fNextAt = fReader.at();
            if (restarts) {
                fNext = restartTime(next / Column.RESTART - 1);
            }
        }
    }
}
