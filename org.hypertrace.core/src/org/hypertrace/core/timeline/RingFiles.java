/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.TscTimes;
import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.stream.ring.RingCursor;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * The files of one VM's rings as one stream in order of time. Where the TSC goes back by much, the host has set it anew.
 */
final class RingFiles implements Closeable {

    /** A ring. */
    static final class Ring {
        private final RingCursor fCursor;
        private long fTime;
        /** How often the TSC was set anew by its record, or less often. */
        private int fSets;

        private Ring(RingCursor cursor, TscTimes times) {
            fCursor = cursor;
            place(times);
        }

        private void place(TscTimes times) {
            fTime = peek() == null || times == null ? TscTimes.UNKNOWN : times.at(peek().tsc(), fSets);
        }

        /** Of its next record, ns since the epoch. */
        long time() {
            return fTime;
        }

        RingFile.Entry peek() {
            return fCursor.peek();
        }
    }

    /** A TSC that goes back further was set anew. */
    private static final long SET_ANEW = 1L << 32;

    private final TscTimes fTimes;
    private final List<RingFile> fFiles = new ArrayList<>();
    private final List<Ring> fRings = new ArrayList<>();
    private final List<String> fUnreadable = new ArrayList<>();

    /**
     * @param paths
     *            of files
     * @param folder
     *            they must lie below, also where they are links
     * @param times
     *            of the TSC, null if nothing is known
     */
    RingFiles(List<Path> paths, Path folder, TscTimes times) {
        fTimes = times;
        for (Path path : paths) {
            try {
                InputFile.requireInside(path, folder);
                RingFile file = new RingFile(path);
                fFiles.add(file);
                for (RingCursor cursor : file.cursors()) {
                    fRings.add(new Ring(cursor, times));
                }
            } catch (FileSystemException e) {
                fUnreadable.add(TextLimit.TEXT.clip(path + " cannot be read; is it there, and is it yours to read?"));
            } catch (IOException e) {
                fUnreadable.add(TextLimit.TEXT.clip(e.getMessage()));
            }
        }
    }

    List<Ring> rings() {
        return List.copyOf(fRings);
    }

    /** Why files could not be read, a sentence each. */
    List<String> unreadable() {
        return List.copyOf(fUnreadable);
    }

    /** The ring with the next record that has a time, null if there is none. */
    Ring earliest() {
        Ring first = null;
        for (Ring ring : fRings) {
            if (ring.peek() != null && isPlaced(ring) && (first == null || ring.time() < first.time())) {
                first = ring;
            }
        }
        return first;
    }

    /** Whether its next record has a time. */
    static boolean isPlaced(Ring ring) {
        return ring.time() != TscTimes.UNKNOWN;
    }

    /** Goes on to a ring's next record, which is null at its end. */
    RingFile.Entry next(Ring ring) {
        try {
            long last = ring.fCursor.take().tsc();
            RingFile.Entry next = ring.peek();
            if (next != null && next.tsc() < last && last - next.tsc() > SET_ANEW) {
                ring.fSets++;
            }
            ring.place(fTimes);
            return next;
        } catch (IOException e) {
            fUnreadable.add("A ring cannot be read to its end: " + e.getMessage() + '.');
            fRings.remove(ring);
            return null;
        }
    }

    long overwritten() {
        return fRings.stream().mapToLong(ring -> ring.fCursor.counts().overwritten()).sum();
    }

    /** What writers found no place for, as they report. */
    long notWritten() {
        return fRings.stream().mapToLong(ring -> Math.max(0, ring.fCursor.ring().lost())).sum();
    }

    long torn() {
        return fRings.stream().mapToLong(ring -> ring.fCursor.counts().torn()).sum();
    }

    long behindEnd() {
        return fRings.stream().mapToLong(ring -> ring.fCursor.counts().missing()).sum();
    }

    @Override
    public void close() {
        for (RingFile file : fFiles) {
            try {
                file.close();
            } catch (IOException e) {
                // it was only read
            }
        }
    }
}
