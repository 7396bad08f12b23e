/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import java.nio.ByteBuffer;

import org.eclipse.tracecompass.tmf.core.trace.location.TmfLocation;

/** A {@link RingPlace} as Trace Compass keeps it. */
final class RingLocation extends TmfLocation {

    private final RingPlace fPlace;

    RingLocation(RingPlace place) {
        super(place);
        fPlace = place;
    }

    RingPlace place() {
        return fPlace;
    }

    @Override
    public void serialize(ByteBuffer to) {
        fPlace.write(to);
    }
}
