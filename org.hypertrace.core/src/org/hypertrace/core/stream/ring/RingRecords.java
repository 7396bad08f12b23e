/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/** The records of one ring by their numbers, from the oldest one that is there, or any other, to the newest. */
public final class RingRecords {

    /** Records that are read at once; there may be thousands of rings. */
    private static final int CHUNK = 128;

    private final FileChannel fFile;
    private final RingFile.Header fRing;
    private final ByteBuffer fBuffer = ByteBuffer.allocate(CHUNK * RingCursor.RECORD).order(ByteOrder.LITTLE_ENDIAN);
    private final long fOldest;
    /** The slots of these records are in the buffer. */
    private long fBuffered;
    private long fBufferedEnd;
    private long fNumber;
    private long fRead;
    private long fTorn;
    private long fMissing;

    RingRecords(FileChannel file, RingFile.Header ring) {
        fFile = file;
        fRing = ring;
        fOldest = Math.max(0, ring.head() - ring.capacity());
        fNumber = fOldest;
    }

    /** @return what was read so far */
    public RingFile.Counts counts() {
        return new RingFile.Counts(fRead, fOldest, fTorn, fMissing);
    }

    /** @return what the ring reports about itself */
    public RingFile.Header ring() {
        return fRing;
    }

    /** @param number of the record with which {@link #next()} goes on; the counts go on, too */
    public void seek(long number) {
        fNumber = Math.max(fOldest, number);
    }

    /**
     * @return the next whole record, null behind the newest. A number that it skips is torn, or behind the end of the file
     * @throws IOException
     *             if the file cannot be read
     */
    public RingFile.Entry next() throws IOException {
        while (fNumber < fRing.head()) {
            if (fNumber < fBuffered || fNumber >= fBufferedEnd) {
                fetch();
                if (fNumber >= fBufferedEnd) { // the file ends before
                    skipMissing();
                    continue;
                }
            }
            int at = (int) (fNumber - fBuffered) * RingCursor.RECORD;
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
        fBuffer.clear().limit((int) count * RingCursor.RECORD);
        int bytes = RingFile.fill(fFile, fBuffer, fRing.offset() + RingCursor.RECORD + slot * RingCursor.RECORD);
        fBuffered = fNumber;
        fBufferedEnd = fNumber + bytes / RingCursor.RECORD;
    }
}
