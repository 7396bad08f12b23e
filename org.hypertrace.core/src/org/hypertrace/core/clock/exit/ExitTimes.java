/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.exit;

import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.line.BoundSink;

/**
 * The exits of a vCPU: in a host's trace, with their times, or in a ring that the host has written, with the TSC. They are in runs, which end where
 * some may be missing.
 */
public final class ExitTimes implements AutoCloseable {

    private final Longs fTimes = new Longs();
    private final Longs fKinds = new Longs();
    private final Longs fRips = new Longs();
    /** The next event of the hypervisor about the vCPU; one less than the exits while none came. */
    private final Longs fNext = new Longs();
    /** Where runs begin. */
    private final Longs fRuns = new Longs();
    private boolean fRunEnds = true;

    /**
     * @param time
     *            of the exit, ns or ticks
     * @param kind
     *            the kind of processor and the reason
     * @param rip
     *            where the guest was
     */
    public void exit(long time, long kind, long rip) {
        happens(time);
        if (fRunEnds) {
            fRuns.add(fTimes.size());
            fRunEnds = false;
        }
        fTimes.add(time);
        fKinds.add(kind);
        fRips.add(rip);
    }

    /** @param time of any event of the hypervisor about the vCPU: the exit before it was over by then */
    public void happens(long time) {
        if (fNext.size() < fTimes.size()) {
            fNext.add(time);
        }
    }

    /** Something may be missing here. */
    public void gap() {
        fRunEnds = true;
        if (fNext.size() < fTimes.size()) {
            fNext.add(BoundSink.NO_HIGH);
        }
    }

    /** @return how many there are */
    public long size() {
        return fTimes.size();
    }

    long time(long exit) {
        return fTimes.get(exit);
    }

    long kind(long exit) {
        return fKinds.get(exit);
    }

    boolean isSame(long exit, ExitTimes other, long ofOther) {
        return fKinds.get(exit) == other.fKinds.get(ofOther) && fRips.get(exit) == other.fRips.get(ofOther);
    }

    /** When it was over at the latest; {@link BoundSink#NO_HIGH} if that is not known. */
    long next(long exit) {
        return exit < fNext.size() ? fNext.get(exit) : BoundSink.NO_HIGH;
    }

    /** The first exit that is later. */
    long firstAfter(long time) {
        return fTimes.firstAfter(time);
    }

    long runs() {
        return fRuns.size();
    }

    /** The first exit of a run. */
    long begin(long run) {
        return fRuns.get(run);
    }

    /** The exit behind the last one of a run. */
    long end(long run) {
        return run + 1 < fRuns.size() ? fRuns.get(run + 1) : size();
    }

    /** The run of an exit, or the last one. */
    long runOf(long exit) {
        return fRuns.firstAfter(exit) - 1;
    }

    @Override
    public void close() {
        for (Longs list : new Longs[] { fTimes, fKinds, fRips, fNext, fRuns }) {
            list.close();
        }
    }
}
