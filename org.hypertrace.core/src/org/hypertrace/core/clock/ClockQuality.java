/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.List;
import java.util.Map;

import org.hypertrace.core.clock.line.ClockConversion;
import org.hypertrace.core.clock.line.PiecewiseClock;

/**
 * How a guest's clock was put on its host's, and how sure that is. Counts are 0 or more; times are ns.
 *
 * @param method
 *            what decided it
 * @param clock
 *            the conversion; null if there is none
 * @param offset
 *            the coarse offset, host time minus reading; what counts if there is no clock
 * @param order
 *            which tracer comes first; null without hypercalls
 * @param guestEvents
 *            events of the guest's trace
 * @param hypercalls
 *            events that the guest reported by hypercall and its own tracer can record
 * @param matched
 *            those found in both
 * @param crossed
 *            those in another order in both: they bound nothing
 * @param recorded
 *            violations with the times as recorded
 * @param coarse
 *            violations with the coarse offset
 * @param joined
 *            violations with the conversion
 * @param delays
 *            how long after its stamp an event left the guest by hypercall; null without hypercalls
 * @param crossCheck
 *            the greatest difference between the line of one half of the bounds and that of all, at the other half; -1 if not known
 * @param cpus
 *            of each processor of the guest the number of its vCPU
 * @param search
 *            what looking for the offset found; null if nothing was looked for
 */
public record ClockQuality(Method method, PiecewiseClock clock, long offset, TracerOrder order, long guestEvents, long hypercalls,
        long matched, long crossed, Violations recorded, Violations coarse, Violations joined, Delays delays, long crossCheck,
        Map<Integer, Integer> cpus, OffsetSearch.Found search) {

    /** What decides a conversion. */
    public enum Method {
        /** Events in both streams, by program order. */
        HYPERCALLS,
        /** That a guest has events only while its vCPU is in the guest. */
        CONTAINMENT,
        /** The clocks that the guest reported by hypercall. */
        HELLO,
        /** Nothing: the times are as recorded. */
        NONE
    }

    /** Which of a guest's two tracers is called first with an event. */
    public enum TracerOrder {
        /** Its own tracer takes the time before the hypercall. */
        STAMP_FIRST("its own tracer records an event before the hypercall"),
        /** The hypercall comes before its own tracer takes the time. */
        HYPERCALL_FIRST("the hypercall comes before its own tracer records an event"),
        /** That is not known. */
        EITHER("which of its tracers comes first is not known");

        private final String fWords;

        TracerOrder(String words) {
            fWords = words;
        }

        @Override
        public String toString() {
            return fWords;
        }
    }

    /**
     * How long after the stamp of an event the vCPU left the guest with it, ns.
     *
     * @param p50
     *            the median
     */
    public record Delays(long min, long p50, long p90, long p99, long max) { }

    /**
     * @param all
     *            how a trace fits the clocks of the hosts that name it, in their order
     * @return by which its times are: the first that fits, else the first with a coarse offset, else the first; null if there is none
     */
    public static ClockQuality deciding(List<ClockQuality> all) {
        return all.stream().filter(ClockQuality::isTied).findFirst()
                .or(() -> all.stream().filter(quality -> quality.conversion() != null).findFirst()).or(() -> all.stream().findFirst()).orElse(null);
    }

    /** @return the conversion, or the coarse offset that the guest reported; null if nothing is known */
    public ClockConversion conversion() {
        return clock != null ? clock : method == Method.HELLO ? reading -> reading + offset : null;
    }

    /** @return the figures by which a user knows how far to trust the guest's times */
    public Fit fit() {
        return new Fit(isTied(), joined.events(), joined.count(), joined.worst());
    }

    /** @return whether the guest's own trace is all that reports what it does, and its events are on the host's clock */
    public boolean isSource() {
        return isTied() && hypercalls == 0;
    }

    /** @return how long the offset was looked for, by the clock, ns; 0 if it was known */
    public long searched() {
        return search == null ? 0 : search.took();
    }

    /** @return whether the guest's times are on the host's clock within a known uncertainty */
    public boolean isTied() {
        return clock != null;
    }

    /**
     * @param reading
     *            of the guest's clock, ns
     * @return when that was by the host's clock, as well as that is known
     */
    public long at(long reading) {
        return clock != null ? clock.at(reading) : reading + offset;
    }
}
