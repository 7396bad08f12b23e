/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Records of one size in a temporary file, in the order in which they were written; they are copied in the same run. */
public final class RowSpool implements AutoCloseable {

    private static final int BUFFER = 1 << 13;
    private static final int COPIED = 1 << 18;

    private final Path fFile;
    private final FileChannel fChannel;
    private final ByteBuffer fBuffer;
    private long fCount;

    public RowSpool(Path folder, int size) throws IOException {
        fFile = Files.createTempFile(folder, "path", ".spool");
        fChannel = FileChannel.open(fFile, StandardOpenOption.READ, StandardOpenOption.WRITE);
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

    /**
     * Appends how many there are (8 bytes) and all of them.
     *
     * @return where that is
     */
    public long copy(RowFile to) throws IOException {
        if (fBuffer.position() > 0) {
            write();
        }
        long at = to.append(ByteBuffer.allocate(Long.BYTES).putLong(fCount).flip());
        ByteBuffer buffer = ByteBuffer.allocateDirect(COPIED);
        fChannel.position(0);
        while (fChannel.read(buffer) >= 0) {
            to.append(buffer.flip());
            buffer.clear();
        }
        return at;
    }

    @Override
    public void close() throws IOException {
        try (fChannel) {
            Files.deleteIfExists(fFile);
        }
    }
}
