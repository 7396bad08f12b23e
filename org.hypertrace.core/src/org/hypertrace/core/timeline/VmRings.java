/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.io.Closeable;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.TscTimes;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.Manifest.Channel;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.timeline.RingFiles.Ring;

/**
 * The rings of one VM: hands over what the guest reports by them, in the order of the TSC, when the trace comes to its time.
 * <p>
 * When the TSC had its values is known before: {@code RingTies} read the trace for that. Without that a record has no time, and is only counted.
 * <p>
 * VM exits that the host wrote into a ring are compared with those of its trace, and otherwise not used.
 */
final class VmRings implements Closeable {

    /** Takes records. */
    @FunctionalInterface
    interface Sink {
        /**
         * @param time
         *            when it was, ns since the epoch
         * @return whether it was in time
         */
        boolean ringRecord(long time, RingFile.Entry entry);
    }

    /** How far behind its event a record may seem to be, ns; more if only the guest's own clock places it. */
    private static final long AHEAD = 1_000_000L;
    private static final long FAR_AHEAD = 1_000_000_000L;
    /** An exit's record is written sooner, ns. */
    private static final long UNWRITTEN = 100_000_000L;
    private static final RingFile.Entry NO_RECORD = new RingFile.Entry(0, 0, 0, 0, 0, 0, 0, 0, 0);
    private static final int HOST_EXIT = 0xa0;
    private static final int LAST_OF_HOST = 0xa3;

    private final Sink fSink;
    private final long fBegin;
    private final boolean fBoth;
    private final RingFiles fFiles;
    private final TscTimes fTimes;
    private final RingEchoes fWords = new RingEchoes();
    private final RingEchoes fExits = new RingEchoes();
    /** Exits of the trace whose records did not come yet: an interrupt may be between both. */
    private final RingEchoes fUnwritten = new RingEchoes();
    private Ring fNext;
    private long fLastTime = Long.MIN_VALUE;
    private boolean fComparesExits;
    private long fEmitted;
    private long fAlso;
    private long fByHost;
    private long fOnlyInRing;
    private long fOutside;
    private long fUnplaced;
    private long fLate;
    private long fByGuestsClock;
    private long fNotRead;

    /**
     * @param times
     *            of the TSC, null if nothing is known
     * @param begin
     *            of the trace, ns since the epoch
     */
    VmRings(Manifest manifest, Manifest.Vm vm, TscTimes times, long begin, Sink sink) {
        fSink = sink;
        fBegin = begin;
        fFiles = new RingFiles(vm.rings(), manifest.folder(), times);
        // without a readable ring there is only the other way
        fBoth = manifest.channel() == Channel.BOTH || fFiles.rings().isEmpty();
        fTimes = times;
        fNext = fFiles.earliest();
    }

    /** Whether the VM's hypercalls are its words, too. */
    boolean isBoth() {
        return fBoth;
    }

    /** A hypercall of the VM's. */
    void hypercall(HostEvent.KvmHypercall h) {
        if (!fBoth) {
            fNotRead++;
        } else if (fWords.hypercall(new RingEchoes.Words(h.nr(), h.a0(), h.a1(), h.a2(), h.a3()))) {
            fAlso++;
        }
    }

    /** A VM exit in the host's trace. */
    void exited(HostEvent.KvmExit exit) {
        RingEchoes.Words words = new RingEchoes.Words(HOST_EXIT, (long) exit.isa() << 32 | exit.reason(), exit.guestRip(), 0, 0);
        if (fExits.hypercall(words)) {
            fComparesExits = true;
        } else if (fUnwritten.hasRoom()) {
            fUnwritten.add(NO_RECORD, words, exit.time());
        }
    }

    /** The trace has come to this time: all of before it that is to be reported. */
    void upTo(long now) {
        pull(now + (fTimes != null && fTimes.isGuests() ? FAR_AHEAD : AHEAD));
        settle(fBoth ? now - RingEchoes.WAIT : now);
        while (fExits.peek() != null && fExits.time() <= now - RingEchoes.WAIT) {
            fExits.poll();
            fOnlyInRing += fComparesExits ? 1 : 0;
        }
        while (fUnwritten.peek() != null && fUnwritten.time() <= now - UNWRITTEN) {
            fUnwritten.poll();
        }
    }

    /** The trace is at its end. */
    void finish(long end) {
        upTo(end);
        boolean more = true;
        while (more) {
            settle(end);
            more = pull(end);
        }
        for (RingFile.Entry left = fWords.peek(); left != null; left = fWords.peek()) {
            fWords.poll();
            fOutside++;
        }
        for (Ring ring : fFiles.rings()) {
            boolean placed = RingFiles.isPlaced(ring);
            for (RingFile.Entry entry = ring.peek(); entry != null; entry = fFiles.next(ring)) {
                fByHost += isHosts(entry) ? 1 : 0;
                fOutside += !isHosts(entry) && placed ? 1 : 0;
                fUnplaced += !isHosts(entry) && !placed ? 1 : 0;
            }
        }
    }

    RingFigures figures() {
        return new RingFigures(fEmitted, fAlso, fByHost, fOnlyInRing, fFiles.overwritten(), fFiles.notWritten(), fFiles.torn(),
                fFiles.behindEnd(), fOutside, fUnplaced, fLate, fByGuestsClock, fTimes == null ? 0 : fTimes.contradictions(),
                fTimes == null ? 0 : fTimes.worst(), fNotRead, fFiles.unreadable());
    }

    /** @return whether there was any */
    private boolean pull(long until) {
        boolean any = false;
        while (fNext != null && fWords.hasRoom()) {
            RingFile.Entry entry = fNext.peek();
            long time = fNext.time();
            if (time > until) {
                return any;
            }
            any = true;
            if (isHosts(entry)) {
                fByHost++;
                if ((entry.nr() & 0xffff) == HOST_EXIT && time >= fBegin) {
                    exit(entry, new RingEchoes.Words(HOST_EXIT, entry.a0(), entry.a1(), 0, 0), time);
                }
            } else if (time < fBegin) {
                fOutside++;
            } else {
                fWords.add(entry, new RingEchoes.Words(entry.nr(), entry.a0(), entry.a1(), entry.a2(), entry.a3()), time);
            }
            fFiles.next(fNext);
            fNext = fFiles.earliest();
        }
        return any;
    }

    private void exit(RingFile.Entry entry, RingEchoes.Words words, long time) {
        if (fUnwritten.hypercall(words)) {
            fComparesExits = true;
        } else if (fExits.hasRoom()) {
            fExits.add(entry, words, time);
        }
    }

    private void settle(long until) {
        for (RingFile.Entry entry = fWords.peek(); entry != null && fWords.time() <= until; entry = fWords.peek()) {
            long time = fWords.time();
            fWords.poll();
            emit(time, entry);
        }
    }

    private void emit(long time, RingFile.Entry entry) {
        // an interrupt between stamp and place turns two around
        fLastTime = time < fLastTime && fLastTime - time < RingEchoes.WAIT ? fLastTime : time;
        if (fSink.ringRecord(fLastTime, entry)) {
            fEmitted++;
            fByGuestsClock += fTimes.isGuests() ? 1 : 0;
        } else {
            fLate++;
        }
    }

    private static boolean isHosts(RingFile.Entry entry) {
        long nr = entry.nr() & 0xffff;
        return nr >= HOST_EXIT && nr <= LAST_OF_HOST;
    }

    @Override
    public void close() {
        fFiles.close();
    }
}
