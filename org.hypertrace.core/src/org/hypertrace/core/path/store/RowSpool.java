/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** Records of one size in a temporary file, in the order in which they were written; they are read again in the same run. */
public final class RowSpool implements AutoCloseable {

    private static final int BUFFER = 1 << 13;

    private final Path fFile;
    private final FileChannel fChannel;
    private final int fSize;
    private final ByteBuffer fBuffer;
    private long fCount;

    public RowSpool(Path folder, int size) throws IOException {
        fFile = Files.createTempFile(folder, "path", ".spool");
        fChannel = FileChannel.open(fFile, StandardOpenOption.READ, StandardOpenOption.WRITE);
        fSize = size;
        fBuffer = ByteBuffer.allocateDirect(BUFFER / size * size);
    }

    public long count() {
        return fCount;
    }

    /** @return where the next record is to be put: all of it, before this is called again */
    public ByteBuffer next() {
        if (!fBuffer.hasRemaining()) {
            write();
        }
        fCount++;
        return fBuffer;
    }

    private void write() {
        try {
            fBuffer.flip();
            while (fBuffer.hasRemaining()) {
                fChannel.write(fBuffer);
            }
            fBuffer.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param to reads one record each time it is called */
    public void forEach(Consumer<ByteBuffer> to) throws IOException {
        if (fBuffer.position() > 0) {
            write();
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect((1 << 16) / fSize * fSize);
        fChannel.position(0);
        for (long left = fCount * fSize; left > 0; left -= buffer.limit()) {
            buffer.clear().limit((int) Math.min(left, buffer.capacity()));
            while (buffer.hasRemaining() && fChannel.read(buffer) >= 0) {
                // until it is full
            }
            buffer.flip();
            while (buffer.hasRemaining()) {
                to.accept(buffer);
            }
        }
        fChannel.position(fChannel.size());
    }

    @Override
    public void close() throws IOException {
        try (fChannel) {
            Files.deleteIfExists(fFile);
        }
    }
}
