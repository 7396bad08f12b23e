/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A file of a stream of which not all can be read: what of it is packets that agree with each other. Where two contradict each
 * other the one is left out that contradicts the others as well; if nothing reports which one, both are.
 */
final class DamagedFile {

    /** More are not held in memory. */
    private static final int MAX_PACKETS = 1 << 20;

    private final String fName;
    private final PacketReader fReader;
    private final IndexFile fIndex;
    private final long fReach;
    private final Map<Long, String> fDamaged;
    private final List<LeftOut> fLeftOut = new ArrayList<>();

    /**
     * @param name
     *            of the file
     * @param reader
     *            of it, which can search for packets
     * @param index
     *            LTTng's, null if there is none
     * @param reach
     *            how long before the end of a packet the next one may begin, in units of the trace's clock
     * @param damaged
     *            which packets hold events that cannot be, by where they begin, and why
     */
    DamagedFile(String name, PacketReader reader, IndexFile index, long reach, Map<Long, String> damaged) {
        fName = name;
        fReader = reader;
        fIndex = index;
        fReach = reach;
        fDamaged = damaged;
    }

    /** Reads the begins of all packets. */
    void read(StreamFile to) throws IOException {
        List<PacketReader.Found> packets = found();
        if (packets == null) {
            to.refuse(fLeftOut.get(0).damage());
            return;
        }
        packets = inOrder(ofOneStream(packets));
        withoutEmpty(packets);
        fLeftOut.sort(Comparator.comparingLong(LeftOut::from));
        int next = 0;
        for (PacketReader.Found packet : packets) {
            for (; next < fLeftOut.size() && fLeftOut.get(next).from() < packet.at(); next++) {
                to.leaveOut(fLeftOut.get(next));
            }
            to.accept(packet.packet());
        }
        fLeftOut.subList(next, fLeftOut.size()).forEach(to::leaveOut);
    }

    /** What may be a packet, by its own word and by where the next one begins; null if that is too much. */
    private List<PacketReader.Found> found() throws IOException {
        List<PacketReader.Found> packets = new ArrayList<>();
        for (long at = 0; at < fReader.size();) {
            PacketReader.Found found = fReader.at(at);
            long next = found.end();
            String why = found.damage();
            if (why == null && !fReader.mayBegin(next)) {
                long within = fReader.next(at + 1, next);
                why = within < 0 ? null : "another packet begins within the packet";
                next = within < 0 ? next : within;
            } else if (why != null) {
                next = fReader.next(at + 1, fReader.size());
                next = next < 0 ? fReader.size() : next;
                withoutWrongSize(packets, at, next);
            }
            if (why != null) {
                fLeftOut.add(new LeftOut(fName, at, next, why));
            } else if (packets.add(found) && packets.size() > MAX_PACKETS) {
                fLeftOut.add(0, found.leftOut(fName, "there are too many packets to look for what is wrong"));
                return null;
            }
            at = next;
        }
        return packets;
    }

    /** A packet after which bytes follow that are none, not even a damaged one, and then the packet of the next number, has another size than it reports. */
    private void withoutWrongSize(List<PacketReader.Found> packets, long at, long next) throws IOException {
        PacketReader.Found before = packets.isEmpty() ? null : packets.get(packets.size() - 1);
        if (before == null || before.end() != at || next == fReader.size() || fReader.isPacketOf(before.packet(), at, next)) {
            return;
        }
        Packet after = fReader.at(next).packet();
        if (after != null && (after.number() == Packet.NONE || after.number() == before.packet().number() + 1)) {
            leaveOut(packets.remove(packets.size() - 1), "the packet's size cannot be");
        }
    }

    private void leaveOut(PacketReader.Found packet, String why) {
        fLeftOut.add(packet.leftOut(fName, why));
    }

    /** Those of the stream that most are of. */
    private List<PacketReader.Found> ofOneStream(List<PacketReader.Found> packets) {
        Map<List<Long>, Integer> streams = new HashMap<>();
        packets.stream().map(PacketReader.Found::packet).filter(packet -> packet.isOfStreamOf(packet))
                .forEach(packet -> streams.merge(stream(packet), 1, Integer::sum));
        List<Long> most = streams.entrySet().stream().max(Comparator.comparingInt(stream -> 2 * stream.getValue()
                + (isIndexed(stream.getKey()) ? 1 : 0))).map(Map.Entry::getKey).orElse(List.of());
        List<PacketReader.Found> ofStream = new ArrayList<>();
        for (PacketReader.Found found : packets) {
            if (found.packet().isOfStreamOf(found.packet()) && stream(found.packet()).equals(most)) {
                ofStream.add(found);
            } else {
                leaveOut(found, "the packet is of another stream");
            }
        }
        return ofStream;
    }

    private static List<Long> stream(Packet packet) {
        return List.of(packet.stream(), packet.instance(), (long) packet.cpu());
    }

    private boolean isIndexed(List<Long> stream) {
        return fIndex != null && fIndex.stream() == stream.get(0) && fIndex.instance() == stream.get(1);
    }

    private List<PacketReader.Found> inOrder(List<PacketReader.Found> packets) {
        List<PacketReader.Found> kept = new ArrayList<>();
        List<PacketReader.Found> alone = new ArrayList<>();
        for (PacketReader.Found found : packets) {
            String why = fDamaged.getOrDefault(found.at(), damage(found, null));
            if (why == null) {
                alone.add(found);
            } else {
                leaveOut(found, why);
            }
        }
        for (int i = 0; i < alone.size(); i++) {
            PacketReader.Found found = alone.get(i);
            PacketReader.Found next = i + 1 < alone.size() ? alone.get(i + 1) : null;
            String why = damage(found, last(kept, 1));
            while (why != null && (kept.size() < 2 || damage(found, last(kept, 2)) == null)
                    && (next == null || damage(next, last(kept, 1)) != null)) {
                leaveOut(kept.remove(kept.size() - 1), why);
                why = next == null ? why : damage(found, last(kept, 1));
                if (next == null) {
                    break;
                }
            }
            if (why == null) {
                kept.add(found);
            } else {
                leaveOut(found, why);
            }
        }
        return kept;
    }

    private String damage(PacketReader.Found found, PacketReader.Found before) {
        return PacketFile.damage(found.packet(), found.packet(), before == null ? null : before.packet(), fIndex, fReach);
    }

    private static PacketReader.Found last(List<PacketReader.Found> packets, int back) {
        return packets.size() < back ? null : packets.get(packets.size() - back);
    }

    /** Trace Compass reads nothing behind a packet without events, unless that is the first. */
    private void withoutEmpty(List<PacketReader.Found> packets) {
        int last = packets.size() - 1;
        while (last >= 0 && !packets.get(last).hasEvents()) {
            last--;
        }
        packets.subList(0, last + 1).stream().filter(packet -> !packet.hasEvents() && packet.at() > 0)
                .forEach(packet -> leaveOut(packet, null));
    }
}
