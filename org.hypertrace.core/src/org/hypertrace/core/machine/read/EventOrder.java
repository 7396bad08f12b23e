/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.kvm.CtfHostEvent;
import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.hypertrace.core.trace.ctf.PacketTimes;
import org.hypertrace.core.untrusted.PlainText;

/**
 * Whether events stand at times at which they can have been. None is before the one that was read before it, and none outside the
 * times that its packet names. Trace Compass believes any time. A clock that errs a little loses single events, which are
 * counted. What was reported before such an event is wrong for as long as the event is away from its place. So more than
 * {@value #MAX_REACH} ns or {@value #MAX_COUNT} events are damage.
 */
public final class EventOrder {

    /** How far an event may be away from its place, ns. */
    static final long MAX_REACH = 1_000_000;
    /** How many events may be away from their places. */
    static final int MAX_COUNT = 1000;

    /** The stream in a file of a trace. */
    public record StreamOf(ITmfTrace trace, String file) { }

    /** What becomes of an event. */
    public enum Place { RIGHT, WRONG, READ_BEFORE }

    private static final int BEHIND = 0;
    private static final int OUTSIDE = 1;

    private final Set<StreamOf> fRepeating;
    private final TmfPackets fPackets = new TmfPackets();
    private long fNow = Long.MIN_VALUE;
    private int fCount;
    /** Of each trace, how many events stand behind later ones, and how many outside the times of their packets. */
    private final Map<ITmfTrace, int[]> fWrong = new IdentityHashMap<>();

    /** @param repeating the streams that hold packets twice */
    public EventOrder(Set<StreamOf> repeating) {
        fRepeating = repeating;
    }

    /** The latest time of an event in its right place, ns since the epoch. */
    long now() {
        return fNow;
    }

    /**
     * @param event
     *            the next event
     * @param time
     *            its time, ns since the epoch
     * @return whether it can have been then
     * @throws DamagedTrace
     *             if too much is in a wrong place
     */
    public Place place(ITmfEvent event, long time) {
        return event instanceof CtfHostEvent host ? place(event.getTrace(), host.getChannel(), fPackets.of(host), host.cycles(), time)
                : place(event.getTrace(), null, null, 0, time);
    }

    /**
     * @param trace
     *            of the next event
     * @param file
     *            of its stream
     * @param packet
     *            of the event; null if it is of none
     * @param cycles
     *            its time, in units of the trace's clock
     * @param time
     *            its time, ns since the epoch
     * @return whether it can have been then
     * @throws DamagedTrace
     *             if too much is in a wrong place
     */
    public Place place(ITmfTrace trace, String file, PacketTimes packet, long cycles, long time) {
        if (packet != null) {
            if (packet.repeats() && fRepeating.contains(new StreamOf(trace, file))) {
                return Place.READ_BEFORE;
            }
            // some versions of LTTng close a packet a little before its last event
            long away = packet.away(cycles);
            if (away > MAX_REACH) {
                throw damaged("an event stands outside the times of its packet", trace, file, packet, time);
            }
            if (away > 0) {
                isWrong(trace, OUTSIDE);
            }
        }
        if (time >= fNow) {
            fNow = time;
            return Place.RIGHT;
        }
        if (fNow - time > MAX_REACH || ++fCount > MAX_COUNT) {
            throw damaged((fNow - time > MAX_REACH ? "an event stands" : fCount + " events stand") + " behind later ones", trace, file, packet,
                    time);
        }
        isWrong(trace, BEHIND);
        return Place.WRONG;
    }

    private void isWrong(ITmfTrace trace, int how) {
        int[] wrong = fWrong.computeIfAbsent(trace, key -> new int[2]);
        wrong[how]++;
        EventTimes.found(trace, wrong[BEHIND], wrong[OUTSIDE]);
    }

    private static DamagedTrace damaged(String how, ITmfTrace trace, String stream, PacketTimes packet, long time) {
        return new DamagedTrace((packet != null ? "in " + PlainText.line(stream) + ' ' : "") + how + ", at "
                + TmfTimestampFormat.getDefaulTimeFormat().format(time) + ": its time stamps are wrong",
                packet != null ? new DamagedTrace.Place(trace.getPath(), stream, packet.begin(), packet.end()) : null);
    }
}
