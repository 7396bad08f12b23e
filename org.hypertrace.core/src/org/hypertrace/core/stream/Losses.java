/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was missing or contradictory in the stream of a VM.
 *
 * @param lost
 *            hypercalls whose number never came: each at least one event
 * @param repeated
 *            hypercalls with a number already seen or older
 * @param implausible
 *            hypercalls whose number is more than 2^20 ahead
 * @param forged
 *            hypercalls of guest user space (or, in words that only the host may use, of the guest) that are not believed
 * @param malformed
 *            hypercalls with a value that cannot be, texts and names without end: not decoded
 * @param unknownNumbers
 *            hypercalls whose number the dialect does not know
 * @param late
 *            events that came further back than announced: not shown
 * @param cpuMismatches
 *            events that name another processor than the vCPU that sent them; the host is trusted
 */
public record Losses(long lost, long repeated, long implausible, long forged, long malformed, long unknownNumbers, long late,
        long cpuMismatches) {

    /** Nothing was lost, nothing contradictory. */
    public static final Losses NONE = new Losses(0, 0, 0, 0, 0, 0, 0, 0);

    /** @return the counts by their names in reports, in the order of this record */
    public Map<String, Long> byName() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("lost", lost);
        counts.put("repeated", repeated);
        counts.put("implausible", implausible);
        counts.put("forged", forged);
        counts.put("malformed", malformed);
        counts.put("unknownNumbers", unknownNumbers);
        counts.put("late", late);
        counts.put("cpuMismatches", cpuMismatches);
        return counts;
    }

    /**
     * @param other
     *            those of another VM
     * @return both together
     */
    public Losses plus(Losses other) {
        return new Losses(lost + other.lost, repeated + other.repeated, implausible + other.implausible,
                forged + other.forged, malformed + other.malformed, unknownNumbers + other.unknownNumbers,
                late + other.late, cpuMismatches + other.cpuMismatches);
    }
}
