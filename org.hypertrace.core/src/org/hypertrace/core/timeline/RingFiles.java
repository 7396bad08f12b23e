/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.stream.ring.RingCursor;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * The files of one VM's rings as one stream in the order of the TSC. Where the TSC goes back by much, the host has set it
 * anew, and what is behind that place waits until it does so.
 */
final class RingFiles implements Closeable {

    /** A ring. */
    static final class Ring {
        private final int fNumber;
        private final RingCursor fCursor;
        private long fOfGuest;
        private long fExits;
        /** How often the TSC must have been set before it goes on. */
        private int fFrom;

        private Ring(int number, RingCursor cursor) {
            fNumber = number;
            fCursor = cursor;
        }

        int number() {
            return fNumber;
        }

        RingFile.Entry peek() {
            return fCursor.peek();
        }

        /** The running number of the next record that the guest wrote. */
        long nextOfGuest() {
            return ++fOfGuest;
        }

        /** The running number of the next exit that the host wrote. */
        long nextExit() {
            return ++fExits;
        }
    }

    private static final int HELLO = 0x81;
    /** A clock that was never set shows less: 2006. */
    private static final long REALTIME_KNOWN = 1L << 60;
    /** A TSC that goes back further was set anew. */
    private static final long SET_ANEW = 1L << 32;

    private final List<RingFile> fFiles = new ArrayList<>();
    private final List<Ring> fRings = new ArrayList<>();
    private final List<String> fUnreadable = new ArrayList<>();

    /**
     * @param paths
     *            of files
     * @param folder
     *            they must lie below, also where they are links
     */
    RingFiles(List<Path> paths, Path folder) {
        for (Path path : paths) {
            try {
                InputFile.requireInside(path, folder);
                RingFile file = new RingFile(path);
                fFiles.add(file);
                for (RingCursor cursor : file.cursors()) {
                    fRings.add(new Ring(fRings.size(), cursor));
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

    /** Thousands of ticks per second, 0 if no ring reports. */
    long tscKhz() {
        return fRings.stream().mapToLong(ring -> ring.fCursor.ring().tscKhz()).filter(khz -> khz > 0).findFirst().orElse(0);
    }

    /** Reports the clock what the guest reports its time is: the first hello in the rings. */
    void askGuest(RingClock clock) {
        try {
            for (RingFile file : fFiles) {
                file.read(entry -> {
                    boolean hello = (entry.nr() & 0xfffff) == HELLO && entry.a3() > REALTIME_KNOWN;
                    if (hello) {
                        clock.guestReports(entry.a1(), entry.a3());
                    }
                    return !hello;
                });
            }
        } catch (IOException e) {
            // reported when the records themselves are read
        }
    }

    /** The ring with the next record, null if there is none yet; {@code sets}: how often the TSC was set. */
    Ring earliest(int sets) {
        Ring first = null;
        for (Ring ring : fRings) {
            RingFile.Entry entry = ring.peek();
            if (entry != null && isPlaced(ring, sets) && (first == null || entry.tsc() < first.peek().tsc())) {
                first = ring;
            }
        }
        return first;
    }

    boolean isPlaced(Ring ring, int sets) {
        return ring.fFrom <= sets;
    }

    /** Goes on to a ring's next record, which is null at its end. */
    RingFile.Entry next(Ring ring, int sets) {
        try {
            long last = ring.fCursor.take().tsc();
            RingFile.Entry next = ring.peek();
            if (next != null && next.tsc() < last && last - next.tsc() > SET_ANEW) {
                ring.fFrom = sets + 1;
            }
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
