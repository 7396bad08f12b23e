/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;

/**
 * The events of one processor that a guest recorded itself and reported by hypercall, too. Program order bounds them: what comes before an event on
 * its processor was before it, whichever of both tracers reports it.
 */
final class CpuPairs implements AutoCloseable {

    private static final long NONE = -1;
    /** Less: an event that no hypercall has taken yet, and the one of its key before it. */
    private static final long FREE = Long.MIN_VALUE >> 1;
    private static final long SECOND = 1_000_000_000L;
    private static final long BEFORE = 100_000_000L;
    /** How far after its hypercall an event may seem to be by the coarse offset, ns: as far as a steady clock can be wrong. */
    static final long STEADY = 2_000_000L;
    /** The same of a clock whose rate changes by much. */
    static final long CHANGING = BEFORE;
    /** What is known of a key: its last event, the readings of that and of the one before, its last hypercall, and what that was found to be. */
    private static final int EVENT = 2;
    private static final int READING = 3;
    private static final int READING_BEFORE = 4;
    private static final int TIME = 5;
    private static final int FOUND = 6;
    private static final int READING_FOUND = 7;
    private static final int ALL = 8;
    private static final long NEVER = Long.MIN_VALUE;
    /** So often per event of the guest an earlier pair is looked at for being crossed, before all are looked at from the end. */
    private static final int LOOKS = 2;

    private final GuestTimes fGuest;
    private final VcpuTimes fVcpu;
    /** Of each event of the guest's trace: its hypercall; a crossed one as its complement minus 1. */
    private final Longs fMatches = new Longs();
    private long fMatched;
    private long fCrossed;

    CpuPairs(GuestTimes guest, VcpuTimes vcpu) {
        fGuest = guest;
        fVcpu = vcpu;
    }

    GuestTimes guest() {
        return fGuest;
    }

    VcpuTimes vcpu() {
        return fVcpu;
    }

    long matched() {
        return fMatched;
    }

    long crossed() {
        return fCrossed;
    }

    private void reset() {
        if (fMatches.size() == 0) {
            fMatches.fill(fGuest.size(), NONE);
        } else {
            fMatches.clear(NONE);
        }
    }

    /**
     * Pairs those that are the only ones of their key near the offset. Where the clock drifts further than {@code after}, an event's own hypercall is
     * out of reach, and a later one of its key may be the only one.
     */
    void matchUnique(long offset, long after) {
        reset();
        KeyMap known = new KeyMap(ALL, NEVER);
        Longs.Reader times = fVcpu.times();
        Longs.Reader keys = fVcpu.keys();
        Longs.Reader readings = fGuest.readings();
        Longs.Reader guestKeys = fGuest.keys();
        long next = 0;
        for (long call = 0; call < fVcpu.hypercalls(); call++) {
            long time = times.get(call);
            for (long reading; next < fGuest.size() && (reading = readings.get(next)) <= time - offset + after; next++) {
                long key = guestKeys.get(next);
                if (key != MatchKey.NONE) {
                    int of = known.add(key, time - SECOND);
                    known.set(of, READING_BEFORE, known.get(of, READING));
                    known.set(of, READING, reading);
                    known.set(of, EVENT, next);
                    known.set(of, KeyMap.USED, Math.max(known.get(of, KeyMap.USED), reading + offset));
                }
            }
            int of = known.add(keys.get(call), time - SECOND);
            if (known.get(of, FOUND) >= 0 && time <= known.get(of, READING_FOUND) + offset + BEFORE) {
                fMatches.set(known.get(of, FOUND), NONE);
            }
            long reading = known.get(of, READING);
            long event = known.get(of, EVENT);
            boolean only = event >= 0 && reading >= time - offset - BEFORE && known.get(of, READING_BEFORE) < time - offset - BEFORE
                    && known.get(of, TIME) < reading + offset - after;
            if (only) {
                fMatches.set(event, call);
            }
            known.set(of, FOUND, only ? event : NEVER);
            known.set(of, READING_FOUND, reading);
            known.set(of, TIME, time);
            known.set(of, KeyMap.USED, Math.max(known.get(of, KeyMap.USED), time));
        }
        order();
    }

    /** Pairs all by a clock: each hypercall takes the last event of its key before it, or the first one after it. */
    void match(PiecewiseClock clock, boolean hypercallFirst) {
        reset();
        KeyMap free = new KeyMap(EVENT + 1, NONE);
        Longs.Reader edges = hypercallFirst ? fVcpu.entries() : fVcpu.exits();
        Longs.Reader keys = fVcpu.keys();
        Longs.Reader readings = fGuest.readings();
        Longs.Reader guestKeys = fGuest.keys();
        long count = fVcpu.hypercalls();
        long size = fGuest.size();
        int step = hypercallFirst ? -1 : 1;
        long event = hypercallFirst ? size - 1 : 0;
        long reading = size == 0 ? 0 : readings.get(event);
        long time = size == 0 ? 0 : clock.at(reading);
        // the last event that came: nearly always it is the one that the next hypercall reports
        long last = NONE;
        long lastKey = MatchKey.NONE;
        long lastTime = 0;
        for (long i = 0; i < count; i++) {
            long call = hypercallFirst ? count - 1 - i : i;
            long edge = edges.get(call);
            if (edge == VcpuTimes.NONE) {
                continue;
            }
            while (event >= 0 && event < size && clock.isAtMost(reading, step * (time - edge))) {
                long key = guestKeys.get(event);
                if (key != MatchKey.NONE) {
                    isFree(free, last, lastKey, step * lastTime, step * edge - SECOND);
                    last = event;
                    lastKey = key;
                    lastTime = time;
                }
                event += step;
                if (event >= 0 && event < size) {
                    reading = readings.get(event);
                    time = clock.at(reading);
                }
            }
            if (last != NONE && lastKey == keys.get(call)) {
                if (step * (edge - lastTime) <= SECOND) {
                    fMatches.set(last, call);
                    last = NONE;
                }
                continue;
            }
            int of = free.find(keys.get(call));
            long taken = of < 0 ? NONE : free.get(of, EVENT);
            if (taken != NONE && step * (edge - clock.at(fGuest.reading(taken))) <= SECOND) {
                free.set(of, EVENT, fMatches.get(taken) - Long.MIN_VALUE + NONE);
                fMatches.set(taken, call);
            }
        }
        order();
    }

    /** Keeps an event for a later hypercall, in front of those of its key that are free. */
    private void isFree(KeyMap free, long event, long key, long used, long oldest) {
        if (event != NONE) {
            int of = free.add(key, oldest);
            fMatches.set(event, Long.MIN_VALUE - NONE + free.get(of, EVENT));
            free.set(of, EVENT, event);
            free.set(of, KeyMap.USED, used);
        }
    }

    /** Which pairs are in the same order in both streams. */
    private void order() {
        fMatched = 0;
        fCrossed = 0;
        Longs.Reader times = fVcpu.times();
        long looks = LOOKS * fMatches.size();
        long most = Long.MIN_VALUE;
        for (long i = 0; i < fMatches.size(); i++) {
            long call = fMatches.get(i);
            if (call < FREE) {
                fMatches.set(i, NONE);
            } else if (call != NONE) {
                long time = times.get(call);
                fMatched++;
                if (time > most) {
                    most = time;
                } else {
                    cross(i, call);
                    // those before that are not crossed are in order
                    long before = i - 1;
                    for (long other; before >= 0 && looks > 0 && ((other = fMatches.get(before)) < 0 || fVcpu.timeOf(other) >= time); before--, looks--) {
                        if (other >= 0) {
                            cross(before, other);
                        }
                    }
                }
            }
        }
        if (looks <= 0) {
            orderFromTheEnd();
        }
    }

    private void cross(long event, long call) {
        fMatches.set(event, crossed(call));
        fCrossed++;
    }

    /** What is still to be found: pairs that are crossed by later ones. */
    private void orderFromTheEnd() {
        long least = Long.MAX_VALUE;
        for (long i = fMatches.size() - 1; i >= 0; i--) {
            long call = fMatches.get(i);
            if (call != NONE) {
                long time = fVcpu.timeOf(plain(call));
                if (call >= 0 && time >= least) {
                    cross(i, call);
                }
                least = Math.min(least, time);
            }
        }
    }

    private static long crossed(long call) {
        return -2 - call;
    }

    private static long plain(long match) {
        return match >= 0 ? match : -2 - match;
    }

    /** Gives, for each pair, by how much the exit of the hypercall was after the time that a clock makes of the stamp. */
    Longs delays(PiecewiseClock clock) {
        Longs to = new Longs();
        Longs.Reader matches = fMatches.reader();
        Longs.Reader readings = fGuest.readings();
        Longs.Reader exits = fVcpu.exits();
        for (long i = 0; i < fMatches.size(); i++) {
            long match = matches.get(i);
            if (match != NONE) {
                to.add(exits.get(plain(match)) - clock.at(readings.get(i)));
            }
        }
        return to;
    }

    /** @return the bounds of the pairs, in order of their stamps */
    BoundCursor bounds(TracerOrder order) {
        return new BoundCursor.OfPairs(order, fMatches.reader(), fMatches.size(), fGuest.readings(), fVcpu.entries(), fVcpu.exits());
    }

    @Override
    public void close() {
        fMatches.close();
    }
}
