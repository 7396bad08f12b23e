/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The form of the file that keeps exits. A header comes first, then chunks of columns and chunks of parts in any order. The dictionary and
 * the places of the chunks are at the end. All of it is mapped into memory. The header is written last: a file without it is not
 * complete.
 * <p>
 * Statistics use 32 bytes of an exit: begin, length, cause, subject, vCPU, reason, processor, flags. Sixteen more are for those
 * who look at a single one.
 */
public final class ExitFile {

    static final long MAGIC = 0x3130535449584548L;
    static final int HEADER = 4096;

    /** Exits in a chunk. */
    static final int EXITS_SHIFT = 16;
    static final int EXITS = 1 << EXITS_SHIFT;
    /** Where the columns lie in a chunk of exits. */
    static final int BEGIN = 0;
    static final int LENGTH = BEGIN + 8 * EXITS;
    static final int CAUSE = LENGTH + 8 * EXITS;
    static final int SUB = CAUSE + 4 * EXITS;
    static final int VCPU = SUB + 4 * EXITS;
    static final int REASON = VCPU + 2 * EXITS;
    static final int CPU = REASON + 2 * EXITS;
    static final int FLAGS = CPU + 2 * EXITS;
    static final int RIP = FLAGS + 2 * EXITS;
    static final int PARTS = RIP + 8 * EXITS;
    static final int CODE = PARTS + 4 * EXITS;
    static final int EXITS_BYTES = CODE + 4 * EXITS;

    /** Parts in a chunk: the lengths of states, of exits that have more than one. */
    static final int PARTS_SHIFT = 16;
    static final int PARTS_BYTES = 8 << PARTS_SHIFT;

    /** From this number on, vCPUs are those of guests' guests. */
    static final int NESTED_CPUS = 1 << 14;

    /** The length of an exit that is not complete. */
    static final long INCOMPLETE = -1;

    public static final int TRACER = 1;
    static final int MIGRATED = 2;
    /** Of a guest's guest: the hypervisor in the VM had to handle it. */
    static final int FORWARDED = 4;
    /** It is of a guest's guest: before its parts stands what the VM was given, and how often the vCPU was left. */
    static final int NESTED = 8;
    /** From this bit on: which states it has. */
    static final int STATES_SHIFT = 4;

    private ExitFile() {
    }

    /** The chunks of one kind, as they are being written. */
    static final class Growing {
        private final FileChannel fChannel;
        private final int fSize;
        private final List<ByteBuffer> fChunks = new ArrayList<>();
        private final List<Long> fOffsets = new ArrayList<>();

        Growing(FileChannel channel, int size) {
            fChannel = channel;
            fSize = size;
        }

        /** The chunk with this number; the one after the last is made. A full disk is found here, not by the first write. */
        ByteBuffer chunk(int number) throws IOException {
            if (number == fChunks.size()) {
                long offset = Math.max(HEADER, fChannel.size());
                ByteBuffer empty = ByteBuffer.allocate(fSize);
                while (empty.hasRemaining()) {
                    fChannel.write(empty, offset + empty.position());
                }
                fOffsets.add(offset);
                fChunks.add(fChannel.map(FileChannel.MapMode.READ_WRITE, offset, fSize).order(ByteOrder.LITTLE_ENDIAN));
            }
            return fChunks.get(number);
        }

        List<Long> offsets() {
            return fOffsets;
        }
    }

    /** Where the latencies lie that were found with the exits of a file. */
    static Path latencies(Path file) {
        return file.resolveSibling(file.getFileName() + ".latencies");
    }

    /** Maps the chunks of a file, or fails if they do not lie in it. */
    static ByteBuffer[] map(Path file, long[] offsets, int size) throws IOException {
        ByteBuffer[] chunks = new ByteBuffer[offsets.length];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            for (int i = 0; i < chunks.length; i++) {
                if (offsets[i] < HEADER || offsets[i] > channel.size() - size) {
                    throw new IOException(file + " is damaged");
                }
                chunks[i] = channel.map(FileChannel.MapMode.READ_ONLY, offsets[i], size).order(ByteOrder.LITTLE_ENDIAN);
            }
        }
        return chunks;
    }
}
