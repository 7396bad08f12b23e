/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.tracetype;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.view.PathOffer;

/** Two marks of one guest that are picked among the events of a trace: the path from one to the other can be asked for. */
public final class PickedMarks {

    /** More events of one time nobody looks for a mark in. */
    private static final int MOST = 1_000;

    private static Picked sLast = new Picked(new WeakReference<>(null), 0, 0, List.of());

    /** What was found last. Trace Compass fills a menu once for each of its items, and looking for marks reads the trace. */
    private record Picked(WeakReference<ITmfTrace> trace, long begin, long end, List<PathOffer> offers) { }

    /**
     * A process of a guest marks a moment.
     *
     * @param vm
     *            the key of the VM
     * @param label
     *            its name for people
     * @param value
     *            of the mark
     * @param time
     *            ns since the epoch
     */
    record Mark(String vm, String label, long value, long time) { }

    private PickedMarks() {
    }

    /**
     * Reads the events at two moments, unless it has just been asked about them.
     *
     * @param trace
     *            a trace or experiment
     * @param begin
     *            when the first event is, ns since the epoch
     * @param end
     *            when the second one is, ns since the epoch
     * @return the path of the thread that sets the second mark, from the first one on; empty if these are no marks of one guest
     */
    public static synchronized List<PathOffer> between(ITmfTrace trace, long begin, long end) {
        if (sLast.trace.get() == trace && sLast.begin == begin && sLast.end == end) {
            return sLast.offers;
        }
        ITmfStateSystem states = ModelStates.of(trace);
        boolean isComplete = states != null && states.waitUntilBuilt(0);
        List<PathOffer> offers = find(trace, begin, end);
        // the model may not have come to them yet
        if (isComplete || !offers.isEmpty()) {
            sLast = new Picked(new WeakReference<>(trace), begin, end, offers);
        }
        return offers;
    }

    private static List<PathOffer> find(ITmfTrace trace, long begin, long end) {
        List<PathOffer> offers = new ArrayList<>();
        if (!mayBeMark(trace, begin) || !mayBeMark(trace, end)) {
            return offers;
        }
        for (Mark first : begin < end ? at(trace, begin) : List.<Mark>of()) {
            for (Mark second : at(trace, end)) {
                if (first.vm.equals(second.vm)) {
                    offers.add(new PathOffer("marks " + first.value + " to " + second.value + " of " + first.label, List.of("--vm", first.vm,
                            "--marks", first.value + "@" + begin, second.value + "@" + end)));
                }
            }
        }
        return offers;
    }

    /** To read the events of a moment takes long: only where the model counts a mark, or is not complete. */
    private static boolean mayBeMark(ITmfTrace trace, long time) {
        ITmfStateSystem states = ModelStates.of(trace);
        if (states == null || time < states.getStartTime() || time > states.getCurrentEndTime()) {
            return true;
        }
        try {
            for (int host : below(states, ITmfStateSystem.ROOT_ATTRIBUTE, MachineAttributes.HOSTS)) {
                for (int guest : below(states, host, GuestAttributes.GUESTS)) {
                    if (isMark(states, guest, time)) {
                        return true;
                    }
                    for (int nested : below(states, guest, GuestAttributes.NESTED)) {
                        if (isMark(states, nested, time)) {
                            return true;
                        }
                    }
                }
            }
            return false;
        } catch (StateSystemDisposedException e) {
            return true;
        }
    }

    private static boolean isMark(ITmfStateSystem states, int guest, long time) throws StateSystemDisposedException {
        int marks = states.optQuarkRelative(guest, GuestAttributes.EVENTS, EventKind.MARK.label());
        return marks >= 0 && states.querySingleState(time, marks).getStartTime() == time;
    }

    private static List<Integer> below(ITmfStateSystem states, int quark, String name) {
        int found = states.optQuarkRelative(quark, name);
        return found < 0 ? List.of() : states.getSubAttributes(found, false);
    }

    private static List<Mark> at(ITmfTrace trace, long time) {
        List<Mark> marks = new ArrayList<>();
        ITmfContext context = trace.seekEvent(TmfTimestamp.fromNanos(time));
        try {
            ITmfEvent event = trace.getNext(context);
            for (int i = 0; event != null && event.getTimestamp().toNanos() <= time && i < MOST; i++) {
                Mark mark = event.getTimestamp().toNanos() == time && event instanceof CtfTmfEvent ctf ? columns(ctf.getTrace()).mark(ctf) : null;
                if (mark != null) {
                    marks.add(mark);
                }
                event = trace.getNext(context);
            }
        } finally {
            context.dispose();
        }
        return marks;
    }

    private static GuestColumns columns(ITmfTrace trace) {
        return trace instanceof HypertraceKernelTrace ours ? ours.columns() : new GuestColumns(trace);
    }
}
