/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What became of the records in a VM's rings, over the whole trace.
 *
 * @param decoded
 *            records by which the guest reports something that it does not report by hypercall: read like hypercalls
 * @param alsoByHypercall
 *            records of which the trace has the hypercall, too: only that one counts
 * @param byHost
 *            records of the host about VM exits and its threads: its trace reports the same, these are compared, not used
 * @param notInTrace
 *            VM exits among these that the host's trace does not have, though it has others of them
 * @param overwritten
 *            records that newer ones had replaced
 * @param notWritten
 *            events for which a writer found no place, as it reports
 * @param torn
 *            records that were being written when the file was read
 * @param behindEnd
 *            records that the file is too short for
 * @param outside
 *            records of before the trace's begin or after its end: not shown
 * @param unplaced
 *            records of which nothing shows when they were: not shown
 * @param late
 *            records that belong where the trace had been read already: not shown
 * @param byGuestsClock
 *            records placed only by what the guest reports its real-time clock is; they are among {@code decoded}
 * @param notInGuest
 *            records of the guest, of the whole of its rings, that are placed where their vCPU was not in the guest: their times are wrong
 * @param notInGuestBy
 *            how far the worst of these is from the nearest time in the guest, ns
 * @param hypercallsNotRead
 *            hypercalls of a VM of which the manifest reports that it reports by rings only
 * @param unreadable
 *            a sentence for each file that could not be read
 */
public record RingFigures(long decoded, long alsoByHypercall, long byHost, long notInTrace, long overwritten, long notWritten,
        long torn,
        long behindEnd, long outside, long unplaced, long late, long byGuestsClock, long notInGuest, long notInGuestBy, long hypercallsNotRead,
        List<String> unreadable) {

    /** The name of a loss: a file that could not be read. */
    public static final String UNREADABLE = "ringUnreadable";
    /** The name of a contradiction: records of the guest where it was not running. */
    public static final String NOT_IN_GUEST = "ringNotInGuest";

    /** @return what is missing or contradictory, by the names of losses */
    public Map<String, Long> losses() {
        Map<String, Long> losses = new LinkedHashMap<>();
        losses.put("ringNotInTrace", notInTrace);
        losses.put("ringOverwritten", overwritten);
        losses.put("ringNotWritten", notWritten);
        losses.put("ringTorn", torn);
        losses.put("ringBehindEnd", behindEnd);
        losses.put("ringOutside", outside);
        losses.put("ringUnplaced", unplaced);
        losses.put("ringLate", late);
        losses.put("ringByGuestsClock", byGuestsClock);
        losses.put(NOT_IN_GUEST, notInGuest);
        losses.put("hypercallsNotRead", hypercallsNotRead);
        return losses;
    }

    /** @return made of the counts by their names */
    public static RingFigures of(ToLongFunction<String> counts, List<String> unreadable) {
        return new RingFigures(counts.applyAsLong("decoded"), counts.applyAsLong("alsoByHypercall"),
                counts.applyAsLong("byHost"), counts.applyAsLong("notInTrace"),
                counts.applyAsLong("overwritten"), counts.applyAsLong("notWritten"),
                counts.applyAsLong("torn"), counts.applyAsLong("behindEnd"), counts.applyAsLong("outside"),
                counts.applyAsLong("unplaced"), counts.applyAsLong("late"), counts.applyAsLong("byGuestsClock"),
                counts.applyAsLong("notInGuest"), counts.applyAsLong("notInGuestBy"), counts.applyAsLong("hypercallsNotRead"), unreadable);
    }

    /** @return the counts by their names in reports, in the order of this record */
    public Map<String, Long> byName() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("decoded", decoded);
        counts.put("alsoByHypercall", alsoByHypercall);
        counts.put("byHost", byHost);
        counts.put("notInTrace", notInTrace);
        counts.put("overwritten", overwritten);
        counts.put("notWritten", notWritten);
        counts.put("torn", torn);
        counts.put("behindEnd", behindEnd);
        counts.put("outside", outside);
        counts.put("unplaced", unplaced);
        counts.put("late", late);
        counts.put("byGuestsClock", byGuestsClock);
        counts.put("notInGuest", notInGuest);
        counts.put("notInGuestBy", notInGuestBy);
        counts.put("hypercallsNotRead", hypercallsNotRead);
        return counts;
    }
}
