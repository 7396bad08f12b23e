/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.losses.DataLoss;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.DamagedCopy.Header;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** A recorded trace of which a packet is missing: every command reports it, and concludes nothing from what is not there. */
@Tag("platform")
class MissingPacketsTest {

    private static final String SAMPLE = "quiet-boot";
    private static final String STREAM = "c0_0";
    /** The second of three: in it the guest's initcalls end and its user space runs. */
    private static final int PLACE = 1;
    /** Of those that read alike, one, unless all is asked for. */
    private static final List<String> SOME = Samples.ALL ? List.of("report", "boot", "shutdown", "exits", "stacks", "path --vcpu 0")
            : List.of("report", "stacks", "path --vcpu 0");

    @TempDir
    private Path fFolder;

    @Test
    void theReportReportsFromWhenToWhen() throws IOException {
        DamagedCopy copy = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("copy"));
        List<Header> headers = copy.headers(STREAM);
        JsonObject whole = Command.ofSample("report", SAMPLE);
        Command command = Command.run("report", "--quiet", "--format", "json", copy.drop(STREAM, PLACE, 1).folder());
        assertEquals(0, command.status(), command.toString());
        assertTrue(command.err().contains(": in c0_0 one packet is missing, from "), command.err());
        JsonObject host = host(JsonParser.parseString(command.out()).getAsJsonObject());
        long epoch = clockOffset(copy.folder());
        assertEquals("[{\"begin\":" + (epoch + headers.get(0).end()) + ",\"end\":" + (epoch + headers.get(2).begin())
                + ",\"cpu\":0,\"packets\":1}]", host.get("missing").toString());
        assertFalse(host(whole).has("missing"));
        assertTrue(babeltrace(copy.folder()).contains("WARNING: Tracer discarded 1 packet between ["));
    }

    @Test
    void noBootIsReportedNotToHaveFinished() throws IOException {
        String whole = Command.run("boot", "--quiet", Samples.trace(SAMPLE)).out();
        assertFalse(whole.contains("unknown"), whole);
        Command command = Command.run("boot", "--quiet", damaged());
        assertEquals(0, command.status(), command.toString());
        assertFalse(command.out().contains("never finished"), command.out());
        assertFalse(command.out().contains("never returned"), command.out());
        assertTrue(command.out().contains("Whether it finished is unknown: events were lost"), command.out());
    }

    @Test
    void everyCommandReportsIt() throws IOException {
        Path damaged = damaged();
        for (String name : List.of("report", "boot", "shutdown", "exits", "stacks", "path --vcpu 0", "extract")) {
            List<Object> line = new ArrayList<>(List.of(name, "--quiet"));
            line.addAll(name.equals("extract") ? List.of("--output", fFolder.resolve("extracted")) : List.of());
            line.add(damaged);
            Command command = Command.run(line.toArray());
            assertEquals(0, command.status(), command.toString());
            String message = command.err() + command.out();
            assertTrue(!List.of("exits", "stacks").contains(name) || command.out().contains("one packet is missing"), command.out());
            assertTrue(message.contains("one packet is missing") || message.contains("Of the hosts' traces 1 stretch"), name + message);
        }
    }

    @Test
    void theTableOfLossesReportsIt() throws Exception {
        try (OpenedTrace trace = OpenedTrace.of(damaged())) {
            ITmfStateSystem states = ModelStates.of(trace.trace());
            assertTrue(states.waitUntilBuilt(60_000));
            List<DataLoss> losses = DataLoss.of(states, Long.MIN_VALUE, Long.MAX_VALUE);
            DataLoss missing = losses.stream().filter(contradictory -> contradictory.what().equals("missingPackets")).findAny().orElseThrow();
            assertEquals(1, missing.count());
            assertTrue(missing.help().startsWith("Processor 0, from "), missing.help());
        }
    }

    /** It may be all that shows the loss of the last packets. */
    @Test
    void everyCommandReportsAnIndexThatContradictsItself() throws IOException {
        Path folder = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("copy")).folder();
        Path index = folder.resolve("index").resolve(STREAM + ".idx");
        byte[] bytes = Files.readAllBytes(index);
        bytes[bytes.length - 1]++;
        Files.write(index, bytes);
        for (String name : List.of("report", "boot", "shutdown", "exits", "stacks", "path --vcpu 0", "extract")) {
            List<Object> line = new ArrayList<>(List.of(name, "--quiet"));
            line.addAll(name.equals("extract") ? List.of("--output", fFolder.resolve("extracted")) : List.of());
            line.add(folder);
            Command command = Command.run(line.toArray());
            assertEquals(0, command.status(), command.toString());
            String doubt = folder + ": index/c0_0.idx contradicts itself: its packet 2 does not have the number after that of the one "
                    + "above it; it is not used, so nobody knows whether packets at the end of that stream are missing.";
            assertTrue((command.err() + command.out()).contains(doubt), name + command);
        }
    }

    /** In every trace of a host nested guests are declared; in this one there are none. */
    @Test
    void aDeclarationThatCannotBeParsedLosesOnlyItsEvents() throws IOException {
        String whole = Command.run("report", "--quiet", Samples.trace(SAMPLE)).out();
        for (String name : SOME) {
            // in this Java machine it is known from the first command on
            Path unused = withWrongDeclaration("kvm_x86_nested_vmexit_inject", name);
            Path used = withWrongDeclaration("sched_switch", name);
            Command command = Command.run(name, "--quiet", unused);
            assertEquals(0, command.status(), command.toString());
            assertTrue(command.err().contains(unused + ": in metadata a damaged part is left out, at byte "), command.err());
            assertTrue(!name.equals("report") || command.out().contains(whole.lines().skip(1).findFirst().orElseThrow()), command.out());
            Command refused = Command.run(name, "--quiet", used);
            assertEquals(1, refused.status(), refused.toString());
            assertEquals("", refused.out());
            assertTrue(refused.err().startsWith("hypertrace: " + used + " is damaged: Reading error: "), refused.err());
            assertEquals(1, refused.err().lines().count(), refused.err());
        }
    }

    /** Found by fuzzing: what seems not recorded is only declared under another name, and packets are missing besides. */
    @Test
    void aRefusalNamesThePacketsThatAreMissing() throws IOException {
        Path folder = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("copy")).drop(STREAM, PLACE, 1).folder();
        Path metadata = folder.resolve("metadata");
        Files.writeString(metadata, Files.readString(metadata, StandardCharsets.ISO_8859_1).replace("\"sched_switch\"", "\"sched_swikch\""),
                StandardCharsets.ISO_8859_1);
        for (String name : List.of("report", "exits", "path --vcpu 0")) {
            Command refused = Command.run(name, "--quiet", folder);
            assertEquals(1, refused.status(), refused.toString());
            assertTrue(refused.err().contains("No vCPU can be identified without events of the scheduler"), refused.err());
            assertTrue(refused.err().contains(": in " + STREAM + " one packet is missing, from "), refused.err());
        }
    }

    private Path withWrongDeclaration(String event, String command) throws IOException {
        Path folder = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve(event).resolve(command)).folder();
        Path metadata = folder.resolve("metadata");
        String text = Files.readString(metadata, StandardCharsets.ISO_8859_1);
        String begin = "event {\n\tname = \"" + event + "\";";
        assertTrue(text.contains(begin));
        Files.writeString(metadata, text.replace(begin, begin.replace('{', '[')), StandardCharsets.ISO_8859_1);
        return folder;
    }

    /** In its header, or only in its events: but for that, every command answers as if it were missing, and reports it. */
    @Test
    void aDamagedPacketIsAMissingOne() throws IOException {
        Path missing = damaged();
        DamagedCopy header = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("header/damaged")).damage(STREAM, PLACE);
        DamagedCopy events = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("events/damaged")).set(STREAM, PLACE, 84, -1);
        for (String name : SOME) {
            Command expected = Command.run(name, "--quiet", "--format", "json", missing);
            for (DamagedCopy copy : List.of(header, events)) {
                Command command = Command.run(name, "--quiet", "--format", "json", copy.folder());
                assertEquals(expected.status(), command.status(), command.toString());
                assertEquals(withoutSentences(expected.out(), missing), withoutSentences(command.out(), copy.folder()), name);
                assertTrue(command.err().contains(": in c0_0 a damaged packet is left out, at byte " + copy.at(STREAM, PLACE) + ": "),
                        command.err());
                assertTrue(command.err().contains(": in c0_0 one packet is missing, from "), command.err());
            }
        }
    }

    /** JSON without where the trace is, and without the sentences about what is damaged. */
    private static String withoutSentences(String json, Path trace) {
        JsonObject report = JsonParser.parseString(json.replace(trace.toString(), "")).getAsJsonObject();
        report.remove("gaps");
        report.remove("notes");
        return report.toString();
    }

    /** Times that nobody can set right: those of most packets. */
    @Test
    void timesThatCannotBeAreRefused() throws IOException {
        DamagedCopy copy = DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("copy")).withoutIndex();
        for (String stream : List.of(STREAM, "c0_1")) {
            for (int i = 0; i < copy.headers(stream).size(); i++) {
                copy.set(stream, i, 40, copy.headers(stream).get(i).begin());
            }
        }
        for (String name : List.of("report", "exits", "stacks", "path --vcpu 0")) {
            Command command = Command.run(name, "--quiet", copy.folder());
            assertEquals(1, command.status(), command.toString());
            assertEquals("", command.out());
            assertEquals(1, command.err().lines().filter(line -> line.startsWith("hypertrace: ")).count(), command.err());
        }
    }

    /** No state rests on it, but who reads it beside the report is reported. */
    @Test
    void ofAGuestsOwnTraceToo() throws IOException {
        Path recording = fFolder.resolve("both");
        new RecordedStory(RecordedStory.ONE_VCPU).in(recording);
        Path guest = new RecordedStory("""
                100 web cpu0 other
                100 web cpu0 lost 110 1
                120 web cpu0 other
                """).in(recording.resolve("guests"));
        RecordedStory.write(recording, "hypertrace.json", """
                { "vms": [ { "name": "web-1", "pid": 384, "vcpus": [386], "guestTrace": "guests/web" } ] }
                """);
        assertEquals("", Command.run("report", "--quiet", recording).err());
        DamagedCopy copy = DamagedCopy.of(guest, fFolder.resolve("guest")).damage("channel0_0", 0);
        Files.copy(copy.folder().resolve("channel0_0"), guest.resolve("channel0_0"), StandardCopyOption.REPLACE_EXISTING);
        for (String name : List.of("report", "exits", "path --vcpu 0")) {
            Command command = Command.run(name, "--quiet", recording);
            assertEquals(0, command.status(), command.toString());
            assertTrue(command.err().contains(": in channel0_0 "), command.err());
            assertTrue(command.err().contains("of the guest did then is unknown."), command.err());
        }
    }

    private Path damaged() throws IOException {
        return DamagedCopy.of(Samples.trace(SAMPLE), fFolder.resolve("damaged")).drop(STREAM, PLACE, 1).folder();
    }

    private static JsonObject host(JsonObject report) {
        JsonArray hosts = report.getAsJsonArray("hosts");
        assertEquals(1, hosts.size());
        return hosts.get(0).getAsJsonObject();
    }

    private static long clockOffset(Path trace) throws IOException {
        Matcher offset = Pattern.compile("offset = (\\d+);").matcher(new String(Files.readAllBytes(trace.resolve("metadata")),
                java.nio.charset.StandardCharsets.ISO_8859_1));
        assertTrue(offset.find());
        return Long.parseLong(offset.group(1));
    }

    private String babeltrace(Path trace) throws IOException {
        Path message = fFolder.resolve("babeltrace2");
        try {
            new ProcessBuilder("babeltrace2", trace.toString()).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(message.toFile()).start().waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return Files.readString(message);
    }
}
