/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A trace that a manifest names as a guest's own, and that is damaged: the host's is reported without it, and one sentence names the damage. */
@Tag("platform")
class DamagedGuestTraceTest {

    private static final String GUEST = """
            150 inner cpu0 sched_switch sh:10 S make:11
            160 inner cpu0 sched_switch make:11 S sh:10
            170 inner cpu0 other
            """;
    private static final String LEFT_OUT = "; this guest's own trace is left out.\n";

    @TempDir
    private Path fFolder;

    private Path fRecording;
    private Path fGuest;
    private Path fStream;

    @BeforeEach
    void record() throws IOException {
        fRecording = fFolder.resolve("recording");
        new RecordedStory(RecordedStory.ONE_VCPU).in(fRecording);
        fGuest = new RecordedStory(GUEST).without(name -> name.startsWith("kvm")).in(fRecording);
        fStream = fGuest.resolve("channel0_0");
        Files.writeString(fRecording.resolve("hypertrace.json"), "{\"vms\": [{\"name\": \"web\", \"vcpus\": [386], \"guestTrace\": \"inner\"}]}");
    }

    /** The report is that of the host alone, which has the same sentence. */
    private void isLeftOut(String why) {
        for (String command : List.of("report", "exits", "path --vcpu 0")) {
            Command all = Command.run(command, "--quiet", fRecording);
            assertEquals(0, all.status(), all.toString());
            assertEquals(why, all.err(), all.toString());
            Command alone = Command.run(command, "--quiet", fRecording.resolve("alpha"));
            assertEquals(body(alone), body(all));
            assertEquals(alone.err(), all.err());
        }
    }

    /** With the folder of the recording in place of the host's trace, which the user named. */
    private String body(Command command) {
        assertTrue(command.out().contains("web"), command.toString());
        return command.out().replace(fRecording.resolve("alpha") + "\n", fRecording + "\n");
    }

    @Test
    void undamagedItIsRead() {
        Command whole = Command.run("report", "--quiet", fRecording);
        assertEquals("0 ", whole.status() + " " + whole.err());
        assertTrue(!body(whole).equals(body(Command.run("report", "--quiet", fRecording.resolve("alpha")))), whole.out());
    }

    @Test
    void aStreamWithoutAPacket() throws Exception {
        Files.write(fStream, Arrays.copyOf(Files.readAllBytes(fStream), 100));
        String damage = fGuest + " is damaged: channel0_0 is damaged at byte 0: the last packet is incomplete" + LEFT_OUT;
        isLeftOut(damage);
        try (OpenedTrace opened = OpenedTrace.of(fRecording.resolve("alpha"))) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            assertEquals("recording|damage|||" + damage.strip() + "|Copy the trace anew, or look whether the disk was full.",
                    String.join("|", Providers.DATA_QUALITY.create(opened.trace()).fetchTree(Map.of(), null).getModel().getEntries().get(0).getLabels()));
            opened.forget();
        }
    }

    @Test
    void noPacketWithEventsThatCanBeRead() throws IOException {
        byte[] bytes = Files.readAllBytes(fStream);
        bytes[bytes.length - 8] |= 31;
        Files.write(fStream, bytes);
        isLeftOut(fGuest + " is damaged: channel0_0 is damaged at byte 0: an event in it cannot be read" + LEFT_OUT);
    }

    @Test
    void metadataThatNobodyUnderstands() throws IOException {
        Files.writeString(fGuest.resolve("metadata"), "");
        isLeftOut(fGuest + " is damaged: metadata is empty" + LEFT_OUT);
        Files.writeString(fGuest.resolve("metadata"), "/* CTF 1.8 */ trace {");
        isLeftOut("The manifest of alpha names " + fGuest + " as the trace of the VM \"web\" of threads 386, but there is no trace that can be read;"
                + " correct the manifest or record again.\n");
    }

    /** Nothing is left then. */
    @Test
    void aHostIsNotLeftOut() throws IOException {
        Path stream = fRecording.resolve("alpha/channel0_0");
        Files.write(stream, Arrays.copyOf(Files.readAllBytes(stream), 100));
        Files.write(fStream, new byte[100]);
        Command done = Command.run("report", "--quiet", fRecording);
        assertEquals("1 ", done.status() + " " + done.out());
        assertTrue(done.err().startsWith("hypertrace: " + fRecording.resolve("alpha") + " is damaged: "), done.err());
    }

    /** Of each stream nothing is left but the half of its first packet. */
    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void aRecordedOneCut() throws IOException {
        Path host = Samples.trace("guest-and-hypercall");
        Path recording = DamagedCopy.of(host.getParent(), fFolder.resolve("sample")).folder();
        Path guest = recording.resolve("guests/both/kernel");
        try (Stream<Path> files = Files.list(guest)) {
            for (Path file : files.filter(one -> Files.isRegularFile(one) && !one.endsWith("metadata")).toList()) {
                Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 2_000));
            }
        }
        Command done = Command.run("report", "--quiet", recording);
        assertEquals(0, done.status(), done.toString());
        assertTrue(done.err().matches("(?s).*" + guest + " is damaged: [^\n]* is damaged at byte 0: the last packet is incomplete" + LEFT_OUT + ".*"), done.err());
        assertTrue(done.out().contains("both"), done.out());
    }
}
