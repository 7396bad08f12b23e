/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;

/** What a vCPU did in a piece of time: its states, the tracer's exits, its mode. It splits the time of threads that ran on it. */
public final class VcpuTime {

    /** The class of the tracer's time, beside the codes of states. */
    public static final int TRACER = VcpuState.values().length;

    private static final GuestMode[] MODES = GuestMode.values();

    /** Successive parts of time, each of a class; the last one ends with the piece. */
    private static final class Parts {
        private long[] fBegins = new long[64];
        private byte[] fClasses = new byte[64];
        private int fCount;

        void add(long begin, int ofClass) {
            if (fCount > 0 && fClasses[fCount - 1] == ofClass) {
                return;
            }
            if (fCount == fBegins.length) {
                fBegins = Arrays.copyOf(fBegins, 2 * fCount);
                fClasses = Arrays.copyOf(fClasses, 2 * fCount);
            }
            fBegins[fCount] = begin;
            fClasses[fCount++] = (byte) ofClass;
        }

        /** Which of them has the time, -1 before the first. */
        int index(long time) {
            int i = Arrays.binarySearch(fBegins, 0, fCount, time);
            return i < 0 ? -i - 2 : i;
        }

        long end(int index) {
            return index + 1 < fCount ? fBegins[index + 1] : Long.MAX_VALUE;
        }

        int at(int index, int otherwise) {
            return index < 0 ? otherwise : fClasses[index];
        }

        void split(long begin, long end, int otherwise, long[] ns) {
            int i = index(begin);
            for (long at = begin; at < end; i++) {
                long next = Math.min(end, end(i));
                ns[at(i, otherwise)] += next - at;
                at = next;
            }
        }
    }

    private final int fState;
    private final int fTracer;
    private final int fMode;
    private Parts fStateParts = new Parts();
    private Parts fModeParts = new Parts();

    /**
     * @param states
     *            the model
     * @param vcpu
     *            the vCPU's place in it
     */
    public VcpuTime(ITmfStateSystem states, int vcpu) {
        fState = states.optQuarkRelative(vcpu, VcpuAttributes.STATE);
        fTracer = states.optQuarkRelative(vcpu, VcpuAttributes.TRACER);
        fMode = states.optQuarkRelative(vcpu, TaskAttributes.GUEST_MODE);
    }

    /** @return the attributes that {@link #take} needs */
    public List<Integer> quarks() {
        List<Integer> quarks = new ArrayList<>(List.of(fState, fTracer, fMode));
        quarks.removeIf(quark -> quark < 0);
        return quarks;
    }

    /**
     * @param intervals
     *            of the next piece of time, by attribute, in time order
     */
    public void take(Map<Integer, List<ITmfStateInterval>> intervals) {
        fModeParts = new Parts();
        for (ITmfStateInterval interval : intervals.getOrDefault(fMode, List.of())) {
            fModeParts.add(interval.getStartTime(), GuestMode.of(interval.getValue()).ordinal());
        }
        List<ITmfStateInterval> beside = new ArrayList<>(intervals.getOrDefault(fTracer, List.of()));
        beside.removeIf(interval -> interval.getValue() == null);
        fStateParts = new Parts();
        int next = 0;
        for (ITmfStateInterval interval : intervals.getOrDefault(fState, List.of())) {
            int state = VcpuState.of(interval.getValue()).ordinal();
            int reports = VcpuAttributes.isOfTracer(interval.getValue()) ? TRACER : state;
            long at = interval.getStartTime();
            while (next < beside.size() && beside.get(next).getEndTime() < at) {
                next++;
            }
            for (int i = next; i < beside.size() && beside.get(i).getStartTime() <= interval.getEndTime(); i++) {
                if (beside.get(i).getStartTime() > at) {
                    fStateParts.add(at, reports);
                }
                at = Math.max(at, beside.get(i).getStartTime());
                fStateParts.add(at, VcpuAttributes.IS_TRACER.equals(beside.get(i).getValue()) ? TRACER : state);
                at = Math.min(interval.getEndTime(), beside.get(i).getEndTime()) + 1;
            }
            if (at <= interval.getEndTime()) {
                fStateParts.add(at, reports);
            }
        }
    }

    /**
     * Adds the time from {@code begin} to {@code end}, both in the piece, to that of a thread which has the vCPU.
     *
     * @param to
     *            gets ns by state and mode together
     */
    void split(long begin, long end, ThreadTime.Sum to) {
        int state = fStateParts.index(begin);
        int mode = fModeParts.index(begin);
        for (long at = begin; at < end;) {
            long next = Math.min(end, Math.min(fStateParts.end(state), fModeParts.end(mode)));
            to.add(fStateParts.at(state, VcpuState.UNKNOWN.ordinal()), MODES[fModeParts.at(mode, GuestMode.UNKNOWN.ordinal())],
                    next - at);
            state += fStateParts.end(state) == next ? 1 : 0;
            mode += fModeParts.end(mode) == next ? 1 : 0;
            at = next;
        }
    }

    /**
     * Adds the time from {@code begin} to {@code end}, both in the piece.
     *
     * @param states
     *            gets ns by code of state, and by {@link #TRACER} what is the tracer's instead
     * @param modes
     *            gets ns by code of mode
     */
    public void split(long begin, long end, long[] states, long[] modes) {
        fStateParts.split(begin, end, VcpuState.UNKNOWN.ordinal(), states);
        fModeParts.split(begin, end, GuestMode.UNKNOWN.ordinal(), modes);
    }
}
