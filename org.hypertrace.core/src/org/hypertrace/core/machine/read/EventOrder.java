/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.kvm.CtfHostEvent;
import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.hypertrace.core.untrusted.PlainText;

/**
 * Whether events stand at times at which they can have been: none before the one that was read before it, and none outside the
 * times that its packet names. Trace Compass believes any time. A clock that errs a little loses single events, which are
 * counted; but what was reported before such an event is wrong for as long as the event is away from its place, so that more than
 * {@value #MAX_REACH} ns or {@value #MAX_COUNT} events are damage.
 */
final class EventOrder {

    /** How far an event may be away from its place, ns. */
    static final long MAX_REACH = 1_000_000;
    /** How many events may be away from their places. */
    static final int MAX_COUNT = 1000;

    /** The stream in a file of a trace. */
    record StreamOf(ITmfTrace trace, String file) { }

    /** What becomes of an event. */
    enum Place { RIGHT, WRONG, READ_BEFORE }

    /** A packet, as far as it is needed here; times in units of the trace's clock. */
    private static final class Packet {
        private final Object fNumber;
        private final long fBegin;
        private final long fEnd;
        private final boolean fRepeats;

        Packet(Map<String, Object> header, Packet before) {
            fNumber = header.get("packet_seq_num");
            // half of what a number can be: differences do not overflow
            fBegin = header.get("timestamp_begin") instanceof Long begin ? begin : Long.MIN_VALUE / 2;
            fEnd = header.get("timestamp_end") instanceof Long end ? end : Long.MAX_VALUE / 2;
            fRepeats = before != null && fNumber != null && fNumber.equals(before.fNumber) && fBegin == before.fBegin
                    && fEnd == before.fEnd;
        }
    }

    private static final int BEHIND = 0;
    private static final int OUTSIDE = 1;

    private final Map<Object, Packet> fByHeader = new IdentityHashMap<>();
    private final Map<StreamOf, Object> fHeaders = new HashMap<>();
    private final Set<StreamOf> fRepeating;
    private Object fLastHeader;
    private Packet fPacket;
    private long fNow = Long.MIN_VALUE;
    private int fCount;
    /** Of each trace, how many events stand behind later ones, and how many outside the times of their packets. */
    private final Map<ITmfTrace, int[]> fWrong = new IdentityHashMap<>();

    /** @param repeating the streams that hold packets twice */
    EventOrder(Set<StreamOf> repeating) {
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
     * @throws DamagedTrace
     *             if too much is in a wrong place
     */
    Place place(ITmfEvent event, long time) {
        if (event instanceof CtfHostEvent host) {
            enter(host);
            if (fPacket.fRepeats) {
                return Place.READ_BEFORE;
            }
            // some versions of LTTng close a packet a little before its last event
            long away = Math.max(host.cycles() - fPacket.fEnd, fPacket.fBegin - host.cycles());
            if (away > MAX_REACH) {
                throw damaged("an event stands outside the times of its packet", event, time);
            }
            if (away > 0) {
                isWrong(event.getTrace(), OUTSIDE);
            }
        }
        if (time >= fNow) {
            fNow = time;
            return Place.RIGHT;
        }
        if (fNow - time > MAX_REACH || ++fCount > MAX_COUNT) {
            throw damaged((fNow - time > MAX_REACH ? "an event stands" : fCount + " events stand") + " behind later ones", event, time);
        }
        isWrong(event.getTrace(), BEHIND);
        return Place.WRONG;
    }

    private void isWrong(ITmfTrace trace, int how) {
        int[] wrong = fWrong.computeIfAbsent(trace, key -> new int[2]);
        wrong[how]++;
        EventTimes.found(trace, wrong[BEHIND], wrong[OUTSIDE]);
    }

    private void enter(CtfHostEvent event) {
        Object header = event.packet();
        if (header != fLastHeader) {
            fLastHeader = header;
            fPacket = fByHeader.get(header);
            if (fPacket == null) {
                StreamOf stream = new StreamOf(event.getTrace(), event.getChannel());
                Packet before = fByHeader.remove(fHeaders.put(stream, header));
                fPacket = new Packet(event.packet(), fRepeating.contains(stream) ? before : null);
                fByHeader.put(header, fPacket);
            }
        }
    }

    private DamagedTrace damaged(String how, ITmfEvent event, long time) {
        boolean isOfPacket = event instanceof CtfHostEvent;
        String stream = isOfPacket ? ((CtfHostEvent) event).getChannel() : null;
        return new DamagedTrace((isOfPacket ? "in " + PlainText.line(stream) + ' ' : "") + how + ", at "
                + TmfTimestampFormat.getDefaulTimeFormat().format(time) + ": its time stamps are wrong",
                isOfPacket ? new DamagedTrace.Place(event.getTrace().getPath(), stream, fPacket.fBegin, fPacket.fEnd) : null);
    }
}
