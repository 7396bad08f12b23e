/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** What the report reports of a guest's words: the dialect, what was lost and what is contradictory. */
@Tag("platform")
class GuestWordsTest {

    /** Two switches of the kernel, numbers 1 and 4; a switch that a process reports; a level that is none; an unknown number. */
    private static final String CONTRADICTORY = RecordedStory.ENTERED + """
            120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            121 alpha cpu0 kvm_hypercall 0x0000000100000066 0x100000002 0x7878000000 0 0
            125 alpha cpu0 kvm_entry
            130 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            131 alpha cpu0 kvm_hypercall 0x0000000400000066 0x200000001 0x7878000000 0 0
            135 alpha cpu0 kvm_entry
            140 alpha cpu0 kvm_exit VMMCALL 0 0x401000
            141 alpha cpu0 kvm_hypercall 0x66 0x200000001 0x7878000000 0 0
            145 alpha cpu0 kvm_entry
            150 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            151 alpha cpu0 kvm_hypercall 0x99 1 2 3 4
            155 alpha cpu0 kvm_entry
            160 alpha cpu0 kvm_exit INTR 0
            """;

    @TempDir
    private Path fFolder;

    private static JsonObject vm(JsonObject report) {
        return Summary.objects(Summary.objects(report, "hosts").get(0), "vms").get(0);
    }

    @Test
    void contradictoryWordsAreCountedAndExplained() throws IOException {
        Path trace = new RecordedStory(CONTRADICTORY).in(fFolder);
        JsonObject vm = vm(Command.report(trace));
        assertEquals("hypertrace-1", vm.get("dialect").getAsString());
        assertEquals("numbers 0x66-0xa3 occur, which only version 1 has", vm.get("dialectEvidence").getAsString());
        assertEquals("{\"lost\":2,\"repeated\":0,\"implausible\":0,\"forged\":1,\"malformed\":0,\"unknownNumbers\":1,"
                + "\"late\":0,\"cpuMismatches\":0}", vm.get("losses").toString());
        String text = Command.run("report", "--quiet", trace).out();
        assertTrue(text.contains("    dialect hypertrace-1: numbers 0x66-0xa3 occur, which only version 1 has\n"), text);
        assertTrue(text.endsWith("""
                Data quality
                  - VM 384: lost 2 - hypercalls missing by their numbers, or of no known thread: each at least one guest event.
                    See whether the host's tracer discarded events; let the guest send batches.
                  - VM 384: forged 1 - hypercalls of guest processes that only a kernel may send: not believed.
                    Find the process: nothing that it sent is shown.
                  - VM 384: unknownNumbers 1 - hypercalls with a number that the dialect does not know: not decoded.
                    Choose the guest tracer's dialect, or write a dictionary of it.
                """), text);
    }

    @Test
    void onlyTheStretchAskedForCounts() throws IOException {
        Path trace = new RecordedStory(CONTRADICTORY).in(fFolder);
        assertEquals("{\"lost\":0,\"repeated\":0,\"implausible\":0,\"forged\":1,\"malformed\":0,\"unknownNumbers\":0,"
                + "\"late\":0,\"cpuMismatches\":0}", vm(Command.report(trace, "--from", 141, "--to", 151)).get("losses").toString());
    }

    @Test
    void aGuestThatReportsNothingHasNoDialect() throws IOException {
        JsonObject silent = vm(Command.report(new RecordedStory(RecordedStory.ENTERED + "120 alpha cpu0 kvm_exit INTR 0\n").in(fFolder)));
        assertFalse(silent.has("dialect") || silent.has("losses"));
    }

    @Test
    void kvmsOwnHypercallsAreNoDialect() throws IOException {
        JsonObject kvm = vm(Command.report(new RecordedStory(RecordedStory.ENTERED + """
                120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                121 alpha cpu0 kvm_hypercall 5 0 1 0 0
                """).in(fFolder)));
        assertFalse(kvm.has("dialect"));
        assertTrue(kvm.has("losses"));
    }

    @Test
    void whoReportsWithoutRunningAGuestIsNamed() throws IOException {
        String text = Command.run("report", "--quiet", new RecordedStory(RecordedStory.ENTERED + """
                120 alpha cpu0 kvm_exit INTR 0
                130 alpha cpu0 sched_switch CPU_0/KVM:386 S bash:9
                131 alpha cpu0 kvm_hypercall 0x99 1 2 3 4
                """).in(fFolder)).out();
        assertTrue(text.contains("  - process or thread 9#1, which runs no guest: unknownNumbers 1 - hypercalls with a number"), text);
    }

    @Test
    void aUsersOwnDictionaryDecodesWhatTheBuiltInOnesCannot() throws IOException {
        Path trace = new RecordedStory(RecordedStory.ENTERED + """
                120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                121 alpha cpu0 kvm_hypercall 7777 5 6 0 'a'
                """).in(fFolder);
        assertEquals(1, vm(Command.report(trace)).getAsJsonObject("losses").get("unknownNumbers").getAsInt());
        Path file = RecordedStory.write(fFolder, "own.json", """
                { "name": "own", "title": "ours", "events": [
                  { "number": 7777, "event": "sched_switch", "fields": { "prev_tid": "a0", "next_tid": "a1" } } ] }
                """);
        for (Object option : new Object[] { file, "384=" + file, "384#1=" + file }) {
            JsonObject vm = vm(Command.report(trace, "--dialect", option));
            assertEquals("own", vm.get("dialect").getAsString());
            assertEquals("chosen by the user", vm.get("dialectEvidence").getAsString());
            assertEquals(0, vm.getAsJsonObject("losses").get("unknownNumbers").getAsInt());
            assertEquals("{\"sched_switch\":1}", vm.getAsJsonObject("guestEvents").toString());
        }
        Command other = Command.run("report", "--quiet", "--dialect", "385=" + file, trace);
        assertEquals("1 hypertrace: --dialect: There is no VM 385; there is VM 384.\n", other.status() + " " + other.err());
    }

    @Test
    void aDictionaryThatIsWrongIsNamedWithThePlaceAndTheReason() throws IOException {
        Path trace = new RecordedStory(RecordedStory.ENTERED).in(fFolder);
        Path file = RecordedStory.write(fFolder, "own.json", "{ \"name\": \"own\",\n \"events\": 7 }");
        Command command = Command.run("report", "--quiet", "--dialect", file, trace);
        assertEquals(1, command.status());
        assertTrue(command.err().startsWith("hypertrace: --dialect: " + file) && command.err().contains("events"), command.err());
        assertEquals(1, command.err().lines().count());
        Command missing = Command.run("report", "--quiet", "--dialect", "p9", trace);
        assertEquals(1, missing.status());
        assertTrue(missing.err().contains("Built-in dialects are hypertrace-1, p1, p2, p3, p4, p5."), missing.err());
    }

    /** Not the one in which losing events is the lesson. */
    static Stream<String> samples() {
        return Samples.recorded().filter(name -> !name.equals("lossy"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void nothingIsContradictoryInTheSamples(String sample) {
        for (JsonObject vm : Summary.objects(Summary.objects(Command.ofSample("report", sample), "hosts").get(0), "vms")) {
            assertEquals("hypertrace-1", vm.get("dialect").getAsString());
            vm.getAsJsonObject("losses").entrySet().forEach(loss -> assertEquals(0, loss.getValue().getAsInt(), loss.getKey()));
        }
    }
}
