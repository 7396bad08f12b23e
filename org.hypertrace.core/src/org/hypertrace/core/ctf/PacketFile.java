/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ctf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * A file of a stream: whether it consists of whole packets. Trace Compass meets a broken packet only when it comes to it: it
 * then stops reading that file, or the whole trace, and analyses what it has as if that were all.
 */
final class PacketFile {

    private static final long MAGIC = 0xC1FC1FC1L;

    private final PacketLayout fLayout;
    private final IndexFile fIndex;
    private final FileChannel fFile;
    private final long fSize;
    private final ByteBuffer fPacket;
    private Packet fFirst;
    private long fAt;

    private PacketFile(PacketLayout layout, IndexFile index, FileChannel file) throws IOException {
        fLayout = layout;
        fIndex = index;
        fFile = file;
        fSize = file.size();
        fPacket = ByteBuffer.allocate(layout.size());
    }

    /**
     * Reads the begins of all packets.
     *
     * @param file
     *            of a stream
     * @param layout
     *            of its packets
     * @param index
     *            LTTng's, null if there is none
     * @param to
     *            gets them in their order
     * @return what is wrong with the file, a clause that names it; null if nothing is
     * @throws IOException
     *             if it cannot be read
     */
    static String read(Path file, PacketLayout layout, IndexFile index, Consumer<Packet> to) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            PacketFile packets = new PacketFile(layout, index, channel);
            String damage = packets.read(to);
            return damage == null ? null : file.getFileName() + " is damaged at byte " + packets.fAt + ": " + damage;
        }
    }

    private String read(Consumer<Packet> to) throws IOException {
        boolean empty = false;
        Packet before = null;
        while (fAt < fSize) {
            fPacket.clear();
            while (fPacket.hasRemaining() && fFile.read(fPacket, fAt + fPacket.position()) > 0) {
                // until the packet's begin is complete, or the file ends
            }
            int there = fPacket.position();
            String damage = there < fLayout.headerSize() ? "the last packet is incomplete" : headerDamage();
            PacketLayout.Context context = damage == null ? fLayout.context(fPacket) : null;
            if (damage == null) {
                damage = context == null ? "the packet is of no declared stream"
                        : there < context.size() ? "the last packet is incomplete" : sizeDamage(context);
            }
            if (damage != null) {
                return damage;
            }
            boolean hasEvents = size(context, "content_size") / Byte.SIZE > context.size();
            if (hasEvents && empty) {
                return "before it is a packet without events, after which Trace Compass would read nothing; a copy made with "
                        + "babeltrace2 -o ctf has none";
            }
            empty |= !hasEvents && fAt > 0;
            Packet packet = Packet.of(fLayout, context, fPacket);
            fFirst = fFirst == null ? packet : fFirst;
            if (!packet.isOfStreamOf(fFirst)) {
                return "the packet is of another stream";
            }
            if (packet.begin() > packet.end() && packet.end() != Packet.NONE) {
                return "the packet's time cannot be";
            }
            if (fIndex != null && !fIndex.tells(packet)) {
                return "the index tells another size, time or loss of the packet; if the packet is right, remove the folder index";
            }
            if (before != null && packet.number() > before.number() && packet.discarded() < before.discarded()) {
                return "fewer events are discarded than in the packet above it";
            }
            before = packet;
            to.accept(packet);
            fAt += size(context, "packet_size") / Byte.SIZE;
        }
        return null;
    }

    private String headerDamage() {
        PacketLayout.Field magic = fLayout.header().get("magic");
        if (magic != null && magic.in(fPacket) != MAGIC) {
            return "no packet begins there";
        }
        PacketLayout.Field uuid = fLayout.header().get("uuid");
        return uuid != null && !fLayout.uuid().isEmpty()
                && !HexFormat.of().formatHex(fPacket.array(), uuid.offset(), uuid.offset() + uuid.width()).equals(fLayout.uuid())
                        ? "the packet is of another trace" : null;
    }

    private String sizeDamage(PacketLayout.Context context) {
        long content = size(context, "content_size");
        long packet = size(context, "packet_size");
        if (content < Byte.SIZE * (long) context.size() || content > packet || packet % Byte.SIZE != 0) {
            return "the packet's size cannot be";
        }
        return packet / Byte.SIZE > fSize - fAt ? "the last packet is incomplete" : null;
    }

    /** In bits; a file whose packets name no sizes is a single one. */
    private long size(PacketLayout.Context context, String name) {
        PacketLayout.Field field = context.fields().get(name);
        PacketLayout.Field known = field != null ? field : context.fields().get("packet_size");
        return known == null ? Byte.SIZE * (fSize - fAt) : known.in(fPacket);
    }
}
