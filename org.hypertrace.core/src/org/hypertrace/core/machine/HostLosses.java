/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;

/**
 * What is missing of a host's events.
 *
 * @param discarded
 *            events that the tracer discarded, as far as it counted them
 * @param uncounted
 *            how often the tracer discarded events without reporting how many
 * @param misplaced
 *            events that stand at an impossible time and were left out
 * @param missing
 *            the stretches of which packets are missing, in the order of their begins
 */
public record HostLosses(long discarded, int uncounted, long misplaced, List<Stretch> missing) {

    /**
     * A stretch of time of which packets of a host's trace are missing.
     *
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch
     * @param packets
     *            how many, {@link HostEvent#UNCOUNTED} if that is not known
     */
    public record Stretch(long begin, long end, int cpu, long packets) { }

    /** Nothing is missing. */
    public static final HostLosses NONE = new HostLosses(0, 0, 0, List.of());

    /** @return whether anything is missing */
    public boolean any() {
        return discarded > 0 || uncounted > 0 || misplaced > 0 || !missing.isEmpty();
    }

    /**
     * @param from
     *            ns since the epoch
     * @param until
     *            ns since the epoch
     * @return until when from {@code from} on no packets are missing; {@code until} if none are in that time
     */
    public long seenUntil(long from, long until) {
        return missing.stream().filter(stretch -> stretch.begin() < until && stretch.end() > from).mapToLong(Stretch::begin)
                .map(begin -> Math.max(from, begin)).min().orElse(until);
    }

    /** @return what is missing, for people: {@code lost 7 events and 2 packets}; of no use if nothing is */
    public String text() {
        List<String> parts = new ArrayList<>();
        add(parts, discarded, "event");
        if (uncounted > 0) {
            parts.add("an unknown number of events");
        }
        long packets = missing.stream().mapToLong(stretch -> Math.max(0, stretch.packets())).sum();
        add(parts, packets, "packet");
        if (missing.stream().anyMatch(stretch -> stretch.packets() == HostEvent.UNCOUNTED)) {
            parts.add("an unknown number of packets");
        }
        add(parts, misplaced, "misplaced event");
        return "lost " + String.join(" and ", parts);
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(count + " " + what + (count == 1 ? "" : "s"));
        }
    }
}
