/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether the streams of a CTF trace consist of whole packets. Trace Compass meets a broken packet only when it comes to
 * it: it then stops reading that file, or the whole trace, and analyses what it has as if that were all.
 */
final class Packets {

    private static final int MAGIC = 0xC1FC1FC1;

    private final PacketLayout fLayout;
    private final FileChannel fFile;
    private final ByteBuffer fPacket;
    private long fAt;

    private Packets(PacketLayout layout, FileChannel file) {
        fLayout = layout;
        fFile = file;
        fPacket = ByteBuffer.allocate(layout.size()).order(layout.order());
    }

    /**
     * @param trace
     *            the folder of a trace
     * @return what is wrong with it, a clause that names the file; null if nothing is, or if its metadata is of a form
     *         unknown here
     * @throws IOException
     *             if it cannot be read
     */
    static String damage(Path trace) throws IOException {
        PacketLayout layout;
        try {
            layout = PacketLayout.of(trace.resolve("metadata"));
        } catch (java.io.EOFException e) {
            return "metadata is incomplete: " + e.getMessage();
        }
        if (layout == null || !layout.fields().keySet().containsAll(List.of("content_size", "packet_size"))) {
            return null;
        }
        try (Stream<Path> files = Files.list(trace)) {
            for (Path file : files.filter(Packets::isStream).sorted().toList()) {
                try (FileChannel channel = FileChannel.open(file)) {
                    Packets packets = new Packets(layout, channel);
                    String damage = packets.damage();
                    if (damage != null) {
                        return file.getFileName() + " is damaged at byte " + packets.fAt + ": " + damage;
                    }
                }
            }
        }
        return null;
    }

    private static boolean isStream(Path file) {
        String name = file.getFileName().toString();
        return Files.isRegularFile(file) && !name.startsWith(".") && !name.startsWith("metadata");
    }

    private String damage() throws IOException {
        long size = fFile.size();
        long begin = Long.MIN_VALUE;
        boolean empty = false;
        while (fAt < size) {
            fPacket.clear();
            while (fPacket.hasRemaining() && fFile.read(fPacket, fAt + fPacket.position()) > 0) {
                // until the packet's begin is complete, or the file ends
            }
            if (fPacket.hasRemaining()) {
                return "the last packet is incomplete";
            }
            String damage = begin(begin, size);
            if (damage != null) {
                return damage;
            }
            boolean first = fAt == 0;
            boolean hasEvents = get("content_size", 0) / Byte.SIZE > fLayout.size();
            if (hasEvents && empty) {
                return "before it is a packet without events, after which Trace Compass would read nothing; a copy made with "
                        + "babeltrace2 -o ctf has none";
            }
            empty |= !hasEvents && !first;
            begin = get("timestamp_begin", begin);
            fAt += get("packet_size", 0) / Byte.SIZE;
        }
        return null;
    }

    private String begin(long previousBegin, long fileSize) {
        if (get("magic", Integer.toUnsignedLong(MAGIC)) != Integer.toUnsignedLong(MAGIC)) {
            return "no packet begins there";
        }
        PacketLayout.Field uuid = fLayout.fields().get("uuid");
        if (uuid != null && !fLayout.uuid().isEmpty()
                && !HexFormat.of().formatHex(fPacket.array(), uuid.offset(), uuid.offset() + uuid.width()).equals(fLayout.uuid())) {
            return "the packet is of another trace";
        }
        long content = get("content_size", 0);
        long packet = get("packet_size", 0);
        if (content < Byte.SIZE * (long) fLayout.size() || content > packet || packet % Byte.SIZE != 0) {
            return "the packet's size cannot be";
        }
        if (packet / Byte.SIZE > fileSize - fAt) {
            return "the last packet is incomplete";
        }
        long begin = get("timestamp_begin", previousBegin);
        return begin < previousBegin || begin > get("timestamp_end", begin) ? "the packet's time cannot be" : null;
    }

    private long get(String name, long absent) {
        PacketLayout.Field field = fLayout.fields().get(name);
        return field == null ? absent : switch (field.width()) {
        case 8 -> fPacket.getLong(field.offset());
        case 4 -> Integer.toUnsignedLong(fPacket.getInt(field.offset()));
        default -> absent;
        };
    }
}
