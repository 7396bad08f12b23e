/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.kvm.HostLayout;
import org.hypertrace.core.trace.ctf.MergedEvents;
import org.hypertrace.core.trace.ctf.StreamEvents;

/**
 * When threads of one processor entered guests and left them, by the streams of that processor alone: the hypervisor does not let a thread go to another
 * one in between. A run has the times of one thread until another gets the processor. Signs are the few events by which it is known whose the threads are.
 */
final class CpuStays implements AutoCloseable {

    /** Here is something that only who reads all events in their order can handle. */
    static final class Unusual extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unusual(String what) {
            super(what, null, false, false);
        }
    }

    /**
     * Events are not there.
     *
     * @param cpu
     *            the processor whose tracer discarded them; -1: packets are missing, and that is reported after all events of the same time
     * @param before
     *            how many times of that processor come before it
     */
    record Loss(long time, int cpu, long before) { }

    /** The only field of an exit that is read, if no context has the running thread: the number of the vCPU. */
    static final String VCPU = "vcpu_id";
    /** Each of so many events has a mark. */
    static final int MARK = 1 << 8;
    /** How many bits of a run are its thread's id. */
    static final int TID_BITS = 22;

    private static final int UNKNOWN = HostEvent.UNKNOWN_ID;
    /** After so many events it is asked whether to go on. */
    private static final int LOOK = 1 << 12;

    private final int fHost;
    private final int fCpu;
    private final HostEventReader fReader;
    private final boolean fHasThread;
    private final List<StreamEvents> fStreams = new ArrayList<>();
    private final List<LongUnaryOperator> fClocks = new ArrayList<>();
    private final PriorityQueue<Long> fMissing = new PriorityQueue<>();
    private final Consumer<HostEvent> fTo = this::accept;
    /** Of entries and exits the times, doubled; one more of exits. */
    private final Longs fTimes = new Longs();
    /** Where a run begins among the times, and its thread; 0: nobody's. */
    private final Longs fRuns = new Longs();
    /** Of each run since when the thread has the processor. */
    private final Longs fSince = new Longs();
    /** Of each run the number of the vCPU by its exits, -1 if they do not have it. */
    private final Longs fNumbers = new Longs();
    private final Longs fMarks = new Longs();
    private final CpuSigns fSigns;
    private final List<Loss> fLosses = new ArrayList<>();
    private long fCount;
    /** Who has the processor. */
    private int fTid = UNKNOWN;
    private long fHasItSince;
    private boolean fIsInRun;
    private long fRunBegin;
    private int fNumber;
    /** {@code reader}: of nobody else; {@code hasThread}: whether its events have contexts with the running thread. */
    CpuStays(int host, int cpu, HostEventReader reader, boolean hasThread, boolean stopsAtReports) {
        fHost = host;
        fCpu = cpu;
        fReader = reader;
        fHasThread = hasThread;
        fSigns = new CpuSigns(host, cpu, stopsAtReports);
    }

    /** One more stream of this processor, in the order of streams; {@code clock} makes its times such since the epoch. */
    void add(StreamEvents stream, LongUnaryOperator clock) {
        stream.skipOthers();
        fStreams.add(stream);
        fClocks.add(clock);
    }

    /** Packets are missing from a time on, or until then. */
    void missing(long time) {
        fMissing.add(time);
    }

    int host() {
        return fHost;
    }

    int cpu() {
        return fCpu;
    }

    long size() {
        return fStreams.stream().mapToLong(StreamEvents::size).sum();
    }

    /** How many bytes are read, about. */
    long read() {
        return fStreams.stream().mapToLong(StreamEvents::read).sum();
    }

    /** Reads all, as long as that is wanted. @throws Unusual if something is not handled here */
    void readAll(BooleanSupplier isWanted) throws IOException {
        MergedEvents<StreamEvents> events = new MergedEvents<>();
        for (int i = 0; i < fStreams.size(); i++) {
            events.add(fStreams.get(i), fStreams.get(i), fClocks.get(i));
        }
        while (events.next()) {
            if ((fCount & LOOK - 1) == 0 && !isWanted.getAsBoolean()) {
                return;
            }
            long time = events.time();
            if ((fCount++ & MARK - 1) == 0) {
                fMarks.add(time);
            }
            while (!fMissing.isEmpty() && fMissing.peek() < time) {
                lost(new Loss(fMissing.poll(), UNKNOWN, 0));
            }
            read(events.events(), time);
        }
        while (!fMissing.isEmpty()) {
            lost(new Loss(fMissing.poll(), UNKNOWN, 0));
        }
        fSigns.lost(Long.MAX_VALUE);
        endRun();
    }

    private void read(StreamEvents event, long time) {
        if (event.isLost()) {
            lost(new Loss(time, fCpu, fTimes.size()));
            return;
        }
        HostEventReader.Kind kind = event.kind();
        if (kind.what() == HostLayout.Kind.KVM_ENTRY && !fHasThread) {
            entry(time);
        } else if (kind.what() == HostLayout.Kind.KVM_EXIT && !fHasThread) {
            exit(time, (int) event.fields().number(0, UNKNOWN));
        } else {
            fReader.decoded(kind, event.fields(), event.context(), time, fCpu, fTo);
        }
    }

    private void accept(HostEvent event) {
        if (event instanceof HostEvent.KvmExit exit) {
            exit(exit.time(), exit.vcpuId());
        } else if (event instanceof HostEvent.SchedSwitch change) {
            switched(change);
        } else if (event instanceof HostEvent.KvmEntry entry) {
            entry(entry.time());
        } else if (event instanceof HostEvent.ThreadOnCpu now) {
            if (now.tid() != fTid) {
                isNow(now.tid(), now.time());
                goesTo(now.tid(), now.time());
            }
            fSigns.thread(now);
        } else if (event instanceof HostEvent.ThreadEnds end) {
            fSigns.ends(end);
        } else if (event instanceof HostEvent.ThreadBegins || event instanceof HostEvent.ThreadKnown) {
            fSigns.sign(event);
        } else if (!(event instanceof HostEvent.Other)) {
            fSigns.hypervisor(fTid, event, event.time());
        }
    }

    private void entry(long time) {
        if (!fIsInRun) {
            beginRun(time);
        }
        fTimes.add(time << 1);
    }

    private void exit(long time, int number) {
        if (!fIsInRun) {
            beginRun(time);
        }
        if (number != fNumber && number >= 0) {
            if (fNumber >= 0) {
                throw new Unusual("a thread is two vCPUs");
            }
            fNumber = number;
        }
        fTimes.add(time << 1 | 1);
    }

    private void beginRun(long time) {
        fIsInRun = true;
        fRunBegin = fTimes.size();
        fNumber = UNKNOWN;
        if (fTid == UNKNOWN) {
            fHasItSince = time;
            fSigns.hypervisor(fTid, null, time);
        }
    }

    private void switched(HostEvent.SchedSwitch change) {
        isNow(change.prevTid(), change.time());
        fSigns.switched(change);
        goesTo(change.nextTid(), change.time());
    }

    private void goesTo(int tid, long time) {
        endRun();
        fTid = checked(tid);
        fHasItSince = time;
    }

    /** It becomes known who has had the processor. */
    private void isNow(int tid, long time) {
        if (fTid == UNKNOWN) {
            fTid = checked(tid);
            fSigns.isKnown(tid, time);
        }
    }

    private static int checked(int tid) {
        if (tid >> TID_BITS != 0) {
            throw new Unusual("Linux has no such thread");
        }
        return tid;
    }

    /** Nobody knows who has the processor then. */
    private void lost(Loss loss) {
        fSigns.lost(loss.time());
        endRun();
        fTid = UNKNOWN;
        fLosses.add(loss);
    }

    private void endRun() {
        if (fIsInRun) {
            fRuns.add(fRunBegin << TID_BITS | Math.max(0, fTid));
            fSince.add(fHasItSince);
            fNumbers.add(fNumber);
            fIsInRun = false;
        }
    }

    Longs times() {
        return fTimes;
    }

    Longs runs() {
        return fRuns;
    }

    Longs since() {
        return fSince;
    }

    Longs numbers() {
        return fNumbers;
    }

    /** The time of each event of a number that is a multiple of {@link #MARK}. */
    Longs marks() {
        return fMarks;
    }

    CpuSigns signs() {
        return fSigns;
    }

    List<Loss> losses() {
        return fLosses;
    }

    @Override
    public void close() {
        for (Longs list : new Longs[] { fTimes, fRuns, fSince, fNumbers, fMarks }) {
            list.close();
        }
    }
}
