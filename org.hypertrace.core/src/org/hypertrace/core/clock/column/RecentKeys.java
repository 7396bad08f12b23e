/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

/**
 * Events of a stream by their keys: the last ones, as long as they are of use. Those whose keys have the same place are a chain, the latest first. Each
 * event also has the one of its own key before it, and a mark of the owner.
 */
public final class RecentKeys {

    private static final int FEWEST = 1 << 8;
    private static final int WIDTH_BITS = 2;
    private static final int TIME = 1;
    private static final int LINKS = 2;
    private static final int MARK = 3;
    /** So many places per event: few chains are longer than one. */
    private static final int PLACES = 4;
    /** No more are kept, whatever their times are: ten events per µs are more than a processor can have. */
    private static final int MOST = 1 << 20;
    /** Of the links: how far back the next one of the chain is, how far the one of the same key is; 0 if there is none. */
    private static final int CHAIN_BITS = 31;
    private static final long FAR = (1L << CHAIN_BITS) - 1;
    /** Of the links: an event of the same key came later. */
    private static final long REPEATED = Long.MIN_VALUE;

    /** Of each place the number of its latest event; 0 without one. */
    private long[] fPlaces = new long[PLACES * FEWEST];
    private int fShift = Long.SIZE - Integer.numberOfTrailingZeros(PLACES * FEWEST);
    /** Of each event, by the lowest bits of its number: key, time, links and mark. */
    private long[] fEntries = new long[FEWEST << WIDTH_BITS];
    private int fMask = FEWEST - 1;
    private long fLast;
    /** The first event that is kept. */
    private long fFirst = 1;

    /** Where an event is. */
    private int at(long number) {
        return ((int) number & fMask) << WIDTH_BITS;
    }

    private int place(long key) {
        return (int) (key * 0x9E3779B97F4A7C15L >>> fShift);
    }

    /**
     * Adds an event; its number is one more than that of the last one, at first 1. Its mark is 0.
     *
     * @param key
     *            what it is about
     * @param time
     *            not less than that of the last one
     * @param oldest
     *            events before are of no use any more
     */
    public void add(long key, long time, long oldest) {
        long number = ++fLast;
        if (number - fFirst > fMask) {
            forget(oldest);
        }
        int at = at(number);
        fEntries[at] = key;
        fEntries[at + TIME] = time;
        fEntries[at + MARK] = 0;
        link(number, at);
    }

    /** Puts an event in front of its chain. */
    private void link(long number, int at) {
        int place = place(fEntries[at]);
        long head = fPlaces[place];
        fPlaces[place] = number;
        if (head < fFirst) {
            fEntries[at + LINKS] = 0;
            return;
        }
        long same = find(head, fEntries[at]);
        fEntries[at + LINKS] = number - head | (same == 0 ? 0 : number - same << CHAIN_BITS);
        if (same > 0) {
            fEntries[at(same) + LINKS] |= REPEATED;
        }
    }

    /** Makes room for one more. */
    private void forget(long oldest) {
        while (fFirst < fLast && time(fFirst) < oldest) {
            fFirst++;
        }
        if (fLast - fFirst <= fMask / 2) {
            return;
        }
        if (fMask + 1 < MOST) {
            grow();
        } else {
            fFirst = fLast - fMask / 2;
        }
    }

    private void grow() {
        long[] old = fEntries;
        int oldMask = fMask;
        fMask = 2 * fMask + 1;
        fShift--;
        fEntries = new long[2 * old.length];
        fPlaces = new long[2 * fPlaces.length];
        for (long number = fFirst; number < fLast; number++) {
            System.arraycopy(old, ((int) number & oldMask) << WIDTH_BITS, fEntries, at(number), 1 << WIDTH_BITS);
            link(number, at(number));
        }
    }

    /**
     * @param key
     *            what it is about
     * @return the number of the latest event of a key; 0 if there is none
     */
    public long latest(long key) {
        return find(fPlaces[place(key)], key);
    }

    /** From an event of a chain on. */
    private long find(long first, long key) {
        long number = first;
        while (number >= fFirst) {
            int at = at(number);
            if (fEntries[at] == key) {
                return number;
            }
            long back = fEntries[at + LINKS] & FAR;
            number = back == 0 ? 0 : number - back;
        }
        return 0;
    }

    /**
     * @param number
     *            of an event, above 0
     * @param key
     *            what an event is about
     * @return whether it is the latest one of that key
     */
    public boolean isLatest(long number, long key) {
        return number >= fFirst && number <= fLast && fEntries[at(number)] == key && fEntries[at(number) + LINKS] >= 0;
    }

    /**
     * @param number
     *            of an event that was found
     * @return the number of the latest event of the same key before that one; 0 if there is none
     */
    public long before(long number) {
        long back = fEntries[at(number) + LINKS] >>> CHAIN_BITS & FAR;
        return back == 0 || number - back < fFirst ? 0 : number - back;
    }

    /** @return the time of an event that was found, by its number */
    public long time(long number) {
        return fEntries[at(number) + TIME];
    }

    /** @return the mark of an event that was found, by its number */
    public long mark(long number) {
        return fEntries[at(number) + MARK];
    }

    /** Gives an event that was found a mark. */
    public void mark(long number, long mark) {
        fEntries[at(number) + MARK] = mark;
    }
}
