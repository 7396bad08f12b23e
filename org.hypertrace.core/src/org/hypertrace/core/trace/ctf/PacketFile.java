/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A file of a stream: whether it consists of whole packets. Trace Compass meets a broken packet only when it comes to it: it
 * then stops reading that file, or the whole trace, and analyses what it has as if that were all.
 */
final class PacketFile {

    /** A packet may begin so much before the one above it ends, in parts of a second: clocks err. */
    private static final int REACH = 1000;

    private final PacketReader fReader;
    private final IndexFile fIndex;
    private final long fReach;

    private PacketFile(PacketReader reader, PacketLayout layout, IndexFile index) {
        fReader = reader;
        fIndex = index;
        fReach = layout.second() / REACH;
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
     * @param damaged
     *            which packets are known to hold events that cannot be, by where they begin, and why
     * @return the file's packets, and what is to be left out
     * @throws IOException
     *             if it cannot be read
     */
    static StreamFile read(Path file, PacketLayout layout, IndexFile index, Map<Long, String> damaged) throws IOException {
        String name = String.valueOf(file.getFileName());
        try (PacketReader reader = new PacketReader(file, layout, index)) {
            StreamFile stream = new StreamFile(name);
            String damage = new PacketFile(reader, layout, index).read(stream);
            if (damage == null && damaged.isEmpty()) {
                return stream;
            }
            stream = new StreamFile(name);
            if (!reader.canSearch()) {
                stream.refuse(damage != null ? damage : name + " is damaged: " + damaged.values().iterator().next());
            } else {
                new DamagedFile(name, reader, index, layout.second() / REACH, damaged).read(stream);
            }
            return stream;
        }
    }

    /** What is wrong first, a clause that names the file; null if nothing is. */
    private String read(StreamFile to) throws IOException {
        boolean empty = false;
        Packet first = null;
        Packet before = null;
        PacketReader.Found found;
        for (long at = 0; at < fReader.size(); at = found.end()) {
            found = fReader.at(at);
            Packet packet = found.packet();
            first = first == null ? packet : first;
            String damage = found.damage() != null ? found.damage() : damage(packet, first, before, fIndex, fReach);
            if (damage == null && found.hasEvents() && empty) {
                damage = "before it is a packet without events, after which Trace Compass would read nothing; a copy made with "
                        + "babeltrace2 -o ctf has none";
            }
            if (damage != null) {
                return to.name() + " is damaged at byte " + at + ": " + damage;
            }
            empty |= !found.hasEvents() && at > 0;
            before = packet;
            to.accept(packet);
        }
        return null;
    }

    /** Why a packet cannot be one of the stream of {@code first} and stand behind {@code before}; null if it can. */
    static String damage(Packet packet, Packet first, Packet before, IndexFile index, long reach) {
        if (!packet.isOfStreamOf(first)) {
            return "the packet is of another stream";
        }
        if (packet.begin() > packet.end() && packet.end() != Packet.NONE) {
            return "the packet's time cannot be";
        }
        if (packet.discarded() < Packet.NONE) {
            return "the packet's number of discarded events cannot be";
        }
        if (index != null && !index.describes(packet)) {
            return "the index gives another size, time or loss of the packet; if the packet is right, remove the folder index";
        }
        if (before != null && packet.number() > before.number() && packet.discarded() < before.discarded()) {
            return "fewer events are discarded than in the packet above it";
        }
        // one that begins before the one above it begins is out of order
        return before != null && packet.begin() >= before.begin() && packet.begin() < before.end() - reach && !packet.is(before)
                ? "the packet begins before the one above it ends" : null;
    }
}
