/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.frames;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;

import org.hypertrace.core.history.BlockFile;
import org.hypertrace.core.history.ByteWriter;
import org.hypertrace.core.history.FileIndex;
import org.hypertrace.core.stack.track.StackThread;

/**
 * The stack of a thread as it is written, block by block. A block begins with all frames that are open, so that any can be read alone.
 * It starts behind the last moment of the block before: what happens from a moment on is in the last block that starts until then, and in
 * those that follow it.
 */
final class ThreadFrames {

    /** What an open block needs besides its bytes. */
    private static final int OPEN_BLOCK = 1 << 11;

    private final StackThread fThread;
    private final int fBlockLength;
    private long[] fFrames = new long[8];
    private long[] fBegins = new long[8];
    private int fDepth;
    private boolean fIsKnown;
    private long fNow;
    private ByteWriter fBlock;
    private RecentFrames fRecent;
    private int fCounted;
    private int fBlocks;
    private long[] fStarts = new long[1];
    private long[] fPlaces = new long[1];
    private int[] fLengths = new int[1];
    private int[] fSums = new int[1];

    ThreadFrames(StackThread thread, int blockLength) {
        fThread = thread;
        fBlockLength = blockLength;
    }

    /** How much more waits than when it was asked last, bytes; less than 0 if that was written meanwhile. */
    int grown() {
        int waits = fBlock == null ? 0 : OPEN_BLOCK + fBlock.length();
        int grown = waits - fCounted;
        fCounted = waits;
        return grown;
    }

    /** Begins a change; the block before is written to the file if it is full. */
    void change(BlockFile file, long time, FrameOp op) throws IOException {
        if (fBlock != null && fBlock.length() >= fBlockLength) {
            flush(file);
        }
        if (fBlock == null) {
            open(fBlocks == 0 ? time : fNow + 1);
        }
        fBlock.put(op.ordinal());
        fBlock.putVarint(time - fNow);
        fNow = time;
    }

    void number(long number) {
        fBlock.putVarint(number);
    }

    /** Puts a frame, or a mark; returns whether it is new in the block. */
    boolean put(long frame) {
        return fRecent.put(fBlock, frame);
    }

    private void open(long start) {
        fBlock = new ByteWriter();
        fRecent = new RecentFrames();
        if (fBlocks == fStarts.length) {
            int more = 2 * fBlocks;
            fStarts = Arrays.copyOf(fStarts, more);
            fPlaces = Arrays.copyOf(fPlaces, more);
            fLengths = Arrays.copyOf(fLengths, more);
            fSums = Arrays.copyOf(fSums, more);
        }
        fStarts[fBlocks] = start;
        fNow = start;
        fBlock.put(fIsKnown ? 1 : 0);
        fBlock.putVarint(fDepth);
        for (int i = 0; i < fDepth; i++) {
            fRecent.put(fBlock, fFrames[i]);
            fBlock.putVarint(start - fBegins[i]);
        }
    }

    /** Writes what waits. */
    void flush(BlockFile file) throws IOException {
        if (fBlock == null) {
            return;
        }
        int length = fBlock.length();
        CRC32 sum = new CRC32();
        sum.update(fBlock.bytes(), 0, length);
        fPlaces[fBlocks] = file.append(fBlock.bytes(), 0, length);
        fLengths[fBlocks] = length;
        fSums[fBlocks] = (int) sum.getValue();
        fBlocks++;
        fBlock = null;
        fRecent = null;
    }

    void begins() {
        fIsKnown = true;
    }

    void opens(long frame) {
        if (fDepth == fFrames.length) {
            fFrames = Arrays.copyOf(fFrames, 2 * fDepth);
            fBegins = Arrays.copyOf(fBegins, 2 * fDepth);
        }
        fFrames[fDepth] = frame;
        fBegins[fDepth] = fNow;
        fDepth++;
    }

    void leaves() {
        fDepth = Math.max(0, fDepth - 1);
    }

    void ends() {
        fDepth = 0;
        fIsKnown = false;
    }

    /** What is known of the thread and where its blocks are. */
    void write(FileIndex index) throws IOException {
        index.putVarint(fThread.boot());
        index.putVarint(fThread.bootNumber());
        index.putVarint(fThread.tid());
        index.putVarint(fThread.vcpu());
        index.putText(fThread.name() == null ? "" : fThread.name());
        index.putVarint(fNow);
        index.putVarint(fBlocks);
        long start = 0;
        long place = 0;
        for (int i = 0; i < fBlocks; i++) {
            index.putVarint(fStarts[i] - start);
            index.putVarint(fPlaces[i] - place);
            index.putVarint(fLengths[i]);
            index.putVarint(fSums[i] & 0xffffffffL);
            start = fStarts[i];
            place = fPlaces[i];
        }
    }

    StackThread thread() {
        return fThread;
    }
}
