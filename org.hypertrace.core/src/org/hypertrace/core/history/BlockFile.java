/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hypertrace.core.failure.PowerLoss;

/**
 * A file to whose end blocks of bytes are written, and read again at once. When all is written it is mapped, in windows, so that it
 * may have any length. One thread writes, any read. No channel is used while others may read: one who is interrupted would close it
 * for all.
 */
public final class BlockFile implements AutoCloseable {

    private static final int BUFFER = 1 << 20;
    private static final int SHIFT = 30;
    private static final long WINDOW = 1L << SHIFT;
    /** No block is longer: windows overlap by so much. */
    private static final int LONGEST = 1 << 24;

    private final RandomAccessFile fFile;
    private final byte[] fBuffer;
    private int fBuffered;
    /** What is in the file; what is behind that is in the buffer. */
    private long fWritten;
    private volatile MappedByteBuffer[] fWindows;
    private boolean fIsClosed;

    private BlockFile(RandomAccessFile file, byte[] buffer) {
        fFile = file;
        fBuffer = buffer;
    }

    /**
     * @param path
     *            of a new file; one that is there is removed
     * @return it, with room for the header
     * @throws IOException
     *             if it cannot be written
     */
    public static BlockFile create(Path path) throws IOException {
        Files.deleteIfExists(path);
        BlockFile file = new BlockFile(new RandomAccessFile(path.toFile(), "rw"), new byte[BUFFER]);
        file.append(new byte[FileIndex.HEADER], 0, FileIndex.HEADER);
        return file;
    }

    /**
     * @param path
     *            of a file
     * @return it, mapped
     * @throws IOException
     *             if it cannot be read
     */
    public static BlockFile open(Path path) throws IOException {
        BlockFile file = new BlockFile(new RandomAccessFile(path.toFile(), "r"), null);
        try {
            file.map();
            return file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /**
     * @param bytes
     *            has what is appended
     * @param from
     *            where it begins there
     * @param length
     *            less than 16 MiB
     * @return where it begins in the file
     * @throws IOException
     *             if it cannot be written
     */
    public synchronized long append(byte[] bytes, int from, int length) throws IOException {
        long at = size();
        for (int done = 0; done < length;) {
            if (fBuffered == BUFFER) {
                flush();
            }
            int part = Math.min(BUFFER - fBuffered, length - done);
            System.arraycopy(bytes, from + done, fBuffer, fBuffered, part);
            fBuffered += part;
            done += part;
        }
        return at;
    }

    /** @return how many bytes were written */
    public synchronized long size() {
        return fWritten + fBuffered;
    }

    private void flush() throws IOException {
        if (fIsClosed) {
            throw new ClosedChannelException();
        }
        fFile.seek(fWritten);
        fFile.write(fBuffer, 0, fBuffered);
        fWritten += fBuffered;
        fBuffered = 0;
    }

    /**
     * All is written but for the header, which is written last: only then the file is whole. A header that does not come to the disk any more
     * is no harm: then the file is not whole.
     */
    synchronized void finish(byte[] header) throws IOException {
        flush();
        if (PowerLoss.matters()) {
            fFile.getFD().sync();
        }
        fFile.seek(0);
        fFile.write(header);
        map();
    }

    private synchronized void map() throws IOException {
        fWritten = fFile.length();
        MappedByteBuffer[] windows = new MappedByteBuffer[(int) ((fWritten + WINDOW - 1) >>> SHIFT)];
        for (int i = 0; i < windows.length; i++) {
            long at = (long) i << SHIFT;
            windows[i] = fFile.getChannel().map(MapMode.READ_ONLY, at, Math.min(fWritten - at, WINDOW + LONGEST));
        }
        fWindows = windows;
    }

    /**
     * Reads bytes that were written.
     *
     * @param at
     *            where they begin in the file
     * @param to
     *            gets them
     * @param length
     *            how many
     * @throws IOException
     *             if they cannot be read; {@link ClosedChannelException} if it was closed before it was mapped
     */
    public void read(long at, byte[] to, int length) throws IOException {
        MappedByteBuffer[] windows = fWindows;
        if (windows == null) {
            windows = readUnmapped(at, to, length);
        }
        if (windows != null) {
            windows[(int) (at >>> SHIFT)].get((int) (at & WINDOW - 1), to, 0, length);
        }
    }

    /** From the file and the buffer; the windows instead if it was mapped meanwhile. */
    private synchronized MappedByteBuffer[] readUnmapped(long at, byte[] to, int length) throws IOException {
        if (fIsClosed) {
            throw new ClosedChannelException();
        }
        if (fWindows == null) {
            int inFile = (int) Math.max(0, Math.min(length, fWritten - at));
            if (inFile > 0) {
                fFile.seek(at);
                fFile.readFully(to, 0, inFile);
            }
            if (inFile < length) {
                System.arraycopy(fBuffer, (int) (at + inFile - fWritten), to, inFile, length - inFile);
            }
        }
        return fWindows;
    }

    @Override
    public synchronized void close() throws IOException {
        fIsClosed = true;
        // pages are given back when nobody refers to them any more
        fFile.close();
    }
}
