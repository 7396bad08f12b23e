/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.DamagedCopy.Header;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** What is missing in a trace, reported by its packets: by construction, and as {@code packets.py} computes it. */
class TracePacketsTest {

    private static final String SAMPLE = "panic-in-initcall";
    /** Has eleven packets. */
    private static final String STREAM = "c0_0";
    private static final int PACKETS = 11;

    @TempDir
    private Path fFolder;

    private int fCopies;

    @Test
    void nothingIsMissingInARecordedTrace() throws IOException {
        for (String sample : Samples.recorded().toList()) {
            TracePackets packets = TracePackets.of(Samples.trace(sample));
            assertEquals(new TracePackets(null, List.of(), Map.of(), List.of(), sample.equals("lossy") ? 21406 : 0, List.of()), packets, sample);
        }
    }

    @Test
    void norWithoutItsIndex() throws IOException {
        for (String sample : Samples.recorded().toList()) {
            DamagedCopy copy = DamagedCopy.of(Samples.trace(sample), fFolder.resolve(sample)).withoutIndex();
            assertEquals(new TracePackets(null, List.of(), Map.of(), List.of(), 0, List.of()), TracePackets.of(copy.folder()), sample);
        }
    }

    @Test
    void aPacketInTheMiddle() throws IOException {
        List<Header> headers = copy().headers(STREAM);
        Gap gap = new Gap(STREAM, 0, headers.get(3).end(), headers.get(5).begin(), 1, Gap.Why.MISSING);
        assertEquals(List.of(gap), gaps(copy().drop(STREAM, 4, 1)));
        assertEquals(List.of(gap), gaps(copy().drop(STREAM, 4, 1).withoutIndex()));
    }

    @Test
    void theFirstPackets() throws IOException {
        List<Header> headers = copy().headers(STREAM);
        assertEquals(List.of(new Gap(STREAM, 0, headers.get(0).begin(), headers.get(2).begin(), 2, Gap.Why.MISSING)),
                gaps(copy().drop(STREAM, 0, 2)));
        long begin = Math.min(headers.get(0).begin(), copy().headers("c0_1").get(0).begin());
        assertEquals(List.of(new Gap(STREAM, 0, Math.max(begin, copy().headers("c0_1").get(0).begin()), headers.get(2).begin(), 2,
                Gap.Why.MISSING)), gaps(copy().drop(STREAM, 0, 2).withoutIndex()));
    }

    /** As of the tracer that keeps only the last packets, or that begins a new piece of a recording. */
    @Test
    void noStreamThatBeginsWithTheFirstPacketMeansThatNoneIsMissing() throws IOException {
        assertEquals(List.of(), gaps(copy().drop(STREAM, 0, 1).drop("c0_1", 0, 1).withoutIndex()));
    }

    @Test
    void theLastPackets() throws IOException {
        List<Header> headers = copy().headers(STREAM);
        assertEquals(List.of(new Gap(STREAM, 0, headers.get(8).end(), headers.get(10).end(), 2, Gap.Why.MISSING)),
                gaps(copy().drop(STREAM, 9, 2)));
        assertEquals(List.of(new Gap(STREAM, 0, headers.get(8).end(), copy().headers("c0_1").get(1).end(), Gap.UNKNOWN,
                Gap.Why.ENDS_EARLY)), gaps(copy().drop(STREAM, 9, 2).withoutIndex()));
    }

    @Test
    void aWholeStream() throws IOException {
        List<Header> headers = copy().headers(STREAM);
        List<Gap> whole = List.of(new Gap(STREAM, 0, headers.get(0).begin(), headers.get(10).end(), PACKETS, Gap.Why.MISSING));
        assertEquals(whole, gaps(copy().remove(STREAM)));
        assertEquals(whole, gaps(copy().cut(STREAM, 0)));
    }

    @Test
    void aStreamThatAnotherChannelHas() throws IOException {
        DamagedCopy copy = copy().withoutIndex();
        Files.createFile(copy.folder().resolve("c1_0"));
        Files.createFile(copy.folder().resolve("c1_1"));
        assertEquals(List.of(), gaps(copy));
        Files.createFile(copy.folder().resolve("c1_2"));
        assertEquals(List.of("c0_2 2 NO_STREAM"),
                gaps(copy).stream().map(gap -> gap.stream() + ' ' + gap.cpu() + ' ' + gap.why()).toList());
    }

    @Test
    void packetsThatChangedPlaces() throws IOException {
        List<Header> headers = copy().headers(STREAM);
        assertEquals(List.of(new Gap(STREAM, 0, headers.get(3).end(), headers.get(5).begin(), 1, Gap.Why.MISSING),
                new Gap(STREAM, 0, headers.get(5).end(), headers.get(10).end(), 5, Gap.Why.OUT_OF_ORDER)), gaps(copy().swap(STREAM, 4)));
    }

    @Test
    void aPacketThatBeginsBeforeTheOneAboveItEnds() throws IOException {
        List<Header> headers = copy().headers(STREAM);
        assertEquals(List.of(new Gap(STREAM, 0, headers.get(4).begin() - 10, headers.get(3).end(), Gap.UNKNOWN, Gap.Why.OVERLAP)),
                gaps(copy().withoutIndex().setBack(STREAM, 4, 10)));
    }

    @Test
    void aPacketThatIsThereTwice() throws IOException {
        TracePackets packets = TracePackets.of(copy().repeat(STREAM, 4, 5).folder());
        assertEquals(new TracePackets(null, List.of(), Map.of(STREAM, 1), List.of(), 0, List.of()), packets);
        assertEquals(List.of(), gaps(copy().repeat(STREAM, 4, PACKETS)), "the last one is not read, and nothing after it is there");
        assertNotEquals(List.of(), gaps(copy().repeat(STREAM, 4, 8)));
    }

    /** It is not read, nor is what follows: that is reported, and of the packet itself that it is there twice. */
    @Test
    void aPacketThatStandsAgainBehindLaterOnes() throws IOException {
        assertEquals(Map.of(STREAM, 1), TracePackets.of(copy().repeat(STREAM, 4, 8).folder()).repeated());
        assertEquals(Map.of(STREAM, 1), TracePackets.of(copy().repeat(STREAM, 4, PACKETS).folder()).repeated());
        assertEquals(Map.of(), TracePackets.of(copy().swap(STREAM, 4).folder()).repeated());
    }

    /** Nothing that is read reports that the stream began earlier. */
    @Test
    void theFirstPacketBehindLaterOnes() throws IOException {
        List<Header> headers = copy().headers(STREAM);
        DamagedCopy copy = copy().withoutIndex().drop("c0_1", 0, 1).swap(STREAM, 0);
        assertEquals(List.of(new Gap(STREAM, 0, headers.get(0).begin(), headers.get(1).begin(), 1, Gap.Why.MISSING)),
                gaps(copy).stream().filter(gap -> gap.stream().equals(STREAM) && gap.from() < headers.get(1).end()).toList());
    }

    /** Nobody can report then what is missing. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "magic;|magic}", "size = 8; align|size =08; align", "size = 32; align = 8;|size = 32; align =08;",
            "uint8_t  uuid[16]|uint8_t uuid[016]", "id = 0;|id =00;" })
    void headersInAnUnknownForm(String known, String unknown) throws IOException {
        DamagedCopy copy = copy();
        Path metadata = copy.folder().resolve("metadata");
        String text = Files.readString(metadata, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains(known) && known.length() == unknown.length());
        Files.writeString(metadata, text.replace(known, unknown), StandardCharsets.ISO_8859_1);
        TracePackets packets = TracePackets.of(copy.folder());
        assertEquals(List.of("its metadata declares headers of packets in a form that is not known, so nobody knows whether packets are missing"),
                packets.doubts());
        assertEquals(List.of(), packets.gaps());
    }

    @Test
    void aStreamThatIsThereTwice() throws IOException {
        DamagedCopy copy = copy();
        Files.copy(copy.folder().resolve(STREAM), copy.folder().resolve(STREAM + ".bak"));
        assertEquals("c0_0 and c0_0.bak hold the same packets of one stream: keep only one of them",
                TracePackets.of(copy.folder()).damage());
    }

    /** A recorder with a limit for the size of files. */
    @Test
    void aStreamInSeveralFiles() throws IOException {
        DamagedCopy copy = copy().withoutIndex();
        Files.copy(copy.folder().resolve(STREAM), copy.folder().resolve(STREAM + "_1"));
        copy.drop(STREAM, 5, 6).drop(STREAM + "_1", 0, 5);
        assertEquals(List.of(), gaps(copy));
        List<Header> headers = copy.headers(STREAM + "_1");
        long end = copy.headers(STREAM).get(4).end();
        copy.drop(STREAM + "_1", 0, 1);
        assertEquals(List.of(new Gap(STREAM + "_1", 0, end, headers.get(1).begin(), 1, Gap.Why.MISSING)), gaps(copy));
    }

    @Test
    @Tag("long")
    void manyCopiesAsTheScriptReports() throws IOException {
        Random random = new Random(15);
        for (int i = 0; i < (Samples.ALL ? 20 : 8); i++) {
            DamagedCopy copy = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("random" + i));
            if (random.nextBoolean()) {
                copy.withoutIndex();
            }
            StringBuilder what = new StringBuilder("copy " + i);
            for (int damages = 1 + random.nextInt(3); damages > 0; damages--) {
                String stream = random.nextInt(4) == 0 ? "c0_1" : STREAM;
                int packets = copy.headers(stream).size();
                int place = packets == 0 ? 0 : random.nextInt(packets);
                int kind = packets < 2 ? 4 : random.nextInt(4);
                what.append(", ").append(kind).append(" at ").append(place).append(" of ").append(stream);
                switch (kind) {
                case 0 -> copy.drop(stream, place, 1 + random.nextInt(packets - place));
                case 1 -> copy.swap(stream, Math.min(place, packets - 2));
                case 2 -> copy.drop(stream, place, 1);
                case 3 -> copy.damage(stream, place);
                default -> copy.withoutIndex();
                }
            }
            assertEquals(script(copy.folder()), joined(gaps(copy)).stream().map(TracePacketsTest::line).collect(Collectors.joining("\n")),
                    what.toString());
        }
    }

    private DamagedCopy copy() throws IOException {
        return DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("copy" + fCopies++));
    }

    static List<Gap> gaps(DamagedCopy copy) throws IOException {
        TracePackets packets = TracePackets.of(copy.folder());
        assertNull(packets.damage());
        return packets.gaps();
    }

    /** Those that follow each other, for different reasons, as one. */
    private static List<Gap> joined(List<Gap> gaps) {
        List<Gap> joined = new ArrayList<>();
        for (Gap gap : gaps) {
            Gap before = joined.stream().filter(g -> g.stream().equals(gap.stream()) && g.until() == gap.from() && g.packets() > 0)
                    .findAny().orElse(null);
            if (before != null && gap.packets() > 0) {
                joined.set(joined.indexOf(before), new Gap(gap.stream(), gap.cpu(), before.from(), gap.until(),
                        before.packets() + gap.packets(), gap.why()));
            } else {
                joined.add(gap);
            }
        }
        return joined;
    }

    private static String line(Gap gap) {
        return gap.stream() + ' ' + gap.cpu() + ' ' + gap.from() + ' ' + gap.until() + ' ' + gap.packets();
    }

    private static String script(Path trace) {
        JsonArray gaps = JsonParser.parseString(Tool.run("python3", "-B",
                Samples.root().resolve("org.hypertrace.tests/headless/oracle/packets.py"), trace)).getAsJsonArray();
        List<String> lines = new ArrayList<>();
        StreamSupport.stream(gaps.spliterator(), false).map(JsonElement::getAsJsonObject).forEach(gap -> lines.add(line(gap)));
        return String.join("\n", lines);
    }

    private static String line(JsonObject gap) {
        return gap.get("stream").getAsString() + ' ' + gap.get("cpu") + ' ' + gap.get("from") + ' ' + gap.get("until") + ' '
                + (gap.get("packets").isJsonNull() ? Gap.UNKNOWN : gap.get("packets").getAsLong());
    }
}
