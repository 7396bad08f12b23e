/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Keeps all that a sink was reported in a file, so that it can be reported again when all names are known. */
public final class StackSpool implements StackSink, AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final int BEGINS = 0;
    private static final int ENTERS = 1;
    private static final int RESUMES = 2;
    private static final int LEAVES = 3;
    private static final int REPAIRED = 4;
    private static final int ENDS = 5;
    private static final int MARKS = 6;

    private final Path fFile;
    private final DataOutputStream fOut;
    private final List<StackThread> fThreads = new ArrayList<>();

    /**
     * @param folder
     *            for the file, which is gone when this is closed
     * @throws IOException
     *             if it cannot be written
     */
    public StackSpool(Path folder) throws IOException {
        fFile = Files.createTempFile(Files.createDirectories(folder), "stacks", null);
        fOut = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(fFile), BUFFER));
    }

    /**
     * Reports all again.
     *
     * @param to
     *            gets it
     * @throws IOException
     *             if it cannot be read
     */
    public void replay(StackSink to) throws IOException {
        fOut.flush();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(fFile), BUFFER))) {
            for (int what = in.read(); what >= 0; what = in.read()) {
                StackThread thread = fThreads.get(in.readInt());
                long time = in.readLong();
                switch (what) {
                case BEGINS -> to.begins(time, thread);
                case ENTERS -> to.enters(time, thread, in.readLong());
                case RESUMES -> to.resumes(time, thread, in.readLong());
                case MARKS -> to.marks(time, thread, in.readLong());
                case LEAVES -> to.leaves(time, thread, in.readLong());
                case REPAIRED -> to.repaired(time, thread, Repair.values()[in.read()]);
                default -> to.ends(time, thread);
                }
            }
            to.finished();
        }
    }

    @Override
    public void begins(long time, StackThread thread) {
        while (fThreads.size() <= thread.index()) {
            fThreads.add(null);
        }
        fThreads.set(thread.index(), thread);
        write(BEGINS, time, thread);
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        write(ENTERS, time, thread, frame);
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        write(RESUMES, time, thread, frame);
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        write(MARKS, time, thread, frame);
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        write(LEAVES, time, thread, guestDuration);
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        write(REPAIRED, time, thread);
        try {
            fOut.write(repair.ordinal());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void ends(long time, StackThread thread) {
        write(ENDS, time, thread);
    }

    private void write(int what, long time, StackThread thread, long more) {
        write(what, time, thread);
        try {
            fOut.writeLong(more);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(int what, long time, StackThread thread) {
        try {
            fOut.write(what);
            fOut.writeInt(thread.index());
            fOut.writeLong(time);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            fOut.close();
        } finally {
            Files.deleteIfExists(fFile);
        }
    }
}
