/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A recording whose files are being damaged; what was done is kept in words. */
final class Damaged {

    /** Clocks are set back by 10 ns to 100 s. */
    private static final int DECADES = 9;

    private final Cut fCut;
    private final Map<String, byte[]> fFiles;
    private final List<String> fWords = new ArrayList<>();

    Damaged(Cut cut) {
        fCut = cut;
        fFiles = new TreeMap<>(cut.files());
    }

    Map<String, byte[]> files() {
        return fFiles;
    }

    /** What was done. */
    String words() {
        return String.join("; ", fWords);
    }

    /** Writes it to a folder; files that are as they were are links to the recording's, if that is possible. */
    void write(Path folder) throws IOException {
        for (Map.Entry<String, byte[]> file : fFiles.entrySet()) {
            Path to = folder.resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(to.getParent()));
            if (file.getValue() == fCut.files().get(file.getKey())) {
                try {
                    Files.createLink(to, fCut.folder().resolve(file.getKey()));
                    continue;
                } catch (IOException | UnsupportedOperationException e) {
                    // another file system
                }
            }
            Files.write(to, file.getValue());
        }
    }

    void flipIn(Random random, String end) {
        List<String> names = (fCut.layouts().isEmpty() ? fCut.texts() : fCut.others()).stream()
                .filter(name -> end.isEmpty() ? !name.endsWith("metadata") : name.endsWith(end))
                .filter(name -> fFiles.get(name).length > 0).toList();
        if (!names.isEmpty()) {
            String name = names.get(random.nextInt(names.size()));
            flip(name, random.nextInt(fFiles.get(name).length), random);
        }
    }

    private void flip(String name, int at, Random random) {
        byte[] bytes = fFiles.get(name).clone();
        int bit = random.nextInt(Byte.SIZE);
        bytes[at] ^= (byte) (1 << bit);
        fFiles.put(name, bytes);
        fWords.add(name + ": bit " + bit + " of byte " + at + " flipped");
    }

    void flipInHeader(Random random) {
        String name = stream(random, 1);
        if (name != null) {
            List<StreamReader.Packet> packets = packets(name);
            int in = random.nextInt(StreamReader.HEADER);
            flip(name, packets.get(random.nextInt(packets.size())).at() + in, random);
        }
    }

    /** @param header whether in an event's id or time, or else in its fields */
    void flipInEvent(Random random, boolean header) {
        String name = stream(random, 1);
        if (name == null) {
            return;
        }
        List<EventLayout.Event> events = packets(name).stream().flatMap(packet -> packet.events().stream())
                .filter(event -> header || event.end() > event.body()).toList();
        if (!events.isEmpty()) {
            EventLayout.Event event = events.get(random.nextInt(events.size()));
            flip(name, header ? event.at() + random.nextInt(event.body() - event.at())
                    : event.body() + random.nextInt(event.end() - event.body()), random);
        }
    }

    /** @param all whether of all behind a place nothing is left, or else only some bytes are missing */
    void cut(Random random, boolean all) {
        String name = stream(random, 1);
        if (name == null) {
            return;
        }
        byte[] bytes = fFiles.get(name);
        List<StreamReader.Packet> packets = packets(name);
        StreamReader.Packet packet = packets.get(random.nextInt(packets.size()));
        int at = packet.at() + 1 + random.nextInt(packet.size() - 1);
        int length = all ? bytes.length - at : 1 + random.nextInt(packet.at() + packet.size() - at);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, at);
        out.write(bytes, at + length, bytes.length - at - length);
        fFiles.put(name, out.toByteArray());
        fWords.add(name + ": " + length + " bytes cut off at " + at);
    }

    /** Changes the order or number of the packets of a stream that has at least some. */
    void rearrange(Random random, int least, Consumer<List<Integer>> change) {
        String name = stream(random, least);
        if (name == null) {
            return;
        }
        List<StreamReader.Packet> packets = packets(name);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < packets.size(); i++) {
            order.add(i);
        }
        List<Integer> before = List.copyOf(order);
        change.accept(order);
        byte[] bytes = fFiles.get(name);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        order.forEach(i -> out.write(bytes, packets.get(i).at(), packets.get(i).size()));
        fFiles.put(name, out.toByteArray());
        fWords.add(name + ": packets " + order + " of " + before.size());
    }

    /** @param packets whether from a packet on, or else within one and without its header */
    void setBack(Random random, boolean packets) {
        String name = stream(random, packets ? 2 : 1);
        if (name == null) {
            return;
        }
        byte[] bytes = fFiles.get(name).clone();
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<StreamReader.Packet> all = packets(name);
        long back = (long) Math.pow(10, 1 + DECADES * random.nextDouble());
        int from = packets ? 1 + random.nextInt(all.size() - 1) : random.nextInt(all.size());
        int skipped = packets ? 0 : random.nextInt(Math.max(1, all.get(from).events().size()));
        for (StreamReader.Packet packet : packets ? all.subList(from, all.size()) : all.subList(from, from + 1)) {
            if (packets) {
                buffer.putLong(packet.at() + StreamReader.BEGIN, packet.begin() - back);
                buffer.putLong(packet.at() + StreamReader.END, packet.end() - back);
            }
            packet.events().stream().skip(skipped)
                    .forEach(event -> fCut.layout(name).setTime(buffer, packet.stream(), event, event.time() - back));
        }
        fFiles.put(name, bytes);
        fWords.add(name + ": clock " + back + " ns back from packet " + from + (packets ? " on" : ", event " + skipped + " on"));
    }

    void cutText(Random random) {
        String name = fCut.texts().get(0);
        byte[] bytes = fFiles.get(name);
        int length = random.nextInt(bytes.length);
        fFiles.put(name, Arrays.copyOf(bytes, length));
        fWords.add(name + ": cut to " + length + " bytes");
    }

    void lines(Consumer<List<String>> change) {
        String name = fCut.texts().get(0);
        List<String> lines = new ArrayList<>(Arrays.asList(new String(fFiles.get(name), StandardCharsets.ISO_8859_1).split("(?<=\n)")));
        List<String> before = List.copyOf(lines);
        change.accept(lines);
        fFiles.put(name, String.join("", lines).getBytes(StandardCharsets.ISO_8859_1));
        int first = 0;
        while (first < Math.min(before.size(), lines.size()) && before.get(first).equals(lines.get(first))) {
            first++;
        }
        fWords.add(name + ": lines from " + (first + 1) + " on; " + lines.size() + " instead of " + before.size());
    }

    /** One of the streams that have at least some packets, null if none has. */
    private String stream(Random random, int least) {
        List<String> names = fCut.streams().stream().filter(name -> packets(name).size() >= least).toList();
        return names.isEmpty() ? null : names.get(random.nextInt(names.size()));
    }

    private List<StreamReader.Packet> packets(String stream) {
        return new StreamReader(fFiles.get(stream), fCut.layout(stream)).packets();
    }
}
