/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.FilePass;

/**
 * Writes the file of system calls in one pass over the events. It has a header, chunks of calls, and what is known of each guest.
 * It comes into being only when all is written.
 */
final class SyscallFile implements FilePass {

    private static final long MAGIC = 0x313059534c584548L;
    /** Magic (8), version (4), guests (4), where what is known of them begins (8), how long it is (4). */
    private static final int HEADER = 28;

    private final Path fFile;
    private final Path fTemporary;
    private final FileChannel fChannel;
    private final SyscallPass fPass;

    /**
     * @param file
     *            comes into being by {@link #finish}
     * @param manifests
     *            the manifest of a host's recording, null for none
     * @param dialects
     *            the dialects that the user chose
     * @throws IOException
     *             if the folder cannot be written
     */
    SyscallFile(Path file, IntFunction<Manifest> manifests, List<Dialects.Chosen> dialects) throws IOException {
        fFile = file;
        fTemporary = file.resolveSibling(file.getFileName() + ".tmp");
        fChannel = FileChannel.open(fTemporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        fChannel.write(ByteBuffer.allocate(HEADER));
        fPass = new SyscallPass(manifests, dialects, () -> CallRows.Chunk.in(fChannel));
    }

    @Override
    public void accept(HostEvent event) {
        fPass.accept(event);
    }

    @Override
    public void finish(int version) throws IOException {
        List<GuestCalls> guests = fPass.finish();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (GuestCalls guest : guests) {
                guest.write(out);
            }
        }
        long end = fChannel.size();
        write(ByteBuffer.wrap(bytes.toByteArray()), end);
        write(ByteBuffer.allocate(HEADER).putLong(MAGIC).putInt(version).putInt(guests.size()).putLong(end).putInt(bytes.size()).flip(), 0);
        fChannel.close();
        Files.move(fTemporary, fFile, StandardCopyOption.REPLACE_EXISTING);
    }

    private void write(ByteBuffer bytes, long position) throws IOException {
        for (long at = position; bytes.hasRemaining();) {
            at += fChannel.write(bytes, at);
        }
    }

    /**
     * @param file
     *            as it was written
     * @param version
     *            of what finds system calls
     * @return the calls of each guest; null if there is no such file, or it is of another version or not complete
     */
    static List<GuestCalls> open(Path file, int version) {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = read(channel, 0, HEADER);
            if (header.getLong() != MAGIC || header.getInt() != version) {
                return null;
            }
            int count = header.getInt();
            long end = header.getLong();
            int size = header.getInt();
            if (size < 0 || end < HEADER || end != channel.size() - size) {
                return null;
            }
            List<GuestCalls> guests = new ArrayList<>();
            try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(read(channel, end, size).array()))) {
                for (int i = 0; i < count; i++) {
                    guests.add(GuestCalls.read(in, channel));
                }
            }
            return guests;
        } catch (IOException | RuntimeException e) {
            // whatever it is, it is written anew
            return null;
        }
    }

    private static ByteBuffer read(FileChannel channel, long position, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) >= 0) {
            // a read may bring less than all
        }
        return bytes.flip();
    }

    /** Removes what is not complete. */
    @Override
    public void close() throws IOException {
        try (fChannel; fPass) {
            Files.deleteIfExists(fTemporary);
        }
    }
}
