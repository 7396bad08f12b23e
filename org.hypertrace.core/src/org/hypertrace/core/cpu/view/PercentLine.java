/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.cpu.TimeBuckets;

/** A line over time, in percent: time that is counted, of the time that is there. */
interface PercentLine {

    /** A stretch of time, ns since the epoch; the end is exclusive. */
    record Life(long begin, long end) { }

    /** Unique among the lines. */
    String name();

    /** The attributes whose intervals are counted; no other line has these. */
    Set<Integer> attributes();

    /** Attributes that count, too, each for a while, and that several lines may have. */
    default Map<Integer, Life> shared() {
        return Map.of();
    }

    /** Adds the time of an interval of one of the attributes. */
    void count(ITmfStateInterval interval, TimeBuckets sum);

    /** Adds what is counted without the state system, and all the time that is 100 percent. */
    void count(TimeBuckets sum, TimeBuckets whole);
}
