/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/** Goes through one ring, from the oldest record that is there to the newest. */
public final class RingCursor {

    /** Bytes of a record, and of the header before them. */
    static final int RECORD = 64;
    /** Records that are read at once; there may be thousands of rings. */
    private static final int CHUNK = 128;
    /** An interrupt turns the TSC back by less; by more only who sets it anew. */
    private static final long SWAP = 1L << 32;

    private final FileChannel fFile;
    private final RingFile.Header fRing;
    private final ByteBuffer fBuffer = ByteBuffer.allocate(CHUNK * RECORD).order(ByteOrder.LITTLE_ENDIAN);
    private final long fOldest;
    /** The slots of these records are in the buffer. */
    private long fBuffered;
    private long fBufferedEnd;
    private long fNumber;
    private RingFile.Entry fFirst;
    private RingFile.Entry fSecond;
    private long fRead;
    private long fTorn;
    private long fMissing;

    RingCursor(FileChannel file, RingFile.Header ring) throws IOException {
        fFile = file;
        fRing = ring;
        fOldest = Math.max(0, ring.head() - ring.capacity());
        fNumber = fOldest;
        fFirst = next();
        fSecond = next();
    }

    /** @return what was read so far */
    public RingFile.Counts counts() {
        return new RingFile.Counts(fRead, fOldest, fTorn, fMissing);
    }

    /** @return what the ring reports about itself */
    public RingFile.Header ring() {
        return fRing;
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
        fSecond = next();
        return taken;
    }

    private boolean secondIsEarlier() {
        return fSecond != null && fSecond.tsc() < fFirst.tsc() && fFirst.tsc() - fSecond.tsc() < SWAP;
    }

    private RingFile.Entry next() throws IOException {
        while (fNumber < fRing.head()) {
            if (fNumber >= fBufferedEnd) {
                fetch();
                if (fNumber >= fBufferedEnd) { // the file ends before
                    skipMissing();
                    continue;
                }
            }
            int at = (int) (fNumber - fBuffered) * RECORD;
            long number = fNumber++;
            if (fBuffer.getLong(at) == number + 1) {
                fRead++;
                long event = fBuffer.getLong(at + 16);
                return new RingFile.Entry(fRing.cpu() < 0 ? (int) (event >>> 32 & 0xffff) : fRing.cpu(), number,
                        fBuffer.getLong(at + 8), fBuffer.getLong(at + 56), event & 0xffffffffL, fBuffer.getLong(at + 24),
                        fBuffer.getLong(at + 32), fBuffer.getLong(at + 40), fBuffer.getLong(at + 48));
            }
            fTorn++;
        }
        return null;
    }

    /** What is behind the end of the file; counted at once, there may be very many. */
    private void skipMissing() {
        long slot = fNumber & fRing.capacity() - 1;
        long count = Math.min(fRing.head() - fNumber, fRing.capacity() - slot);
        fMissing += count;
        fNumber += count;
    }

    /** The next records, as far as the slots follow each other. */
    private void fetch() throws IOException {
        long slot = fNumber & fRing.capacity() - 1;
        long count = Math.min(Math.min(CHUNK, fRing.head() - fNumber), fRing.capacity() - slot);
        fBuffer.clear().limit((int) count * RECORD);
        int bytes = RingFile.fill(fFile, fBuffer, fRing.offset() + RECORD + slot * RECORD);
        fBuffered = fNumber;
        fBufferedEnd = fNumber + bytes / RECORD;
    }
}
