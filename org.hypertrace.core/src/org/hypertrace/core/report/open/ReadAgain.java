/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.hypertrace.core.trace.ctf.EventCheck;
import org.hypertrace.core.trace.ctf.LeftOut;
import org.hypertrace.core.trace.ctf.TracePackets;

/** A trace holds packets or parts of metadata that cannot be read. They are now known, and left out if it is opened again. */
public final class ReadAgain extends ReportException {

    private static final long serialVersionUID = 1L;

    private final boolean fOfMetadata;

    private ReadAgain(ReportException refused, boolean ofMetadata) {
        super(refused.getMessage(), refused.getCause());
        fOfMetadata = ofMetadata;
    }

    /** Whether what cannot be read is a part of the metadata. */
    public boolean isOfMetadata() {
        return fOfMetadata;
    }

    /**
     * Looks for what cannot be read.
     *
     * @param refused
     *            what is reported if all stays as it is
     * @param traces
     *            of which some are damaged
     * @param place
     *            where, null if that is not known
     * @param guests
     *            are not read at all if too much of them is damaged
     * @return the same if nothing can be left out; a {@link ReadAgain} with its sentence if something is
     */
    static ReportException or(ReportException refused, Collection<Path> traces, DamagedTrace.Place place, NamedGuests guests) {
        boolean found = false;
        boolean ofMetadata = false;
        try {
            for (Path trace : traces) {
                List<LeftOut> damaged = EventCheck.of(trace, place != null && place.trace().equals(trace.toString()) ? place : null);
                if (!damaged.isEmpty()) {
                    TracePackets.leaveOut(trace, damaged);
                    found = true;
                    ofMetadata |= damaged.stream().anyMatch(LeftOut::isOfMetadata);
                } else if (guests.contains(trace) && EventCheck.isBeyond(trace)) {
                    TracePackets.giveUp(trace, "its events cannot be read");
                    found = true;
                }
            }
        } catch (IOException e) {
            refused.addSuppressed(e);
        }
        return found ? new ReadAgain(refused, ofMetadata) : refused;
    }
}
