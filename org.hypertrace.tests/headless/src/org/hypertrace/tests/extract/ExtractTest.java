/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** {@code releng/hypertrace extract}: what it writes, what it reports, and what it refuses. */
@Tag("platform")
class ExtractTest {

    /** Two hosts with a VM each, the same ids; each VM switches twice, alpha's reports a name of its own. */
    private static final String STORY = Stream.of("alpha", "beta").map(host -> """
            100 HOST cpu0 fork CPU_0/KVM:386 384
            110 HOST cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            120 HOST cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            121 HOST cpu0 kvm_hypercall 0x66 0x1 0x787800000000 'init' 0
            125 HOST cpu0 kvm_entry
            130 HOST cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            131 HOST cpu0 kvm_hypercall 0x66 0x100000000 0x787800000001 'swapper/' '0'
            135 HOST cpu0 kvm_entry
            """.replace("HOST", host)).reduce("", String::concat);
    private static final String NAME = """
            140 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            141 alpha cpu0 kvm_hypercall 0x88 0 0x8000000000000004 'web-1' 0
            145 alpha cpu0 kvm_entry
            """;
    private static final String ALPHA = STORY.replaceAll("\\d+ beta .*\n", "") + NAME;

    @TempDir
    private Path fFolder;

    private Path out() {
        return fFolder.resolve("out");
    }

    private static Command extract(Object... words) {
        Object[] all = Stream.concat(Stream.of("extract", "--quiet"), Stream.of(words)).toArray();
        Command command = Command.run(all);
        assertEquals(List.of(), command.log());
        return command;
    }

    private void assertRefused(String sentence, Object... words) {
        Command command = extract(words);
        assertEquals("1 hypertrace: " + sentence.replace("IN", fFolder.toString()) + '\n', command.status() + " " + command.err());
        assertEquals("", command.out());
    }

    private static String tree(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return String.join(" ", files.filter(Files::isRegularFile).map(path -> folder.relativize(path).toString()).sorted().toList());
        }
    }

    @Test
    void aGuestThatIsCalledAsTheManifestGetsAnotherFolder() throws IOException {
        Path trace = new RecordedStory(ALPHA.replace("'web-1' 0", "'hypertra' 'ce.json'")).in(fFolder.resolve("in"));
        Command command = extract(trace, "-o", out());
        assertEquals(0, command.status(), command.err());
        assertEquals("alpha/channel0_0 alpha/metadata hypertrace.json hypertrace.json-2/channel0_0 hypertrace.json-2/metadata",
                tree(out()));
    }

    @Test
    void theFolderIsAnExperimentOfTheHostAndItsGuest() throws IOException {
        Path trace = new RecordedStory(ALPHA).in(fFolder.resolve("in"));
        Command command = extract(trace, "-o", out());
        assertEquals("0 " + """
                OUT/alpha: the host's trace
                OUT/web-1: web-1, 3 events, 0 lost
                """.replace("OUT", out().toString()), command.status() + " " + command.out());
        assertEquals("alpha/channel0_0 alpha/metadata hypertrace.json web-1/channel0_0 web-1/metadata", tree(out()));
        assertEquals("""
                {"version":1,"host":"alpha","vms":[{"pid":384,"name":"web-1","guestTrace":"web-1"}],"extracted":["alpha","web-1"]}""",
                JsonParser.parseString(Files.readString(out().resolve("hypertrace.json"))).toString());
        JsonObject report = Command.report(out());
        assertEquals(Summary.of(Command.report(trace)), Summary.of(report), "the guest's trace changes nothing of the host's");
        assertEquals("[\"" + out().resolve("web-1") + "\"]", Summary.objects(Summary.objects(report, "hosts").get(0), "vms").get(0)
                .get("guestTraces").toString());
        Command text = Command.run("report", "--quiet", out());
        assertTrue(text.out().contains("    its own trace: " + out().resolve("web-1") + '\n'), text.toString());
        assertEquals("""
                [00:00:00.000000121] web-1 sched_switch: { cpu_id = 0 }, { prev_comm = "swapper/0", prev_tid = 0, prev_prio = 20, prev_state = 0, next_comm = "init", next_tid = 1, next_prio = 20 }
                [00:00:00.000000131] web-1 sched_switch: { cpu_id = 0 }, { prev_comm = "init", prev_tid = 1, prev_prio = 20, prev_state = 1, next_comm = "swapper/0", next_tid = 0, next_prio = 20 }
                [00:00:00.000000141] web-1 hypertrace_name: { cpu_id = 0 }, { type = "vm", id = 0x0, name = "web-1" }
                """, Tool.run("babeltrace2", "--no-delta", "--clock-gmt", out().resolve("web-1")));
    }

    @Test
    void everyHostOfSeveralHasAFolder() throws IOException {
        new RecordedStory(STORY + NAME).in(fFolder.resolve("in"));
        assertEquals(0, extract(fFolder.resolve("in"), "-o", out()).status());
        assertEquals("alpha/alpha/channel0_0 alpha/alpha/metadata alpha/hypertrace.json alpha/web-1/channel0_0 alpha/web-1/metadata "
                + "beta/beta/channel0_0 beta/beta/metadata beta/hypertrace.json beta/vm-384/channel0_0 beta/vm-384/metadata", tree(out()));
        assertEquals(0, extract(fFolder.resolve("in"), "-o", out(), "--force").status(), "once more");
        JsonObject report = Command.report(out());
        for (int host = 0; host < 2; host++) {
            JsonObject vm = Summary.objects(Summary.objects(report, "hosts").get(host), "vms").get(0);
            assertEquals(1, vm.getAsJsonArray("guestTraces").size(), vm.toString());
        }
    }

    @Test
    void onlyOneVmAndOnlyGuests() throws IOException {
        new RecordedStory(STORY + NAME).in(fFolder.resolve("in"));
        assertEquals(0, extract(fFolder.resolve("in"), "-o", out(), "--vm", "web-1", "--guests-only").status());
        assertEquals("alpha/web-1/channel0_0 alpha/web-1/metadata", tree(out()));
        assertRefused("There is no VM db; there are alpha:web-1, beta:VM 384.", fFolder.resolve("in"),
                "-o", fFolder.resolve("other"), "--vm", "db");
        assertFalse(Files.exists(fFolder.resolve("other")), "nothing is left");
    }

    @Test
    void theManifestOfTheRecordingIsTakenOver() throws IOException {
        new RecordedStory(ALPHA).in(fFolder.resolve("in"));
        RecordedStory.write(fFolder.resolve("in"), "hypertrace.json", """
                { "host": "node-a", "more": 1, "vms": [ { "name": "db", "pid": 7, "vcpus": [8] },
                  { "name": "front", "pid": 384, "dialect": "hypertrace-1", "symbols": "x" } ] }
                """);
        assertEquals(0, extract(fFolder.resolve("in"), "-o", out()).status());
        assertEquals("""
                {"version":1,"host":"node-a","vms":[{"name":"db","pid":7,"vcpus":[8]},\
                {"name":"front","pid":384,"dialect":"hypertrace-1","guestTrace":"front"}],"extracted":["front","node-a"]}""",
                JsonParser.parseString(Files.readString(out().resolve("hypertrace.json"))).toString());
    }

    /** Two of the same name, and one that is of two VMs; one is not there. */
    @Test
    void theSymbolsOfTheRecordingGoAlong() throws IOException {
        Path in = fFolder.resolve("in");
        new RecordedStory(ALPHA).in(in);
        for (String kernel : List.of("old", "new")) {
            Files.writeString(Files.createDirectories(in.resolve(kernel)).resolve("System.map"), "ffffffff81000000 T " + kernel + '\n');
        }
        RecordedStory.write(in, "hypertrace.json", """
                { "vms": [ { "name": "front", "pid": 384, "symbols": "old/System.map" }, { "name": "db", "pid": 7, "symbols": "new/System.map" },
                  { "name": "twin", "pid": 8, "symbols": "old/System.map" }, { "name": "none", "pid": 9, "symbols": "other" } ] }
                """);
        assertEquals(0, extract(in, "-o", out()).status());
        assertEquals("alpha/channel0_0 alpha/metadata front/channel0_0 front/metadata hypertrace.json symbols/System.map symbols/System.map-2", tree(out()));
        assertEquals("old new", Stream.of("System.map", "System.map-2").map(name -> out().resolve("symbols").resolve(name)).map(ExtractTest::lastWord)
                .collect(Collectors.joining(" ")));
        JsonObject manifest = JsonParser.parseString(Files.readString(out().resolve("hypertrace.json"))).getAsJsonObject();
        assertEquals("symbols/System.map, symbols/System.map-2, symbols/System.map, null", Summary.objects(manifest, "vms").stream()
                .map(vm -> vm.has("symbols") ? vm.get("symbols").getAsString() : "null").collect(Collectors.joining(", ")));
        assertEquals("[\"alpha\",\"front\",\"symbols\"]", manifest.get("extracted").toString());
        assertEquals(0, extract(in, "-o", out(), "--force").status(), "they are replaced, too");
        Command exits = Command.run("exits", "--quiet", out(), "--vm", "front");
        assertTrue(exits.status() == 0 && !exits.err().contains("System.map"), exits.toString());
    }

    /** Its traces are not of a process of the host: the manifest has them below their VM. */
    @Test
    void namesAndSymbolsOfNestedGuestsGoAlong() throws IOException {
        Path in = fFolder.resolve("in");
        new RecordedStory(ALPHA).in(in);
        Files.writeString(Files.createDirectories(in.resolve("inner")).resolve("System.map"), "ffffffff81000000 T inner\n");
        Files.writeString(in.resolve("System.map"), "ffffffff81000000 T outer\n");
        RecordedStory.write(in, "hypertrace.json", """
                { "vms": [ { "name": "front", "pid": 384, "symbols": "System.map",
                    "nested": [ { "name": "inner", "symbols": "inner/System.map" }, { "name": "other" } ] } ] }
                """);
        assertEquals(0, extract(in, "-o", out()).status());
        JsonObject vm = Summary.objects(JsonParser.parseString(Files.readString(out().resolve("hypertrace.json"))).getAsJsonObject(), "vms").get(0);
        assertEquals("symbols/System.map [{\"name\":\"inner\",\"symbols\":\"symbols/System.map-2\"},{\"name\":\"other\"}]",
                vm.get("symbols").getAsString() + ' ' + vm.get("nested"));
        assertEquals("outer inner", lastWord(out().resolve("symbols/System.map")) + ' ' + lastWord(out().resolve("symbols/System.map-2")));
        assertEquals(0, Command.run("exits", "--quiet", out(), "--vm", "front").status());
    }

    private static String lastWord(Path file) {
        try {
            return Files.readString(file).strip().replaceFirst(".* ", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsThereIsNotOverwritten() throws IOException {
        Path trace = new RecordedStory(ALPHA).in(fFolder.resolve("in"));
        Files.writeString(Files.createDirectories(out()).resolve("notes.txt"), "mine");
        assertRefused("IN/out is not empty; choose another folder, or --force to replace what an earlier extraction wrote there.",
                trace, "-o", out());
        assertEquals(0, extract(trace, "-o", out(), "--force").status());
        assertEquals(0, extract(trace, "-o", out(), "--force", "--from", 130).status());
        assertEquals("alpha/channel0_0 alpha/metadata hypertrace.json notes.txt web-1/channel0_0 web-1/metadata", tree(out()));
        assertEquals(2, Tool.run("babeltrace2", out().resolve("web-1")).lines().count(), "the second is there");
        Path other = fFolder.resolve("other");
        Files.writeString(Files.createDirectories(other.resolve("web-1")).resolve("mine"), "mine");
        assertRefused("IN/other/web-1 is in the way, and no earlier extraction wrote it; move it or choose another folder.",
                trace, "-o", other, "--force");
        assertEquals("web-1/mine", tree(other));
        assertRefused("IN/out/notes.txt is not a folder; choose another one.", trace, "-o", out().resolve("notes.txt"));
    }

    @Test
    void whatAKilledExtractionLeftIsNoTraceAndGoes() throws IOException {
        Path trace = new RecordedStory(ALPHA).in(fFolder.resolve("in"));
        Files.writeString(Files.createDirectories(out().resolve(".hypertrace-partial/0-0")).resolve("channel0_0"), "half");
        assertEquals(0, extract(trace, "-o", out()).status());
        assertEquals("alpha/channel0_0 alpha/metadata hypertrace.json web-1/channel0_0 web-1/metadata", tree(out()));
    }

    @Test
    void itIsReportedWhyThereIsNothingToWrite() throws IOException {
        String silent = ALPHA.replaceAll("\\d+ alpha cpu0 kvm_hypercall .*\n", "");
        Path trace = new RecordedStory(silent).in(fFolder.resolve("in"));
        assertRefused("IN/in/alpha: no VM reports any event: start a guest tracer in it while the host is recorded.",
                trace, "-o", out());
        Path without = new RecordedStory(silent).without(name -> name.contains("hypercall")).in(fFolder.resolve("without"));
        assertRefused("IN/without/alpha: guest events were not recorded: record also lttng enable-event -k kvm_x86_hypercall.",
                without, "-o", out());
        Path talking = new RecordedStory(ALPHA).in(fFolder.resolve("talking"));
        assertRefused("IN/talking/alpha: no VM reports any event in that time.", talking, "-o", out(), "--from", 1000);
        assertFalse(Files.exists(out()), "nothing is left");
        assertEquals(2, extract(talking).status());
        assertEquals(2, extract(talking, "-o", out(), "--from", 10, "--to", 10).status());
    }
}
