/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.text;

import java.nio.ByteBuffer;

import org.eclipse.tracecompass.tmf.core.trace.location.TmfLocation;

/** A {@link Place} as Trace Compass keeps it. */
final class PlaceLocation extends TmfLocation {

    private final Place fPlace;

    PlaceLocation(Place place) {
        super(place);
        fPlace = place;
    }

    Place place() {
        return fPlace;
    }

    @Override
    public void serialize(ByteBuffer to) {
        fPlace.write(to);
    }
}
