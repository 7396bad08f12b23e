/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.frames;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;

import org.hypertrace.core.history.BlockFile;
import org.hypertrace.core.history.ByteReader;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;

/** Where the blocks of a thread are, as {@link ThreadFrames} wrote them. */
record ThreadBlocks(StackThread thread, long end, long[] starts, long[] places, int[] lengths, int[] sums) {

    private static final Repair[] REPAIRS = Repair.values();

    /** Reads what is known of a thread. */
    static ThreadBlocks read(ByteReader index, int number) {
        int boot = (int) index.getVarint();
        int bootNumber = (int) index.getVarint();
        StackThread thread = new StackThread(number, null, null, boot, (int) index.getVarint(), (int) index.getVarint());
        thread.inBoot(bootNumber);
        String name = index.getText();
        thread.named(name.isEmpty() ? null : name);
        long end = index.getVarint();
        int blocks = (int) index.getVarint();
        ThreadBlocks read = new ThreadBlocks(thread, end, new long[blocks], new long[blocks], new int[blocks], new int[blocks]);
        long start = 0;
        long place = 0;
        for (int i = 0; i < blocks; i++) {
            start += index.getVarint();
            place += index.getVarint();
            read.starts[i] = start;
            read.places[i] = place;
            read.lengths[i] = (int) index.getVarint();
            read.sums[i] = (int) index.getVarint();
        }
        return read;
    }

    /** Reports what it did in a stretch of time; returns whether the blocks are as they were written. */
    boolean report(BlockFile file, long from, long to, StackSink sink) throws IOException {
        if (end < from) {
            return true;
        }
        int found = Arrays.binarySearch(starts, from);
        int first = Math.max(0, found >= 0 ? found : -found - 2);
        boolean goesOn = true;
        for (int block = first; goesOn && block < starts.length; block++) {
            byte[] bytes = new byte[lengths[block]];
            file.read(places[block], bytes, bytes.length);
            CRC32 sum = new CRC32();
            sum.update(bytes);
            if ((int) sum.getValue() != sums[block]) {
                return false;
            }
            goesOn = report(bytes, starts[block], to, block == first, sink);
        }
        return true;
    }

    /** Reports a block; returns whether more is to come. */
    private boolean report(byte[] bytes, long start, long to, boolean isFirst, StackSink sink) {
        ByteReader in = new ByteReader();
        in.set(bytes, 0);
        RecentFrames recent = new RecentFrames();
        boolean isKnown = open(in, recent, start, isFirst, sink);
        long now = start;
        while (in.at() < bytes.length) {
            FrameOp op = FrameOp.at(in.get());
            now += in.getVarint();
            if (now > to) {
                if (isKnown) {
                    sink.ends(now, thread);
                }
                return false;
            }
            switch (op) {
            case BEGINS -> sink.begins(now, thread);
            case ENTERS -> sink.enters(now, thread, recent.get(in));
            case RESUMES -> sink.resumes(now, thread, recent.get(in));
            case MARKS -> sink.marks(now, thread, recent.get(in));
            case LEAVES -> sink.leaves(now, thread, -1);
            case LEAVES_AFTER -> sink.leaves(now, thread, in.getVarint());
            case REPAIRED -> sink.repaired(now, thread, REPAIRS[(int) in.getVarint()]);
            case ENDS -> sink.ends(now, thread);
            }
            isKnown = op != FrameOp.ENDS && (isKnown || op == FrameOp.BEGINS);
        }
        return true;
    }

    /** Reports the frames that are open at the begin of a block, if it is the first; returns whether anything is known there. */
    private boolean open(ByteReader in, RecentFrames recent, long start, boolean isFirst, StackSink sink) {
        boolean isKnown = in.get() != 0;
        int depth = (int) in.getVarint();
        if (isFirst && isKnown && depth == 0) {
            sink.begins(start, thread);
        }
        for (int i = 0; i < depth; i++) {
            long frame = recent.get(in);
            long begin = start - in.getVarint();
            if (isFirst && i == 0) {
                sink.begins(begin, thread);
            }
            if (isFirst) {
                sink.enters(begin, thread, frame);
            }
        }
        return isKnown;
    }
}
