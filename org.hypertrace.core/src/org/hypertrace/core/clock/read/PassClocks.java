/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.util.List;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.core.runtime.ProgressMonitorWrapper;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.read.GuestTraceClocks.Placed;
import org.hypertrace.core.machine.read.GuestTrace;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.machine.read.RecordingHash;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.PassTimeline;
import org.hypertrace.core.timeline.Timeline;

/**
 * The clocks of guests' own traces, found by a pass that reads the hosts' events for something else, so that these are read once. Hypercalls report
 * what these guests do: no pass has an event of their traces, and no order depends on their clocks. Only the end of the model and the containers of
 * threads do, and these are known when the pass has ended.
 * <p>
 * Whether guests report is seen in a few packets. If not there, the hosts are read for the clocks until their tracers begin to report: of guests
 * that report nothing, to the end.
 */
public final class PassClocks implements AutoCloseable {

    private final HostTraces fTraces;
    private final GuestTraceClocks fClocks;
    private final long fBegin;
    private List<Placed> fFound = List.of();
    private boolean fIsFound;
    private boolean fIsUsable;

    private PassClocks(HostTraces traces, GuestTraceClocks clocks, long begin) {
        fTraces = traces;
        fClocks = clocks;
        fBegin = begin;
    }

    /**
     * @param trace
     *            a trace or an experiment
     * @param traces
     *            its hosts and guests
     * @return whether the clocks of all guests' own traces can wait, if the guests report what they do
     */
    public static boolean canWait(ITmfTrace trace, HostTraces traces) {
        List<GuestTrace> own = GuestTraceClocks.ownTraces(traces);
        boolean hasRings = traces.hosts().stream().anyMatch(host -> host.manifest() != null && host.manifest().hasRings());
        return !own.isEmpty() && !hasRings && begin(trace, traces) != Long.MIN_VALUE
                && own.stream().allMatch(guest -> guest.isSilent(traces) && !guest.trace().getStartTime().equals(TmfTimestamp.BIG_BANG));
    }

    private static long begin(ITmfTrace trace, HostTraces traces) {
        return TmfTraceManager.getTraceSet(trace).stream()
                .filter(child -> traces.guests().stream().noneMatch(guest -> guest.trace() == child && guest.isSilent(traces))).map(ITmfTrace::getStartTime)
                .filter(start -> !start.equals(TmfTimestamp.BIG_BANG)).mapToLong(ITmfTimestamp::toNanos).min().orElse(Long.MIN_VALUE);
    }

    /**
     * Reads the hosts until all guests report, which {@link #canWait}, unless they seem to.
     *
     * @param trace
     *            a trace or an experiment
     * @param traces
     *            its hosts and guests
     * @param dialects
     *            what guests report by the user's word
     * @param monitor
     *            can cancel
     * @return the clocks: found, or to be found by a pass; null if not all was read that is needed
     */
    public static PassClocks of(ITmfTrace trace, HostTraces traces, List<Dialects.Chosen> dialects, IProgressMonitor monitor) {
        long begin = begin(trace, traces);
        if (HypercallSample.hasReports(traces)) {
            GuestTraceClocks ofPass = new GuestTraceClocks(traces);
            ofPass.readBeside(monitor);
            return new PassClocks(traces, ofPass, begin);
        }
        try (GuestTraceClocks first = new GuestTraceClocks(traces, dialects)) {
            first.lookForReports(begin);
            first.readBeside(monitor);
            boolean all = first.readStays(monitor) || first.readAll(trace, new ProgressMonitorWrapper(monitor) {
                @Override
                public boolean isCanceled() {
                    return monitor.isCanceled() || first.doAllReport();
                }
            });
            if (!all && (monitor.isCanceled() || !first.doAllReport())) {
                return null;
            }
            List<Placed> found = all ? first.finish(monitor) : List.of();
            PassClocks clocks = new PassClocks(traces, new GuestTraceClocks(traces, first), begin);
            clocks.fFound = found;
            clocks.fIsFound = all;
            return clocks;
        }
    }

    /** @return whether they are found: no pass is to find them any more */
    public boolean areFound() {
        return fIsFound;
    }

    /**
     * @param stage
     *            of a pass that has had no event so far
     * @return whether they get what comes out of its timeline, to be decided at its end: not if they are found, or if it has none
     */
    public boolean follow(ReadTogether.Stage stage) {
        if (fIsFound || !(stage instanceof PassTimeline timeline)) {
            return false;
        }
        timeline.also(fClocks::in);
        return true;
    }

    /**
     * The same of who has a timeline of its own.
     *
     * @param timeline
     *            has had no event so far
     * @return whether they get what comes out of it
     */
    public boolean follow(Timeline timeline) {
        if (fIsFound) {
            return false;
        }
        timeline.also(fClocks.in(timeline.machines()));
        return true;
    }

    /** @return when the traces of the hosts begin, ns since the epoch */
    public long begin() {
        return fBegin;
    }

    /**
     * Decides the clocks, unless they are found: all events of the hosts have come.
     *
     * @param monitor
     *            can cancel
     * @return whether they are found: not if it was cancelled
     */
    public boolean decide(IProgressMonitor monitor) {
        if (fIsFound) {
            return true;
        }
        List<Placed> found = fClocks.finish(monitor);
        if (monitor.isCanceled()) {
            return false;
        }
        fFound = found;
        fIsUsable = found.stream().noneMatch(placed -> placed.quality().isSource() || placed.begin() < fBegin);
        fIsFound = true;
        return true;
    }

    /**
     * The same where the end of all is to be known.
     *
     * @param last
     *            the time of the hosts' last event, ns since the epoch
     * @param monitor
     *            can cancel
     * @return the time of the last event of hosts and guests, ns since the epoch
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public long end(long last, IProgressMonitor monitor) {
        if (!decide(monitor)) {
            throw new OperationCanceledException();
        }
        return Math.max(last, fFound.stream().mapToLong(Placed::end).max().orElse(last));
    }

    /**
     * @return whether a pass found them, and all is as it was expected. Else a guest reported nothing, or its trace begins before those of the hosts: another pass is needed
     *         that knows the clocks
     */
    public boolean areUsable() {
        return fIsUsable;
    }

    /** @return how the guests' own traces fit, when that is decided */
    public List<Placed> found() {
        return fFound;
    }

    /** @return what the clocks change in {@link HostTraces#recordingHash} when the traces are opened with them */
    public int hash() {
        return RecordingHash.ofClocks(fTraces, trace -> {
            Placed placed = placed(trace);
            ITmfTimestampTransform transform = placed == null ? null : placed.transform();
            return transform == null ? 0
                    : RecordingHash.ofClock(transform, placed.begin()) - RecordingHash.ofClock(trace.getTimestampTransform(), trace.getStartTime().toNanos());
        });
    }

    /**
     * @param trace
     *            a guest's own
     * @return the clock on which its times are to be
     */
    public ITmfTimestampTransform clock(ITmfTrace trace) {
        Placed placed = placed(trace);
        ITmfTimestampTransform transform = placed == null ? null : placed.transform();
        return transform == null ? trace.getTimestampTransform() : transform;
    }

    /**
     * @param path
     *            of a trace that several hosts may name
     * @param all
     *            how traces fit
     * @return by whose clock its times are: see {@link ClockQuality#deciding}; null if there is none
     */
    public static Placed deciding(String path, List<Placed> all) {
        List<Placed> same = all.stream().filter(placed -> placed.path().equals(path)).toList();
        ClockQuality decides = ClockQuality.deciding(same.stream().map(Placed::quality).toList());
        return same.stream().filter(placed -> placed.quality() == decides).findFirst().orElse(null);
    }

    private Placed placed(ITmfTrace trace) {
        return deciding(trace.getPath(), fFound);
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        fClocks.close();
    }
}
