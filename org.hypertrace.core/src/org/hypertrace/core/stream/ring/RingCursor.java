/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.ring;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** Goes through one ring, from the oldest record that is there to the newest. */
public final class RingCursor {

    /** Bytes of a record, and of the header before them. */
    static final int RECORD = 64;
    /** An interrupt turns the TSC back by less; by more only who sets it anew. */
    private static final long SWAP = 1L << 32;

    private final RingRecords fRecords;
    private RingFile.Entry fFirst;
    private RingFile.Entry fSecond;

    RingCursor(FileChannel file, RingFile.Header ring) throws IOException {
        fRecords = new RingRecords(file, ring);
        fFirst = fRecords.next();
        fSecond = fRecords.next();
    }

    /** @return what was read so far */
    public RingFile.Counts counts() {
        return fRecords.counts();
    }

    /** @return what the ring reports about itself */
    public RingFile.Header ring() {
        return fRecords.ring();
    }

    /** @return the earlier of the next two, null at the end */
    public RingFile.Entry peek() {
        return secondIsEarlier() ? fSecond : fFirst;
    }

    /**
     * @return the same, and goes on
     * @throws IOException
     *             if those behind it cannot be read
     */
    public RingFile.Entry take() throws IOException {
        RingFile.Entry taken = peek();
        if (taken == fFirst) {
            fFirst = fSecond;
        }
        fSecond = fRecords.next();
        return taken;
    }

    private boolean secondIsEarlier() {
        return fSecond != null && fSecond.tsc() < fFirst.tsc() && fFirst.tsc() - fSecond.tsc() < SWAP;
    }
}
