/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.cpu.TimeBuckets;

/** A line over time, in percent: time that is counted, of the time that is there. */
interface PercentLine {

    /** Unique among the lines. */
    String name();

    /** The attributes whose intervals are counted; no other line has these. */
    Set<Integer> attributes();

    /** Attributes that count, too, and that several lines may have; they matter before {@link #sharedEnd()}. */
    default Set<Integer> shared() {
        return Set.of();
    }

    /** When the last of {@link #shared()} stops to count, ns since the epoch; the least number if there is none. */
    default long sharedEnd() {
        return Long.MIN_VALUE;
    }

    /** Adds the time of an interval of one of the attributes. */
    void count(ITmfStateInterval interval, TimeBuckets sum);

    /** Adds what is counted without the state system, and all the time that is 100 percent. */
    void count(TimeBuckets sum, TimeBuckets whole);
}
