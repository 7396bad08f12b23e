/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.path.store.RowBlocks;
import org.hypertrace.core.path.store.RowFile;
import org.hypertrace.core.path.store.RowSpool;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Takes what a {@link PathTracker} finds, in the order of time. Rows about somebody go to the file of paths at once, by whom they are about.
 * All else is in temporary files until {@link PathFile} puts it behind them.
 * <p>
 * A <em>reference</em> to who did something is the number of a participant, or, below {@link PathRows#NONE}, a run of a handler.
 */
final class PathSpool implements AutoCloseable {

    /** The run of a handler with number n has the reference {@code FIRST_RUN - n}. */
    static final int FIRST_RUN = -2;

    /** Of a thread's state: a sleep that a signal can end. */
    static final int INTERRUPTIBLY = 1 << 4;
    /** Of a thread's state: what was written of the thread before does not count. */
    static final int AFRESH = 1 << 5;

    /** When the rows of a table are about so many more, those that did not come for long are not kept in memory. */
    private static final int MOST = 1 << 14;

    /** Where (4), what it is (4), name (4), by whom raised (4), number (8), begin (8), since (8). */
    static final int RUN = 40;
    /** Of a guest's thread (4), a name that it has or had (4). */
    static final int NAMED = 8;
    /** Of the bits of what a run is. */
    static final int OF_GUEST = 1 << 4;
    static final int TIMER = 1 << 5;
    static final int STANDS_FOR_THREAD = 1 << 6;

    /** Of a vCPU's state: its last exit was for the guest's tracer. */
    static final int OF_TRACER = 1 << 4;

    private final RowBlocks fStates;
    private final RowBlocks fVcpus;
    private final RowBlocks fOccupants;
    private final RowBlocks fOnVcpu;
    private final RowBlocks fTimerWakes;
    private final RowBlocks fCalls;
    private final RowSpool fRuns;
    private final RowSpool fMoments;
    private final RowSpool fNamed;

    /** @param rows the file of paths; {@code folder} gets the temporary files */
    PathSpool(RowFile rows, Path folder) throws IOException {
        fStates = new RowBlocks(rows, PathFile.ROWS, MOST);
        fVcpus = new RowBlocks(rows, PathFile.ROWS, MOST);
        fOccupants = new RowBlocks(rows, PathFile.ROWS, MOST);
        fOnVcpu = new RowBlocks(rows, PathFile.ROWS, MOST);
        fTimerWakes = new RowBlocks(rows, PathFile.ROWS, MOST);
        fCalls = new RowBlocks(rows, PathFile.ROWS, MOST);
        fRuns = new RowSpool(folder, RUN);
        fMoments = new RowSpool(folder, Moment.SIZE);
        fNamed = new RowSpool(folder, NAMED);
    }

    /**
     * A state of a thread, from {@code begin} to the thread's next one.
     *
     * @param context
     *            of a sleep: a reference to who ended it
     * @param place
     *            the processor of the host, or the running number of the vCPU
     * @param flags
     *            {@link #INTERRUPTIBLY}, {@link #AFRESH}
     */
    void state(int thread, long begin, int context, int place, ThreadState state, int flags) {
        if ((flags & AFRESH) != 0 && thread != PathRows.NONE) {
            fStates.restart(thread);
        }
        add(fStates, thread, begin, context, place << 8 | flags | state.ordinal());
    }

    /**
     * A state of a vCPU.
     *
     * @param exit
     *            the number of its last exit's reason, {@link PathRows#NONE} if there was none
     * @param place
     *            the processor that it waits for, {@link PathRows#NONE} if none
     * @param flags
     *            {@link #OF_TRACER}, or 0
     */
    void vcpu(int vcpu, long begin, int exit, int place, VcpuState state, int flags) {
        add(fVcpus, vcpu, begin, exit, place + 1 << 8 | flags | state.ordinal());
    }

    /** The exit of the vCPU's last {@code count} rows was for its tracer. */
    void ofTracer(int vcpu, int count) {
        fVcpus.mark(vcpu, count, OF_TRACER);
    }

    void occupant(int cpu, long begin, int thread) {
        add(fOccupants, cpu, begin, thread, 0);
    }

    void onVcpu(int vcpu, long begin, int who) {
        add(fOnVcpu, vcpu, begin, who, 0);
    }

    /** The first that a vCPU did after a sleep that ended at this time is to be given a timer's interrupt. */
    void timerWake(int vcpu, long sleepEnd) {
        add(fTimerWakes, vcpu, sleepEnd, 0, 0);
    }

    /** A vCPU may call the hypervisor about another one: {@link PathRows#KICK} or {@link PathRows#YIELD}. */
    void call(int vcpu, HostEvent.KvmHypercall e) {
        if (e.nr() == PathRows.KICK || e.nr() == PathRows.YIELD) {
            long apic = e.nr() == PathRows.KICK ? e.a1() : e.a0();
            // no vCPU's APIC has another id
            add(fCalls, vcpu, e.time(), apic == (int) apic && apic >= 0 ? (int) apic : PathRows.NONE, (int) e.nr());
        }
    }

    /** Of whom there is no room for nothing is written. */
    private static void add(RowBlocks rows, int of, long begin, int a, int b) {
        if (of != PathRows.NONE) {
            rows.add(of, begin, a, b);
        }
    }

    /** @return the reference to this run; it is written now if it is not yet */
    int reference(Handler run) {
        if (run.fReference == 0) {
            if (run.fByHandler != null) {
                run.fBy = reference(run.fByHandler);
                run.fByHandler = null;
            }
            run.fReference = (int) (FIRST_RUN - fRuns.count());
            int what = run.fKind.ordinal() | (run.fOfGuest ? OF_GUEST : 0) | (run.fTimer ? TIMER : 0)
                    | (run.fStandsForThread ? STANDS_FOR_THREAD : 0);
            fRuns.next().putInt(run.fWhere).putInt(what).putInt(run.fName).putInt(run.fBy).putLong(run.fNumber)
                    .putLong(run.fBegin).putLong(run.fSince);
        }
        return run.fReference;
    }

    /** A guest's thread has this name from now on. */
    void named(int thread, int name) {
        fNamed.next().putInt(thread).putInt(name);
    }

    RowSpool named() {
        return fNamed;
    }

    /** Something from which subjects are found. */
    void moment(Moment m) {
        fMoments.next().putLong(m.time()).putInt(m.kind().ordinal()).putInt(m.vm()).putInt(m.boot()).putInt(m.vcpu())
                .putInt(m.thread()).putLong(m.value()).putInt(m.name());
    }

    RowBlocks states() {
        return fStates;
    }

    RowBlocks vcpus() {
        return fVcpus;
    }

    RowBlocks occupants() {
        return fOccupants;
    }

    RowBlocks onVcpus() {
        return fOnVcpu;
    }

    RowBlocks timerWakes() {
        return fTimerWakes;
    }

    RowBlocks calls() {
        return fCalls;
    }

    RowSpool runs() {
        return fRuns;
    }

    RowSpool moments() {
        return fMoments;
    }

    @Override
    public void close() {
        try (fRuns; fMoments; fNamed) {
            // each removes its file
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
