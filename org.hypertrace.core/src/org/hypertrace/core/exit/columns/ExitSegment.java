/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import org.eclipse.tracecompass.segmentstore.core.segment.interfaces.INamedSegment;

/**
 * A complete exit as Trace Compass' views of segments take it; its name, by which they group, is its reason.
 *
 * @param exits
 *            all exits
 * @param number
 *            which of them it is
 */
public record ExitSegment(ExitColumns exits, int number) implements INamedSegment {

    @Override
    public long getStart() {
        return exits.begin(number);
    }

    @Override
    public long getEnd() {
        return exits.begin(number) + exits.length(number);
    }

    @Override
    public String getName() {
        return exits.name(number);
    }
}
