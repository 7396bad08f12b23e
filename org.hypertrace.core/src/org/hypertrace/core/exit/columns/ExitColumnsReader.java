/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.hypertrace.core.latency.Latencies;

/** Opens files of {@link ExitColumns}. */
public final class ExitColumnsReader {

    private ExitColumnsReader() {
    }

    /**
     * @param file
     *            as {@link ExitColumnsWriter} writes it
     * @param version
     *            of what finds exits
     * @return the exits; null if there is no such file, or it is of another version or not complete
     */
    public static ExitColumns open(Path file, int version) {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            Latencies latencies = Latencies.open(ExitFile.latencies(file), version);
            return latencies == null ? null : read(file, version, latencies);
        } catch (IOException | RuntimeException e) {
            // whatever it is, it is written anew
            return null;
        }
    }

    private static ExitColumns read(Path file, int version, Latencies latencies) throws IOException {
        byte[] trailer;
        int count;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
            channel.read(header, 0);
            header.flip();
            if (header.getLong() != ExitFile.MAGIC || header.getInt() != version) {
                return null;
            }
            count = header.getInt();
            header.getInt();
            int size = header.getInt();
            long end = header.getLong();
            if (size < 0 || end < ExitFile.HEADER || end != channel.size() - size) {
                return null;
            }
            ByteBuffer buffer = ByteBuffer.allocate(size);
            while (buffer.hasRemaining() && channel.read(buffer, end + buffer.position()) >= 0) {
                // a read may bring less than all
            }
            trailer = buffer.array();
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(trailer))) {
            ByteBuffer[] exits = ExitFile.map(file, offsets(in), ExitFile.EXITS_BYTES);
            ByteBuffer[] parts = ExitFile.map(file, offsets(in), ExitFile.PARTS_BYTES);
            long dropped = in.readLong();
            if (count < 0 || count > (long) exits.length << ExitFile.EXITS_SHIFT) {
                return null;
            }
            return new ExitColumns(exits, parts, count, dropped, ExitDictionary.read(in), latencies);
        }
    }

    private static long[] offsets(DataInputStream in) throws IOException {
        long[] offsets = new long[in.readInt()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = in.readLong();
        }
        return offsets;
    }
}
