/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.latency;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

import org.hypertrace.core.machine.VirtualCpu;

/**
 * Writes what the {@link LatencyTracker} finds into a file: a header and records of {@value #RECORD} bytes. The file comes into
 * being only when all is written. {@link Latencies} reads it.
 */
public final class LatencyFile implements LatencySink, AutoCloseable {

    static final long MAGIC = 0x313054414c584548L;
    static final int HEADER = 16;
    /** Begin (8 bytes), length (8), vCPU (2), kind (2), number (4). */
    static final int RECORD = 24;
    /** Records that are kept: what can be mapped at once; of more only the number is. */
    static final int MAX = (Integer.MAX_VALUE - HEADER) / RECORD;

    private final Path fFile;
    private final Path fTemporary;
    private final DataOutputStream fOut;
    private int fCount;
    private int fDropped;

    /**
     * @param file
     *            comes into being by {@link #finish}
     * @throws IOException
     *             if the folder cannot be written
     */
    public LatencyFile(Path file) throws IOException {
        fFile = file;
        fTemporary = file.resolveSibling(file.getFileName() + ".tmp");
        fOut = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(fTemporary), 1 << 16));
        fOut.write(new byte[HEADER]);
    }

    @Override
    public void found(LatencyKind kind, VirtualCpu vcpu, int number, long begin, long length) {
        if (fCount == MAX) {
            fDropped += fDropped < Integer.MAX_VALUE ? 1 : 0;
            return;
        }
        try {
            fOut.writeLong(begin);
            fOut.writeLong(length);
            fOut.writeShort(vcpu.index());
            fOut.writeShort(kind.ordinal());
            fOut.writeInt(number);
            fCount++;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Nothing more comes: the file is complete.
     *
     * @param version
     *            of all that decides what is in it
     * @throws IOException
     *             if it cannot be written
     */
    public void finish(int version) throws IOException {
        fOut.close();
        try (FileChannel channel = FileChannel.open(fTemporary, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer header = channel.map(FileChannel.MapMode.READ_WRITE, 0, HEADER);
            header.putLong(MAGIC).putInt(version).putInt(fDropped);
            header.force();
        }
        Files.move(fTemporary, fFile, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Removes what is not complete. */
    @Override
    public void close() throws IOException {
        try {
            fOut.close();
        } finally {
            Files.deleteIfExists(fTemporary);
        }
    }
}
