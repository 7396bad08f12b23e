/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

/**
 * Events of a stream by their keys, as long as they are of use: the last ones, in order of their times. Those whose keys have the same place are a
 * chain, the latest first; whoever is behind one that is too old is too old, too.
 */
public final class RecentKeys {

    private static final int FEWEST = 1 << 8;
    private static final int WIDTH_BITS = 2;
    private static final int TIME = 1;
    private static final int VALUE = 2;
    private static final int BEFORE = 3;
    /** So many places per event: few chains are longer than one. */
    private static final int PLACES = 4;
    /** No more are kept, whatever their times are: ten events per µs are more than a processor can have. */
    private static final int MOST = 1 << 20;

    /** Of each place the number of its latest event, from 1; 0 without one. */
    private long[] fPlaces = new long[PLACES * FEWEST];
    private int fShift = Long.SIZE - Integer.numberOfTrailingZeros(PLACES * FEWEST);
    /** Of each event, by the lowest bits of its number: key, time, value, and the number of the one before it in its chain. */
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
     * Adds an event; its number is one more than that of the last one, at first 1.
     *
     * @param key
     *            what it is about
     * @param time
     *            not less than that of the last one
     * @param value
     *            what the owner wants to know of it
     * @param oldest
     *            events before are of no use any more
     */
    public void add(long key, long time, long value, long oldest) {
        long number = ++fLast;
        if (number - fFirst > fMask) {
            forget(oldest);
        }
        int place = place(key);
        int at = at(number);
        fEntries[at] = key;
        fEntries[at + TIME] = time;
        fEntries[at + VALUE] = value;
        fEntries[at + BEFORE] = fPlaces[place];
        fPlaces[place] = number;
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
            int at = at(number);
            System.arraycopy(old, ((int) number & oldMask) << WIDTH_BITS, fEntries, at, BEFORE);
            int place = place(fEntries[at]);
            fEntries[at + BEFORE] = fPlaces[place];
            fPlaces[place] = number;
        }
    }

    /**
     * @param key
     *            what it is about
     * @param from
     *            it is not before this time
     * @return the number of the latest event of a key; 0 if there is none
     */
    public long latest(long key, long from) {
        return find(fPlaces[place(key)], key, from);
    }

    /**
     * @param number
     *            of an event that was found
     * @param from
     *            it is not before this time
     * @return the number of the latest event of the same key before that one; 0 if there is none
     */
    public long before(long number, long from) {
        return find(fEntries[at(number) + BEFORE], fEntries[at(number)], from);
    }

    private long find(long first, long key, long from) {
        long number = first;
        while (number >= fFirst && time(number) >= from) {
            int at = at(number);
            if (fEntries[at] == key) {
                return number;
            }
            number = fEntries[at + BEFORE];
        }
        return 0;
    }

    /** @return the time of an event that was found, by its number */
    public long time(long number) {
        return fEntries[at(number) + TIME];
    }

    /** @return the value of an event that was found, by its number */
    public long value(long number) {
        return fEntries[at(number) + VALUE];
    }

    /**
     * @param number
     *            of an event
     * @param from
     *            a time
     * @return whether it is still there, and not before that time
     */
    public boolean isSince(long number, long from) {
        return number >= fFirst && time(number) >= from;
    }
}
