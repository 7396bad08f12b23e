/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.io.Closeable;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.Manifest.Channel;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.timeline.RingFiles.Ring;

/**
 * The rings of one VM: hands over what the guest reports by them, in the order of the TSC, when the trace comes to its time.
 * <p>
 * Ties between the TSC and the host's clock are, from the best: hypercalls and VM exits that are records, too; hypercalls that
 * report the TSC; the host setting the TSC when it makes or changes a vCPU; last, what the guest reports its real-time clock is.
 * Without any a record has no time, and is only counted.
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

    private static final int HOST_EXIT = 0xa0;
    private static final int LAST_OF_HOST = 0xa3;

    private final Sink fSink;
    private final long fBegin;
    private final boolean fBoth;
    private final RingFiles fFiles;
    private final RingClock fClock;
    private final RingEchoes fWords = new RingEchoes();
    private final RingEchoes fExits = new RingEchoes();
    private Ring fNext;
    private int fChanges = -1;
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
     * @param begin
     *            of the trace, ns since the epoch
     */
    VmRings(Manifest manifest, Manifest.Vm vm, long begin, Sink sink) {
        fSink = sink;
        fBegin = begin;
        fFiles = new RingFiles(vm.rings(), manifest.folder());
        // without a readable ring there is only the other way
        fBoth = manifest.channel() == Channel.BOTH || fFiles.rings().isEmpty();
        fClock = new RingClock(fFiles.tscKhz());
    }

    /** Whether the VM's hypercalls are its words, too. */
    boolean isBoth() {
        return fBoth;
    }

    /** What ties the TSC to the host's clock. */
    RingClock clock() {
        return fClock;
    }

    /** The host makes the TSC go on with so many ticks more. */
    void shift(long now, long ticks) {
        upTo(now);
        fWords.settleTimes(fClock, now);
        fExits.settleTimes(fClock, now);
        fClock.shift(ticks);
    }

    /** If nothing that the host saw ties the clocks, the guest's own does as well as it can. */
    void askGuest() {
        if (!fClock.isSet()) {
            fFiles.askGuest(fClock);
        }
    }

    /** A hypercall of the VM's. */
    void hypercall(HostEvent.KvmHypercall h) {
        if (!fBoth) {
            fNotRead++;
        } else if (fWords.hypercall(h.time(), new RingEchoes.Words(h.nr(), h.a0(), h.a1(), h.a2(), h.a3()), fClock)) {
            fAlso++;
        }
    }

    /** A VM exit in the host's trace. */
    void exited(HostEvent.KvmExit exit) {
        fComparesExits |= fExits.hypercall(exit.time(), new RingEchoes.Words(HOST_EXIT,
                (long) exit.isa() << 32 | exit.reason(), exit.guestRip(), 0, 0), fClock);
    }

    /** The trace has come to this time: all of before it that is to be reported. */
    void upTo(long now) {
        if (fClock.isSet()) {
            pull(now + fClock.ahead(now));
            settle(fBoth ? now - RingEchoes.WAIT : now);
            while (fExits.peek() != null && fExits.time(fClock) <= now - RingEchoes.WAIT) {
                fExits.poll();
                fOnlyInRing += fComparesExits ? 1 : 0;
            }
        }
    }

    /** The trace is at its end. */
    void finish(long end) {
        upTo(end);
        boolean more = fClock.isSet();
        while (more) {
            settle(end);
            more = pull(end);
        }
        for (RingFile.Entry left = fWords.peek(); left != null; left = fWords.peek()) {
            fWords.poll();
            fOutside++;
        }
        for (Ring ring : fFiles.rings()) {
            boolean placed = fClock.isSet() && fFiles.isPlaced(ring, fClock.sets());
            for (RingFile.Entry entry = ring.peek(); entry != null; entry = fFiles.next(ring, fClock.sets())) {
                fByHost += isHosts(entry) ? 1 : 0;
                fOutside += !isHosts(entry) && placed ? 1 : 0;
                fUnplaced += !isHosts(entry) && !placed ? 1 : 0;
            }
        }
    }

    RingFigures figures() {
        return new RingFigures(fEmitted, fAlso, fByHost, fOnlyInRing, fFiles.overwritten(), fFiles.notWritten(), fFiles.torn(),
                fFiles.behindEnd(), fOutside, fUnplaced, fLate, fByGuestsClock, fNotRead, fFiles.unreadable());
    }

    /** @return whether there was any */
    private boolean pull(long until) {
        boolean any = false;
        if (fChanges != fClock.changes()) {
            fChanges = fClock.changes();
            fNext = fFiles.earliest(fClock.sets());
        }
        while (fNext != null && fWords.hasRoom()) {
            RingFile.Entry entry = fNext.peek();
            long time = fClock.timeOf(entry.tsc());
            if (time > until) {
                return any;
            }
            any = true;
            if (isHosts(entry)) {
                fByHost++;
                if ((entry.nr() & 0xffff) == HOST_EXIT && time >= fBegin && fExits.hasRoom()) {
                    fExits.add(entry, new RingEchoes.Words(HOST_EXIT, entry.a0(), entry.a1(), 0, 0), fNext.number(),
                            fNext.nextExit());
                }
            } else if (time < fBegin) {
                fOutside++;
            } else {
                fWords.add(entry, new RingEchoes.Words(entry.nr(), entry.a0(), entry.a1(), entry.a2(), entry.a3()),
                        fNext.number(), fNext.nextOfGuest());
            }
            fFiles.next(fNext, fClock.sets());
            fNext = fFiles.earliest(fClock.sets());
        }
        return any;
    }

    private void settle(long until) {
        for (RingFile.Entry entry = fWords.peek(); entry != null; entry = fWords.peek()) {
            long time = fWords.time(fClock);
            if (time > until) {
                return;
            }
            fWords.poll();
            emit(time, entry);
        }
    }

    private void emit(long time, RingFile.Entry entry) {
        // a better tie may turn the clock back a little
        fLastTime = time < fLastTime && fLastTime - time < RingEchoes.WAIT ? fLastTime : time;
        if (fSink.ringRecord(fLastTime, entry)) {
            fEmitted++;
            fByGuestsClock += fClock.isGuests() ? 1 : 0;
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
