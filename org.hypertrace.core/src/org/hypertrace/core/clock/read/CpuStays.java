/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.EventFields;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.kvm.HostLayout;
import org.hypertrace.core.kvm.SwitchFields;
import org.hypertrace.core.trace.ctf.MergedEvents;
import org.hypertrace.core.trace.ctf.StreamEvents;
import org.hypertrace.core.trace.ctf.layout.EventBytes;

/**
 * When threads of one processor entered guests and left them, by the streams of that processor alone: the hypervisor does not let a thread go to another
 * one in between. Signs are the few events by which it is known whose the threads are.
 */
final class CpuStays implements AutoCloseable {

    /**
     * Events are not there.
     *
     * @param cpu
     *            the processor whose tracer discarded them; -1: packets are missing, and that is reported after all events of the same time
     * @param before
     *            how many times of that processor come before it
     */
    record Loss(long time, int cpu, long before) { }

    /** Each of so many events has a mark. */
    static final int MARK = 1 << 8;

    private static final int UNKNOWN = HostEvent.UNKNOWN_ID;
    /** After so many events it is asked whether to go on. */
    private static final int LOOK = 1 << 12;

    private final int fHost;
    private final int fCpu;
    private final HostEventReader fReader;
    private final boolean fHasThread;
    private final List<StreamEvents> fStreams = new ArrayList<>();
    /** Of each stream what makes its times such since the epoch, ns. */
    private final List<Long> fBases = new ArrayList<>();
    private final PriorityQueue<Long> fMissing = new PriorityQueue<>();
    private final Consumer<HostEvent> fTo = this::accept;
    private final StayRuns fRuns = new StayRuns();
    private final Longs fMarks = new Longs();
    private final CpuSigns fSigns;
    private final List<Loss> fLosses = new ArrayList<>();
    private long fCount;
    private long fLook;

    /** {@code reader}: of nobody else; {@code hasThread}: whether its events have contexts with the running thread. */
    CpuStays(int host, int cpu, HostEventReader reader, boolean hasThread, boolean stopsAtReports) {
        fHost = host;
        fCpu = cpu;
        fReader = reader;
        fHasThread = hasThread;
        fSigns = new CpuSigns(host, cpu, stopsAtReports);
    }

    /** How events are to be read, if no context has the running thread: of an entry only its time, of an exit also the number of the vCPU. */
    static HostEventReader.Kind wanted(HostEventReader.Kind kind) {
        return kind.what() == HostLayout.Kind.KVM_ENTRY ? kind.only() : kind.what() == HostLayout.Kind.KVM_EXIT ? kind.only("vcpu_id") : kind;
    }

    /** One more stream of this processor, in the order of streams; {@code base}: its time 0, ns since the epoch. */
    void add(StreamEvents stream, long base) {
        stream.skipOthers();
        fStreams.add(stream);
        fBases.add(base);
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
        if (fStreams.size() == 1 ? readOne(fStreams.get(0), fBases.get(0), isWanted) : readMerged(isWanted)) {
            while (!fMissing.isEmpty()) {
                lost(new Loss(fMissing.poll(), UNKNOWN, 0));
            }
            fSigns.end();
            fRuns.end();
        }
    }

    /** Returns false if no more is wanted. */
    private boolean readMerged(BooleanSupplier isWanted) throws IOException {
        MergedEvents<StreamEvents> events = new MergedEvents<>();
        for (int i = 0; i < fStreams.size(); i++) {
            long base = fBases.get(i);
            events.add(fStreams.get(i), fStreams.get(i), time -> base + time);
        }
        while (events.next()) {
            if (!goesOn(isWanted)) {
                return false;
            }
            at(events.time());
            read(events.events(), events.time());
        }
        return true;
    }

    /** The same without an order to look after: most processors have one stream. */
    private boolean readOne(StreamEvents stream, long base, BooleanSupplier isWanted) throws IOException {
        UsualStays usual = new UsualStays(this, stream, base, fHasThread ? null : fSigns);
        while (true) {
            if (!goesOn(isWanted)) {
                return false;
            }
            stream.give(usual);
            if (!stream.next()) {
                return true;
            }
            read(stream, at(base + stream.time()));
            usual.handled();
        }
    }

    private boolean goesOn(BooleanSupplier isWanted) {
        if (fCount < fLook) {
            return true;
        }
        fLook = fCount + LOOK;
        return isWanted.getAsBoolean();
    }

    /** The next event is then. */
    long at(long time) {
        if (time < 0) {
            throw EventBytes.UNDECODABLE;
        }
        if ((fCount++ & MARK - 1) == 0) {
            fMarks.add(time);
        }
        while (!fMissing.isEmpty() && fMissing.peek() < time) {
            lost(new Loss(fMissing.poll(), UNKNOWN, 0));
        }
        return time;
    }

    private void read(StreamEvents event, long time) {
        if (event.isLost()) {
            lost(new Loss(time, fCpu, fRuns.times().size()));
            return;
        }
        HostEventReader.Kind kind = event.kind();
        if (kind.what() == HostLayout.Kind.KVM_ENTRY && !fHasThread) {
            entry(time);
        } else if (kind.what() == HostLayout.Kind.KVM_EXIT && !fHasThread) {
            exit(time, (int) event.fields().number(0, UNKNOWN));
        } else if (kind.what() != HostLayout.Kind.SCHED_SWITCH || fHasThread || !switched(event.fields(), time)) {
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
            if (now.tid() != fRuns.tid()) {
                isNow(now.tid(), now.time());
                fRuns.goesTo(now.tid(), now.time());
            }
            fSigns.thread(now);
        } else if (event instanceof HostEvent.ThreadEnds end) {
            fSigns.ends(end);
        } else if (event instanceof HostEvent.ThreadBegins || event instanceof HostEvent.ThreadKnown) {
            fSigns.sign(event);
        } else if (!(event instanceof HostEvent.Other)) {
            fSigns.hypervisor(fRuns.tid(), event, event.time());
        }
    }

    void entry(long time) {
        if (!fRuns.isInRun()) {
            beginRun(time);
        }
        fRuns.entry(time);
    }

    void exit(long time, int number) {
        if (!fRuns.isInRun()) {
            beginRun(time);
        }
        fRuns.number(number);
        fRuns.exit(time);
    }

    private void beginRun(long time) {
        fRuns.begin(time);
        if (fRuns.tid() == UNKNOWN) {
            fSigns.hypervisor(UNKNOWN, null, time);
        }
    }

    /** Nearly all switches change nothing but who has the processor. Returns false, and does nothing, if this one does. */
    private boolean switched(EventFields change, long time) {
        int prev = (int) change.number(SwitchFields.PREV_TID, UNKNOWN);
        int next = (int) change.number(SwitchFields.NEXT_TID, UNKNOWN);
        if (prev < 0 || next < 0 || !fSigns.isKnown(change, prev, next)) {
            return false;
        }
        switched(prev, next, time);
        return true;
    }

    /** Nothing else changes. */
    void switched(int prev, int next, long time) {
        isNow(prev, time);
        fRuns.goesTo(next, time);
    }

    private void switched(HostEvent.SchedSwitch change) {
        isNow(change.prevTid(), change.time());
        fSigns.switched(change);
        fRuns.goesTo(change.nextTid(), change.time());
    }

    /** It becomes known who has had the processor. */
    private void isNow(int tid, long time) {
        if (fRuns.tid() == UNKNOWN) {
            fRuns.isNow(tid);
            fSigns.isKnown(tid, time);
        }
    }

    /** Nobody knows who has the processor then. */
    private void lost(Loss loss) {
        fSigns.lost(loss.time());
        fRuns.lost();
        fLosses.add(loss);
    }

    StayRuns runs() {
        return fRuns;
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
        fRuns.close();
        fMarks.close();
    }
}
