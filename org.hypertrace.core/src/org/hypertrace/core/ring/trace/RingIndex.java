/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.ring.LoneRings;
import org.hypertrace.core.ring.RingScale;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.stream.ring.RingRecords;

/**
 * A file of rings that is read from any place. Reading it once keeps one state of the clock for each {@value #STEP} records;
 * a place is found by binary search among these, and then by at most as many records of each ring. Nothing is kept on disk. Records that
 * writers add after the opening are not read.
 */
final class RingIndex implements Closeable {

    private static final int STEP = 512;

    private final RingFile fFile;
    private final RingScale fScale;
    private final long fZero;
    private final List<List<RingWalk.State>> fStates = new ArrayList<>();
    private final List<RingFile.Counts> fCounts = new ArrayList<>();
    private long fEpoch;
    private boolean fIsDated;
    private long fDate = Long.MAX_VALUE;
    private long fLast;
    private boolean fIsEmpty = true;
    private boolean fHasHost;
    /** By vCPU of a ring: the number of its last record. */
    private final Map<Long, Long> fLastRecords = new HashMap<>();

    RingIndex(Path path) throws IOException {
        fFile = new RingFile(path);
        try {
            fScale = new RingScale(LoneRings.khz(fFile, path));
            fZero = LoneRings.zero(fFile);
            for (int ring = 0; ring < fFile.headers().size(); ring++) {
                learn(ring);
            }
        } catch (IOException | RuntimeException e) {
            fFile.close();
            throw e;
        }
    }

    private void learn(int ring) throws IOException {
        var records = fFile.records().get(ring);
        RingWalk walk = new RingWalk(ring, records, fZero, null);
        List<RingWalk.State> states = new ArrayList<>();
        int since = 0;
        while (walk.peek() != null) {
            RingItem item = walk.take();
            fLast = Math.max(fLast, item.place().ticks());
            fIsEmpty = false;
            if (item.entry() != null) {
                fHasHost |= RingHostEvents.isOfHost(item.entry());
                last(ring, item.entry());
                if (LoneRings.isDate(item.entry()) && item.place().ticks() < fDate) {
                    fDate = item.place().ticks();
                    fEpoch = item.entry().a3() - fScale.ns(fDate);
                    fIsDated = true;
                }
                if (++since == STEP && walk.peek() != null) {
                    since = 0;
                    states.add(walk.state());
                }
            }
        }
        fStates.add(states);
        fCounts.add(records.counts());
    }

    private void last(int ring, RingFile.Entry entry) {
        long key = (long) ring << Integer.SIZE | entry.vcpu();
        if (fLastRecords.size() < RingHostEvents.MAX_VCPUS || fLastRecords.containsKey(key)) {
            fLastRecords.put(key, entry.number());
        }
    }

    /** Whether a record is the last one of its vCPU in its ring; false of vCPUs beyond those that are followed. */
    boolean isLast(int ring, RingFile.Entry entry) {
        return Long.valueOf(entry.number()).equals(fLastRecords.get((long) ring << Integer.SIZE | entry.vcpu()));
    }

    /** Whether the host wrote any record. */
    boolean hasHost() {
        return fHasHost;
    }

    /** The records of a ring by their numbers, for a reader of its own. */
    RingRecords records(int ring) {
        return fFile.records().get(ring);
    }

    /** A walk of the ring that begins at the place or before it, at the most {@value #STEP} records before. */
    RingWalk walk(int ring, RingPlace from) throws IOException {
        List<RingWalk.State> states = fStates.get(ring);
        int low = 0;
        int high = states.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            // records of the same time may stand before it
            if (states.get(middle).ticks() < from.ticks()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        RingWalk walk = new RingWalk(ring, fFile.records().get(ring), fZero, low == 0 ? null : states.get(low - 1));
        while (walk.peek() != null && walk.peek().place().compareTo(from) < 0) {
            walk.take();
        }
        return walk;
    }

    List<RingFile.Header> headers() {
        return fFile.headers();
    }

    /** What became of the records of each ring. */
    List<RingFile.Counts> counts() {
        return List.copyOf(fCounts);
    }

    boolean isDated() {
        return fIsDated;
    }

    /** The time, ns since the epoch, or since the file's first record where no record has the date. */
    long time(long ticks) {
        return fEpoch + fScale.ns(ticks);
    }

    /** The time of the last record or mark of a loss, as {@link #time}; null if there is none. */
    Long end() {
        return fIsEmpty ? null : Long.valueOf(time(fLast));
    }

    /** How much of the whole time is before the place, 0 to 1. */
    double ratio(RingPlace place) {
        long ticks = Math.max(0, Math.min(fLast, place.ticks()));
        return fLast == 0 ? 0 : (double) ticks / fLast;
    }

    /** The place before which so much of the time is, 0 to 1. */
    RingPlace at(double ratio) {
        return new RingPlace((long) (fLast * Math.max(0, Math.min(1, ratio))), -1, 0);
    }

    @Override
    public void close() throws IOException {
        fFile.close();
    }
}
