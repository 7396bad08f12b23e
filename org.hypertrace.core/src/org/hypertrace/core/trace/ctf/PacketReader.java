/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/** Reads the begins of packets in a file of a stream, wherever one may be. */
final class PacketReader implements AutoCloseable {

    private static final long MAGIC = 0xC1FC1FC1L;
    private static final int WINDOW = 1 << 16;

    /**
     * What is at a place.
     *
     * @param at
     *            its first byte
     * @param length
     *            its bytes
     * @param packet
     *            what it has about itself, null if it is none
     * @param first
     *            how many bytes are before its first event
     * @param hasEvents
     *            whether it holds any
     * @param damage
     *            why it is no packet, a clause; null if it is one
     */
    record Found(long at, long length, Packet packet, int first, boolean hasEvents, String damage) {

        long end() {
            return at + length;
        }

        LeftOut leftOut(String stream, String why) {
            return new LeftOut(stream, at, end(), why);
        }
    }

    private final PacketLayout fLayout;
    private final IndexFile fIndex;
    private final FileChannel fFile;
    private final long fSize;
    private final ByteBuffer fPacket;

    /** {@code index}: LTTng's, null if there is none. */
    PacketReader(Path file, PacketLayout layout, IndexFile index) throws IOException {
        fLayout = layout;
        fIndex = index;
        fFile = FileChannel.open(file);
        fSize = fFile.size();
        fPacket = ByteBuffer.allocate(layout.size());
    }

    FileChannel file() {
        return fFile;
    }

    /** Whether the file is shorter than when it was opened. */
    boolean isShorter() throws IOException {
        return fFile.size() < fSize;
    }

    /** Of the file, in bytes. */
    long size() {
        return fSize;
    }

    /** What is at a place. */
    Found at(long at) throws IOException {
        int there = read(at);
        String damage = there < fLayout.headerSize() ? LeftOut.INCOMPLETE : headerDamage();
        PacketLayout.Context context = damage == null ? fLayout.context(fPacket) : null;
        if (damage == null) {
            damage = context == null ? "the packet is of no declared stream"
                    : there < context.size() ? LeftOut.INCOMPLETE : sizeDamage(context, at);
        }
        if (damage != null) {
            return new Found(at, 0, null, 0, false, damage);
        }
        Packet packet = Packet.of(fLayout, context, fPacket);
        return new Found(at, size(context, "packet_size", at) / Byte.SIZE, fIndex == null ? packet : fIndex.numbered(packet), context.size(),
                size(context, "content_size", at) / Byte.SIZE > context.size(), null);
    }

    /** The latest end of a packet, -1 if there is none. {@code leftOut}: where bytes begin that are no packet, and where they end. */
    long lastEnd(Map<Long, Long> leftOut) throws IOException {
        long end = Packet.NONE;
        for (long at = 0; at < fSize;) {
            if (leftOut.containsKey(at)) {
                at = leftOut.get(at);
                continue;
            }
            Found found = at(at);
            if (found.packet() == null || found.end() <= at) {
                break;
            }
            end = Math.max(end, found.packet().end());
            at = found.end();
        }
        return end;
    }

    /** Whether the header of a packet stands at a place, or the file ends there. */
    boolean mayBegin(long at) throws IOException {
        return at == fSize || read(at) >= fLayout.headerSize() && headerDamage() == null && fLayout.context(fPacket) != null;
    }

    /** Whether the bytes from {@code at} on have the length that they name, if they are a packet of the stream of another one. */
    boolean isPacketOf(Packet other, long at, long until) throws IOException {
        PacketLayout.Context context = fLayout.contexts().get(other.stream());
        PacketLayout.Field size = context.fields().get("packet_size");
        return size != null && read(at) >= context.size() && size.in(fPacket) == Byte.SIZE * (until - at);
    }

    /** Whether packets can be found without knowing where the one before ends: by a magic number and the trace's uuid. */
    boolean canSearch() {
        PacketLayout.Field magic = fLayout.header().get("magic");
        return magic != null && magic.offset() == 0 && fLayout.header().containsKey("uuid") && !fLayout.uuid().isEmpty();
    }

    /** The next place from {@code from} on and before {@code until} at which the header of a packet stands; -1 if there is none. */
    long next(long from, long until) throws IOException {
        ByteBuffer window = ByteBuffer.allocate(WINDOW);
        byte[] magic = magic();
        for (long at = from; at < until; at += WINDOW - magic.length) {
            window.clear();
            while (window.hasRemaining() && fFile.read(window, at + window.position()) > 0) {
                // until it is full, or the file ends
            }
            byte[] bytes = window.array();
            for (int i = 0; i + magic.length <= window.position() && at + i < until; i++) {
                if (bytes[i] == magic[0] && Arrays.equals(bytes, i, i + magic.length, magic, 0, magic.length) && mayBegin(at + i)) {
                    return at + i;
                }
            }
        }
        return -1;
    }

    private byte[] magic() {
        PacketLayout.Field magic = fLayout.header().get("magic");
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(magic.order());
        return bytes.putInt((int) MAGIC).array();
    }

    private int read(long at) throws IOException {
        fPacket.clear();
        while (fPacket.hasRemaining() && fFile.read(fPacket, at + fPacket.position()) > 0) {
            // until the packet's begin is complete, or the file ends
        }
        return fPacket.position();
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

    private String sizeDamage(PacketLayout.Context context, long at) {
        long content = size(context, "content_size", at);
        long packet = size(context, "packet_size", at);
        if (content < Byte.SIZE * (long) context.size() || content > packet || packet % Byte.SIZE != 0 || packet == 0) {
            return "the packet's size cannot be";
        }
        return packet / Byte.SIZE > fSize - at ? LeftOut.INCOMPLETE : null;
    }

    /** In bits; a file whose packets name no sizes is a single one. */
    private long size(PacketLayout.Context context, String name, long at) {
        PacketLayout.Field field = context.fields().get(name);
        PacketLayout.Field known = field != null ? field : context.fields().get("packet_size");
        return known == null ? Byte.SIZE * (fSize - at) : known.in(fPacket);
    }

    @Override
    public void close() throws IOException {
        fFile.close();
    }
}
