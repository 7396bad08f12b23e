/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

import org.hypertrace.core.trace.ctf.layout.EventBytes;
import org.hypertrace.core.trace.ctf.layout.HeaderLayout;
import org.hypertrace.core.trace.ctf.type.TraceTypes;
import org.hypertrace.core.trace.ctf.type.TraceTypes.StreamType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/**
 * A copy of a CTF trace whose events have other times. Of the streams nothing but the times of events and packets differs, to the nanosecond.
 * Damaged packets are left out, as readers leave them out; the gap in the packets' numbers stays. The metadata become text, with more of their
 * environment.
 */
public final class MovedTrace {

    /** Why a trace cannot be moved; the message is a clause. */
    public static final class Unmovable extends IOException {

        private static final long serialVersionUID = 1;

        Unmovable(String why) {
            super(why);
        }
    }

    private static final String TOO_FAR = "two events of a stream are too far from each other, or change their order";
    private static final long NS = 1_000_000_000L;

    private final Path fTrace;
    private final Path fFolder;
    private final LongUnaryOperator fClock;
    private final PacketLayout fLayout;
    private final TraceTypes fTypes;
    private final Map<Long, EventKinds> fKinds = new HashMap<>();

    private MovedTrace(Path trace, Path folder, LongUnaryOperator clock) throws IOException, UnknownTypes {
        fTrace = trace;
        fFolder = folder;
        fClock = clock;
        fLayout = PacketLayout.of(trace.resolve(LeftOut.METADATA));
        if (fLayout == null || fLayout.second() != NS) {
            throw new UnknownTypes("its packets are not known, or its clock does not count nanoseconds");
        }
        fTypes = MetadataText.of(trace.resolve(LeftOut.METADATA)).types();
        fTypes.streams().forEach((id, stream) -> fKinds.put(id, new EventKinds(stream, null)));
    }

    /**
     * Writes the copy.
     *
     * @param trace
     *            the folder of a trace
     * @param folder
     *            gets the copy; is made
     * @param environment
     *            what its metadata report besides
     * @param clock
     *            makes the times of the trace's clock those of the copy, ns from the 0 of that clock, in their order
     * @throws Unmovable
     *             if its times cannot be expressed, or none of its packets can be read
     * @throws IOException
     *             if files cannot be read or written
     */
    public static void write(Path trace, Path folder, Map<String, String> environment, LongUnaryOperator clock) throws IOException {
        try {
            List<LeftOut> damaged = TracePackets.of(trace).leftOut().stream().filter(LeftOut::isDamage).toList();
            MovedTrace moved = new MovedTrace(trace, folder, clock);
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(LeftOut.METADATA), moved.metadata(environment));
            long packets = 0;
            try (Stream<Path> files = Files.list(trace)) {
                for (Path file : files.filter(Files::isRegularFile).filter(path -> TracePackets.isStream(trace, path)).toList()) {
                    String name = file.getFileName().toString();
                    packets += moved.stream(file, damaged.stream().filter(one -> one.stream().equals(name)).toList());
                }
            }
            if (packets == 0) {
                throw new Unmovable("none of its packets can be read");
            }
        } catch (UnknownTypes | EventBytes.Undecodable e) {
            throw new Unmovable(e.getMessage());
        }
    }

    private String metadata(Map<String, String> environment) throws IOException {
        String text = MetadataText.of(fTrace.resolve(LeftOut.METADATA)).text();
        StringBuilder more = new StringBuilder();
        environment.forEach((name, value) -> more.append("\n\t").append(name).append(" = \"").append(value.replaceAll("[\"\\\\\\p{Cntrl}]", "_"))
                .append("\";"));
        return "/* CTF 1.8 */\n" + text.replaceFirst("\\benv\\s*\\{", "env {" + more.toString().replace("$", "\\$"));
    }

    /** Returns how many packets it copied. */
    private long stream(Path file, List<LeftOut> damaged) throws IOException, UnknownTypes {
        Path copy = fFolder.resolve(file.getFileName().toString());
        try (PacketReader reader = new PacketReader(file, fLayout, null);
                FileChannel to = FileChannel.open(copy, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            HeaderLayout header = null;
            long packets = 0;
            for (long at = 0; at < reader.size();) {
                long here = at;
                LeftOut gap = damaged.stream().filter(one -> one.from() <= here && here < one.until()).findFirst().orElse(null);
                if (gap != null) {
                    at = gap.until();
                    continue;
                }
                PacketReader.Found found = reader.at(at);
                StreamType stream = found.packet() == null ? null : fTypes.streams().get(found.packet().stream());
                if (stream == null) {
                    throw new Unmovable("the file " + file.getFileName() + " has a packet of no declared stream");
                }
                header = header == null ? HeaderLayout.of(stream.header()) : header;
                ByteBuffer bytes = copy(reader.file(), found, to).order(ByteOrder.LITTLE_ENDIAN);
                packet(found, bytes, header, fKinds.get(found.packet().stream()));
                at = found.end();
                packets++;
            }
            return packets;
        }
    }

    /** Adds a packet to a file: its bytes there. */
    private static ByteBuffer copy(FileChannel from, PacketReader.Found packet, FileChannel to) throws IOException {
        long place = to.size();
        to.position(place);
        for (long done = 0; done < packet.length();) {
            long now = from.transferTo(packet.at() + done, packet.length() - done, to);
            if (now <= 0) {
                throw new Unmovable("it gets shorter while it is read");
            }
            done += now;
        }
        return to.map(MapMode.READ_WRITE, place, packet.length());
    }

    /** The bytes of a packet get other times one after the other; what was read of them is not read again. */
    private void packet(PacketReader.Found found, ByteBuffer bytes, HeaderLayout header, EventKinds kinds) throws IOException {
        Packet packet = found.packet();
        Map<String, PacketLayout.Field> context = fLayout.contexts().get(packet.stream()).fields();
        long begin = put(context.get("timestamp_begin"), packet.begin(), bytes);
        put(context.get("timestamp_end"), packet.end(), bytes);
        EventBytes read = new EventBytes();
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        read.set(bytes, packet.content());
        long time = packet.begin();
        long last = begin;
        for (long at = Byte.SIZE * (long) found.first(); found.hasEvents() && at < packet.content();) {
            long behind = header.pass(read, at, time);
            time = header.time();
            at = kinds.of(header.kind()).layout().pass(read, behind);
            long moved = moved(time);
            if (!header.write(bytes, moved, last)) {
                throw new Unmovable(TOO_FAR);
            }
            last = moved;
        }
    }

    private long put(PacketLayout.Field field, long time, ByteBuffer bytes) throws IOException {
        if (field == null || field.width() != Long.BYTES) {
            throw new Unmovable("its packets have no times");
        }
        long moved = moved(time);
        bytes.order(field.order()).putLong(field.offset(), moved);
        return moved;
    }

    private long moved(long time) throws IOException {
        long moved = fClock.applyAsLong(time);
        if (moved < 0) {
            throw new Unmovable("it would begin before the 0 of its clock");
        }
        return moved;
    }
}
