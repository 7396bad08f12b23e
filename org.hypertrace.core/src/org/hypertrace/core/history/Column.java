/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.util.Arrays;

/**
 * The states of an attribute over time, one behind the other without a gap: those of the past in blocks, the ongoing one, which has
 * no end yet. In a block a state is its length before the next one and its value. At every {@value #RESTART}th the block has a place
 * from which it can be read alone. One thread writes; any take {@linkplain View views}. A view is taken again if the column changed
 * meanwhile, so that the one who writes millions of states needs no lock for each.
 */
final class Column extends OngoingValue {

    /** So many states are read at most to find one. */
    static final int RESTART = 16;

    private static final int MOST_STATES = 256;
    private static final int MOST_BYTES = 2 << 10;
    /** A place of a block in the file: where it begins, and in the lowest bits how long it is. */
    static final int LENGTH_BITS = 20;
    private static final long[] NONE = new long[0];

    /**
     * A column at a moment: what is written later is not in it.
     *
     * @param blocks
     *            how many blocks are in the file
     * @param starts
     *            when the first state of each begins
     * @param places
     *            where each is
     * @param open
     *            the block that is written
     * @param openCount
     *            its states
     * @param openStart
     *            when its first state begins
     * @param isOpen
     *            whether there is an ongoing state
     * @param ongoingStart
     *            when it begins; else behind the end
     */
    record View(int blocks, long[] starts, long[] places, byte[] open, int openCount, long openStart, long[] restarts, boolean isOpen,
            long ongoingStart, Object ongoing) { }

    private int fBlocks;
    private long[] fStarts = NONE;
    private long[] fPlaces = NONE;
    private ByteWriter fOpen;
    private int fOpenCount;
    private long fOpenStart;
    /** Of the open block: when states begin at which reading can begin, each followed by its place. */
    private long[] fRestarts = NONE;
    /** The numbers in it. Who has a view looks at no more than its states need, and these are not changed. */
    private int fRestartNumbers;
    /** The bytes of the block before, as which the next one is likely to have as many. */
    private int fUsual;
    private long fLast;
    private long fOngoingStart;
    /** Of its states, {@link StateValues#NULL} as long as it had none. */
    private int fType;
    private boolean fIsOpen;
    private boolean fIsFresh = true;

    Column(long start) {
        fOngoingStart = start;
        fIsOpen = true;
    }

    /** One that was {@linkplain #put put}; {@code end}: of the history, if the column is closed. */
    Column(ByteReader from, StateValues values, long start, long end) {
        fIsOpen = from.get() != 0;
        fBlocks = (int) from.getVarint();
        fStarts = new long[fBlocks];
        fPlaces = new long[fBlocks];
        long time = start;
        long place = 0;
        for (int block = 0; block < fBlocks; block++) {
            time += from.getVarint();
            place += from.getVarint();
            fStarts[block] = time;
            fPlaces[block] = place;
        }
        fOngoingStart = fIsOpen ? start + from.getVarint() : end + 1;
        if (fIsOpen) {
            fType = from.get();
            setValue(values.read(from));
            openBlock(from, start);
        }
    }

    private void openBlock(ByteReader from, long start) {
        fOpenCount = (int) from.getVarint();
        if (fOpenCount > 0) {
            fOpenStart = start + from.getVarint();
            fLast = start + from.getVarint();
            fRestartNumbers = (fOpenCount - 1) / RESTART * 2;
            fRestarts = new long[fRestartNumbers];
            for (int i = 0; i < fRestartNumbers; i += 2) {
                fRestarts[i] = start + from.getVarint();
                fRestarts[i + 1] = from.getVarint();
            }
            fOpen = new ByteWriter();
            fOpen.put(from.get((int) from.getVarint()));
        }
    }

    /**
     * Puts all that is known of it, unless it has changed since this was asked last.
     *
     * @return whether it was put
     */
    boolean putUnchanged(ByteWriter to, StateValues values, long start) {
        if (fIsFresh) {
            fIsFresh = false;
            return false;
        }
        put(to, values, start);
        return true;
    }

    /** Puts all that is known of it; {@code start}: of the history. */
    void put(ByteWriter to, StateValues values, long start) {
        to.put(fIsOpen ? 1 : 0);
        to.putVarint(fBlocks);
        long time = start;
        long place = 0;
        for (int block = 0; block < fBlocks; block++) {
            to.putVarint(fStarts[block] - time);
            to.putVarint(fPlaces[block] - place);
            time = fStarts[block];
            place = fPlaces[block];
        }
        if (!fIsOpen) {
            return;
        }
        to.putVarint(fOngoingStart - start);
        to.put(fType);
        values.write(this, to);
        to.putVarint(fOpenCount);
        if (fOpenCount > 0) {
            to.putVarint(fOpenStart - start);
            to.putVarint(fLast - start);
            for (int i = 0; i < fRestartNumbers; i += 2) {
                to.putVarint(fRestarts[i] - start);
                to.putVarint(fRestarts[i + 1]);
            }
            to.putVarint(fOpen.length());
            to.put(fOpen.bytes(), fOpen.length());
        }
    }

    int blocks() {
        return fBlocks;
    }

    View view() {
        while (true) {
            int before = version();
            View view = new View(fBlocks, fStarts, fPlaces, fOpen == null ? null : fOpen.bytes(), fOpenCount, fOpenStart, fRestarts, fIsOpen,
                    fOngoingStart, value());
            if (isStill(before)) {
                return view;
            }
            // who writes may wait for a processor, or a file
            Thread.yield();
        }
    }

    void setOngoing(Object value) {
        beginChange();
        fIsFresh = true;
        setValue(value);
        endChange();
    }

    /** What a change does. */
    enum Change { OF_ANOTHER_TYPE, NONE, VALUE, STATE }

    /** The state changes: to another value since the same time, or to one more state. The value is as in {@link OngoingValue}. */
    Change change(long time, int type, long number, String text, StateValues values, BlockFile file) throws IOException {
        if (type != fType && type != StateValues.NULL) {
            if (fType != StateValues.NULL) {
                return Change.OF_ANOTHER_TYPE;
            }
            fType = type;
        }
        fIsFresh = true;
        if (hasValue(type, number, text)) {
            return Change.NONE;
        }
        boolean isPast = fOngoingStart < time;
        beginChange();
        try {
            if (isPast) {
                append(values, file);
                fOngoingStart = time;
            }
            setValue(type, number, text);
        } finally {
            endChange();
        }
        return isPast ? Change.STATE : Change.VALUE;
    }

    /** The ongoing state ends with {@code end}, and all is written. */
    void close(long end, StateValues values, BlockFile file) throws IOException {
        beginChange();
        try {
            if (fOngoingStart <= end) {
                append(values, file);
            }
            fOngoingStart = end + 1;
            fIsOpen = false;
            setValue(null);
            if (fOpenCount > 0) {
                write(file);
            }
            fOpen = null;
            fRestarts = NONE;
        } finally {
            endChange();
        }
    }

    private void append(StateValues values, BlockFile file) throws IOException {
        if (fOpenCount == MOST_STATES || fOpen != null && fOpen.length() >= MOST_BYTES) {
            write(file);
        }
        if (fOpenCount == 0) {
            fOpen = new ByteWriter(fUsual);
            fOpenStart = fOngoingStart;
            fRestarts = NONE;
            fRestartNumbers = 0;
        } else if (fOpenCount % RESTART == 0) {
            if (fRestartNumbers == fRestarts.length) {
                fRestarts = Arrays.copyOf(fRestarts, Math.max(4, 2 * fRestartNumbers));
            }
            fRestarts[fRestartNumbers++] = fOngoingStart;
            fRestarts[fRestartNumbers++] = fOpen.length();
        } else {
            fOpen.putVarint(fOngoingStart - fLast);
        }
        fLast = fOngoingStart;
        if (fOpenCount % RESTART == 0) {
            values.write(this, fOpen);
        } else {
            values.writeAfter(this, fOpen);
        }
        written();
        fOpenCount++;
    }

    /** A block in the file: how many states, how many restarts, these, and the states. */
    private void write(BlockFile file) throws IOException {
        fUsual = fOpen.length();
        ByteWriter block = new ByteWriter(3 + 5 * fRestartNumbers + fUsual);
        block.putShort(fOpenCount);
        block.put(fRestartNumbers / 2);
        for (int i = 0; i < fRestartNumbers; i += 2) {
            block.putLong(fRestarts[i]);
            block.putShort((int) fRestarts[i + 1]);
        }
        block.put(fOpen.bytes(), fUsual);
        long place = file.append(block.bytes(), 0, block.length());
        if (fBlocks == fStarts.length) {
            fStarts = Arrays.copyOf(fStarts, Math.max(4, fBlocks + (fBlocks >> 1)));
            fPlaces = Arrays.copyOf(fPlaces, fStarts.length);
        }
        fStarts[fBlocks] = fOpenStart;
        fPlaces[fBlocks] = place << LENGTH_BITS | block.length();
        fBlocks++;
        fOpenCount = 0;
    }
}
