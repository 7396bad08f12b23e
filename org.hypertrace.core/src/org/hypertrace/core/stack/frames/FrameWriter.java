/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.frames;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.hypertrace.core.history.BlockFile;
import org.hypertrace.core.history.FileIndex;
import org.hypertrace.core.stack.track.FrameLabels;
import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;

/**
 * Writes the stacks of all threads to a file, from which {@link FrameFile} reports those of any stretch of time again. A file that was
 * not finished is not whole. What cannot be written ends in an {@link UncheckedIOException}.
 */
public final class FrameWriter implements StackSink, AutoCloseable {

    static final FileIndex.Form FORM = new FileIndex.Form(0x31454d4152465948L, 2);

    /** A block that has so many bytes is full. */
    private static final int BLOCK = 1 << 13;
    /** When so many bytes of all threads wait, all are written. */
    private static final int MOST_WAITING = 1 << 25;
    /** So many frames of all boots keep their names. */
    private static final int MOST_NAMES = 1 << 18;

    private final Path fPath;
    private final BlockFile fFile;
    private final int fBlockLength;
    private final int fMostWaiting;
    private final List<ThreadFrames> fThreads = new ArrayList<>();
    /** By the boot: one of its threads, and its frames. */
    private final Map<Integer, StackThread> fBoots = new LinkedHashMap<>();
    private final Map<Integer, Set<Long>> fFrames = new LinkedHashMap<>();
    private int fNames;
    private long fWaiting;
    private boolean fIsFinished;

    /**
     * @param file
     *            is made anew
     * @throws IOException
     *             if it cannot be written
     */
    public FrameWriter(Path file) throws IOException {
        this(file, BLOCK, MOST_WAITING);
    }

    /** The same with blocks of another length. */
    FrameWriter(Path file, int blockLength, int mostWaiting) throws IOException {
        fPath = file;
        fFile = BlockFile.create(file);
        fBlockLength = blockLength;
        fMostWaiting = mostWaiting;
    }

    /**
     * Makes the file whole.
     *
     * @param version
     *            of what is in it
     * @param guests
     *            the name for people of the guest of a thread, without its boot
     * @param labels
     *            what frames are called
     * @throws IOException
     *             if it cannot be written
     */
    public void finish(int version, Function<StackThread, String> guests, FrameLabels labels) throws IOException {
        writeWaiting();
        FileIndex index = new FileIndex(fFile);
        index.putVarint(fThreads.size());
        for (ThreadFrames thread : fThreads) {
            index.putVarint(thread == null ? 0 : 1);
            if (thread != null) {
                thread.write(index);
            }
        }
        index.putVarint(fBoots.size());
        for (StackThread thread : fBoots.values()) {
            index.putVarint(thread.boot());
            index.putText(guests.apply(thread));
            List<Long> named = fFrames.getOrDefault(thread.boot(), Set.of()).stream()
                    .filter(frame -> !labels.of(thread, frame).equals(FrameNames.plain(frame))).toList();
            index.putVarint(named.size());
            for (long frame : named) {
                index.putVarint(frame);
                index.putText(labels.of(thread, frame));
            }
        }
        index.finish(FORM, version);
        fIsFinished = true;
    }

    /** Removes the file if it was not finished. */
    @Override
    public void close() throws IOException {
        fFile.close();
        if (!fIsFinished) {
            Files.deleteIfExists(fPath);
        }
    }

    private ThreadFrames change(long time, StackThread thread, FrameOp op) {
        if (fWaiting > fMostWaiting) {
            writeWaiting();
        }
        ThreadFrames frames = of(thread);
        try {
            frames.change(fFile, time, op);
            fWaiting += frames.grown();
            return frames;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ThreadFrames of(StackThread thread) {
        while (fThreads.size() <= thread.index()) {
            fThreads.add(null);
        }
        ThreadFrames frames = fThreads.get(thread.index());
        if (frames == null) {
            frames = new ThreadFrames(thread, fBlockLength);
            fThreads.set(thread.index(), frames);
            fBoots.putIfAbsent(thread.boot(), thread);
        }
        return frames;
    }

    private void writeWaiting() {
        try {
            for (ThreadFrames thread : fThreads) {
                if (thread != null) {
                    thread.flush(fFile);
                    thread.grown();
                }
            }
            fWaiting = 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void put(ThreadFrames frames, long frame) {
        if (frames.put(frame) && fNames < MOST_NAMES
                && fFrames.computeIfAbsent(frames.thread().boot(), boot -> new LinkedHashSet<>()).add(frame)) {
            fNames++;
        }
    }

    @Override
    public void begins(long time, StackThread thread) {
        change(time, thread, FrameOp.BEGINS).begins();
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        ThreadFrames frames = change(time, thread, FrameOp.ENTERS);
        put(frames, frame);
        frames.opens(frame);
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        ThreadFrames frames = change(time, thread, FrameOp.RESUMES);
        put(frames, frame);
        frames.opens(frame);
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        put(change(time, thread, FrameOp.MARKS), frame);
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        ThreadFrames frames = change(time, thread, guestDuration == -1 ? FrameOp.LEAVES : FrameOp.LEAVES_AFTER);
        if (guestDuration != -1) {
            frames.number(guestDuration);
        }
        frames.leaves();
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        change(time, thread, FrameOp.REPAIRED).number(repair.ordinal());
    }

    @Override
    public void ends(long time, StackThread thread) {
        change(time, thread, FrameOp.ENDS).ends();
    }
}
