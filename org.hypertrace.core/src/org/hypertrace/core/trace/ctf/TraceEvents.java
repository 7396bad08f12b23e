/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.trace.ctf.layout.EventBytes;
import org.hypertrace.core.trace.ctf.layout.HeaderLayout;
import org.hypertrace.core.trace.ctf.type.TraceTypes;
import org.hypertrace.core.trace.ctf.type.TraceTypes.StreamType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/** The streams of a CTF trace, to be read without Trace Compass. */
public final class TraceEvents implements AutoCloseable {

    /** Of each stream so many packets are looked at: the last one first, as what begins late goes on. */
    private static final int PACKETS = 4;
    /** At most so many events of a packet. */
    private static final int EVENTS = 1 << 14;

    private final List<StreamEvents> fStreams = new ArrayList<>();
    private final List<PacketReader> fReaders = new ArrayList<>();

    private TraceEvents() {
    }

    /**
     * Opens a trace.
     *
     * @param trace
     *            its folder
     * @param wanted
     *            gives by the name of an event how it is read; null if of no event more than its time is asked for
     * @return its streams, in the order of their names
     * @throws IOException
     *             if files cannot be read
     * @throws UnknownTypes
     *             if its metadata declare what is not understood here
     */
    public static TraceEvents of(Path trace, Function<String, HostEventReader.Kind> wanted) throws IOException, UnknownTypes {
        TracePackets packets = TracePackets.of(trace);
        PacketLayout layout = PacketLayout.of(trace.resolve(LeftOut.METADATA));
        if (layout == null || packets.damage() != null || packets.leftOut().stream().anyMatch(LeftOut::isOfMetadata)) {
            throw new UnknownTypes("its packets are not known");
        }
        TraceTypes types = MetadataText.of(trace.resolve(LeftOut.METADATA)).types();
        Map<Long, EventKinds> kinds = new HashMap<>();
        types.streams().forEach((id, stream) -> kinds.put(id, new EventKinds(stream, wanted)));
        TraceEvents events = new TraceEvents();
        try (Stream<Path> files = Files.list(trace)) {
            for (Path file : files.filter(Files::isRegularFile).filter(path -> TracePackets.isStream(trace, path))
                    .sorted(Comparator.comparing(path -> path.getFileName().toString())).toList()) {
                events.open(file, layout, types, kinds, packets.leftOut());
            }
            return events;
        } catch (IOException | UnknownTypes | RuntimeException e) {
            events.close();
            throw e;
        }
    }

    private void open(Path file, PacketLayout layout, TraceTypes types, Map<Long, EventKinds> kinds, List<LeftOut> leftOut)
            throws IOException, UnknownTypes {
        Map<Long, Long> not = new HashMap<>();
        leftOut.stream().filter(bytes -> bytes.stream().equals(file.getFileName().toString())).forEach(bytes -> not.put(bytes.from(), bytes.until()));
        PacketReader reader = new PacketReader(file, layout, null);
        try {
            long first = 0;
            while (not.containsKey(first)) {
                first = not.get(first);
            }
            if (first >= reader.size()) {
                reader.close();
                return;
            }
            Packet packet = reader.at(first).packet();
            StreamType stream = packet == null ? null : types.streams().get(packet.stream());
            if (stream == null) {
                throw new UnknownTypes("the first packet of " + file.getFileName() + " is of no declared stream");
            }
            Set<String> declared = layout.contexts().get(packet.stream()).fields().keySet();
            if (declared.contains("content_size") && !declared.contains("packet_size")) {
                throw new UnknownTypes("where packets end is not declared");
            }
            fReaders.add(reader);
            fStreams.add(new StreamEvents(file.getFileName().toString(), packet.cpu(), reader, not, HeaderLayout.of(stream.header()), kinds.get(packet.stream())));
        } catch (IOException | UnknownTypes | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /**
     * @return whether a file is shorter than when it was opened: what is read of it then need not be what was recorded
     * @throws IOException
     *             if that cannot be found out
     */
    public boolean isShorter() throws IOException {
        for (PacketReader reader : fReaders) {
            if (reader.isShorter()) {
                return true;
            }
        }
        return false;
    }

    /** @return the streams, in the order of the names of their files */
    public List<StreamEvents> streams() {
        return fStreams;
    }

    /**
     * Looks at some packets. What they do not have may be elsewhere. No event can be read after that.
     *
     * @param wanted
     *            gets events, in no order; they are not to be kept
     * @return whether one is wanted
     * @throws IOException
     *             if files cannot be read
     */
    public boolean seemToHave(Predicate<StreamEvents> wanted) throws IOException {
        for (int part = PACKETS; part > 0; part--) {
            for (StreamEvents stream : fStreams) {
                if (hasInPart(stream, part, wanted)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasInPart(StreamEvents stream, int part, Predicate<StreamEvents> wanted) throws IOException {
        try {
            if (stream.enterPart(part, PACKETS)) {
                for (int i = 0; i < EVENTS && stream.nextInPacket(); i++) {
                    if (wanted.test(stream)) {
                        return true;
                    }
                }
            }
            return false;
        } catch (EventBytes.Undecodable e) {
            // who reads it all will know
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        for (StreamEvents stream : fStreams) {
            stream.close();
        }
    }
}
