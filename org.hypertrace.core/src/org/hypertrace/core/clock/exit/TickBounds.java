/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.exit;

import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.line.BoundCursor;
import org.hypertrace.core.clock.line.BoundSink;

/** Bounds of a stream that are kept until those of others come. A reading below the one before it decides nothing. */
final class TickBounds implements BoundSink, AutoCloseable {

    private final Longs fReadings = new Longs();
    private final Longs fLows = new Longs();
    private final Longs fHighs = new Longs();

    @Override
    public void bound(long reading, long low, long high) {
        if (fReadings.size() == 0 || reading >= fReadings.get(fReadings.size() - 1)) {
            fReadings.add(reading);
            fLows.add(low);
            fHighs.add(high);
        }
    }

    BoundCursor cursor() {
        return new BoundCursor() {
            private long fNext;

            @Override
            protected void fill() {
                for (; hasRoom() && fNext < fReadings.size(); fNext++) {
                    give(fReadings.get(fNext), fLows.get(fNext), fHighs.get(fNext));
                }
            }
        };
    }

    @Override
    public void close() {
        fReadings.close();
        fLows.close();
        fHighs.close();
    }
}
