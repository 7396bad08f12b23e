/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A new file to whose end bytes are written; what was written can be read and changed. */
public final class RowFile implements AutoCloseable {

    private static final int BUFFER = 1 << 18;

    private final FileChannel fChannel;
    private final ByteBuffer fBuffer = ByteBuffer.allocateDirect(BUFFER);
    /** What is in the file; what is behind that is in the buffer. */
    private long fWritten;

    /**
     * @param path
     *            what is there is overwritten
     * @param header
     *            so many bytes are left free at the begin
     */
    public RowFile(Path path, int header) throws IOException {
        fChannel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        fWritten = header;
    }

    /** @return where the next byte will be */
    public long size() {
        return fWritten + fBuffer.position();
    }

    /** @return where the bytes are; {@code length} is not more than a quarter of a MiB */
    public long append(byte[] bytes, int length) throws IOException {
        if (fBuffer.remaining() < length) {
            flush();
        }
        long at = size();
        fBuffer.put(bytes, 0, length);
        return at;
    }

    /** Appends what is left in a buffer, however much that is. */
    public long append(ByteBuffer bytes) throws IOException {
        flush();
        long at = fWritten;
        fWritten += write(bytes, at);
        return at;
    }

    private void flush() throws IOException {
        fBuffer.flip();
        fWritten += write(fBuffer, fWritten);
        fBuffer.clear();
    }

    private int write(ByteBuffer bytes, long at) throws IOException {
        int written = 0;
        while (bytes.hasRemaining()) {
            written += fChannel.write(bytes, at + written);
        }
        return written;
    }

    /** Reads bytes that were appended. */
    public void read(long at, byte[] to, int length) throws IOException {
        flush();
        ByteBuffer bytes = ByteBuffer.wrap(to, 0, length);
        while (bytes.hasRemaining()) {
            if (fChannel.read(bytes, at + bytes.position()) < 0) {
                throw new EOFException();
            }
        }
    }

    /** Writes over what was appended, or into the header. */
    public void put(long at, ByteBuffer bytes) throws IOException {
        flush();
        write(bytes, at);
    }

    @Override
    public void close() throws IOException {
        fChannel.close();
    }
}
