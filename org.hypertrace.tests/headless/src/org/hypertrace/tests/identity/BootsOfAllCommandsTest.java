/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.RestartStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** Boot 2 is the same boot whichever command is asked, however it began: after a panic, by a reset, or by another kernel. */
@Tag("platform")
class BootsOfAllCommandsTest {

    @TempDir
    private Path fFolder;

    private Path fTrace;

    @BeforeEach
    void record() throws IOException {
        fTrace = new RecordedStory(RestartStory.withCalls()).in(fFolder.resolve("in"));
    }

    private JsonObject ask(Object... words) {
        Command command = Command.run(words);
        assertEquals(0, command.status(), command.err());
        return JsonParser.parseString(command.out()).getAsJsonObject();
    }

    private List<JsonObject> ofVm(String command, String what) {
        JsonObject host = Summary.objects(ask(command, "--quiet", "--format", "json", fTrace), "hosts").get(0);
        return Summary.objects(Summary.objects(host, "vms").get(0), what);
    }

    @Test
    void bootReportsWhenTheyBegin() {
        List<String> boots = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (JsonObject boot : ofVm("boot", "boots")) {
            boots.add(boot.get("number") + " from " + boot.get("begin"));
            expected.add(boots.size() + " from " + RestartStory.BEGINS[boots.size() - 1]);
        }
        assertEquals(4, boots.size());
        assertEquals(expected, boots);
    }

    @Test
    void shutdownsEndWithThem() {
        List<String> shutdowns = new ArrayList<>();
        for (JsonObject shutdown : ofVm("shutdown", "shutdowns")) {
            shutdowns.add(shutdown.get("begin") + " to " + shutdown.get("end") + " " + shutdown.get("ending"));
        }
        assertEquals(List.of("1600 to 1750 \"reset\"", "2400 to 2950 \"reset\"", "3600 to 3900 \"booted again\""), shutdowns);
    }

    @Test
    void pathsCountThemAlike() {
        List<String> paths = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (JsonObject path : Summary.objects(ask("path", "--quiet", "--format", "json", fTrace, "--boots"), "paths")) {
            paths.add(path.getAsJsonObject("subject").get("asked").getAsString() + " to " + path.get("end"));
            expected.add(paths.size() + " to " + RestartStory.USERSPACE[paths.size() - 1]);
        }
        assertEquals(4, paths.size());
        assertEquals(expected, paths);
        for (int boot = 1; boot <= 4; boot++) {
            JsonObject path = Summary.objects(ask("path", "--quiet", "--format", "json", fTrace, "--thread", "init@" + boot), "paths").get(0);
            assertEquals(boot, path.getAsJsonObject("subject").get("boot").getAsInt());
            assertTrue(path.get("begin").getAsLong() >= RestartStory.MARKS[boot - 1], path.toString());
        }
        Command fifth = Command.run("path", "--quiet", fTrace, "--boot", "5");
        assertEquals("1 hypertrace: There is no boot 5 of VM 384; there are boots 1, 2, 3, 4.", fifth.status() + " " + fifth.err().strip());
    }

    @Test
    void threadsOfStacksAreInThem() {
        List<Integer> boots = new ArrayList<>();
        for (JsonObject vm : Summary.objects(ask("stacks", "--quiet", "--format", "json", fTrace), "vms")) {
            Summary.objects(vm, "threads").stream().filter(thread -> thread.has("tid") && thread.get("tid").getAsInt() == 1)
                    .forEach(thread -> boots.add(thread.get("boot").getAsInt()));
        }
        assertEquals(List.of(1, 2, 3, 4), boots);
    }

    /**
     * Exits of thread 1, each boot's another. They begin 10 before each event after the switch to it, and at 1700 and 2900; the one at 4900
     * has no end. The first after a reset is the firmware's. Boot 1 left a read for its panic and its end; the write of boot 4 has one.
     */
    @Test
    void exitsAreOfThreadsAndCallsOfTheirBoot() {
        assertEquals("3, 4, 5, 6", counts("task", exit -> "init".equals(word(exit, "task"))));
        assertEquals("1, 2", counts("syscall", exit -> true));
    }

    private String counts(String by, Predicate<JsonObject> of) {
        return Summary.objects(ask("exits", "--quiet", "--format", "json", fTrace, "--by", by), "exits").stream().filter(of)
                .map(exit -> exit.get("count").getAsString()).sorted().collect(Collectors.joining(", "));
    }

    private static String word(JsonObject of, String key) {
        return of.has(key) ? of.get(key).getAsString() : null;
    }

    /** No thread 1 is switched out, and so none is a process with times; but there are as many as boots. */
    @Test
    void processesAreOthersInEach() {
        JsonObject vm = Summary.objects(ask("report", "--quiet", "--format", "json", fTrace, "--table", "processes"), "vms").get(0);
        assertEquals(RestartStory.BEGINS.length, vm.get("neverSwitchedOut").getAsInt(), vm.toString());
    }

    /** The read of boot 1 has no end, least of all one in another boot. */
    @Test
    void systemCallsEndWithThem() {
        JsonObject vm = Summary.objects(ask("syscalls", "--quiet", "--format", "json", fTrace), "syscalls").get(0);
        List<JsonObject> rows = Summary.objects(vm, "rows");
        assertEquals("write", rows.stream().map(row -> word(row, "name")).collect(Collectors.joining(" ")));
        assertEquals("1 1", vm.get("calls") + " " + vm.get("unmatched"), vm.toString());
    }

    /** Restart 1 is the begin of boot 2. */
    @Test
    void restartsOfAnUpgradeAreTheBootsAfterTheFirst() {
        JsonObject upgrade = Summary.objects(ask("upgrade", "--quiet", "--format", "json", fTrace), "upgrades").get(0);
        List<String> restarts = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (JsonObject restart : Summary.objects(upgrade, "restarts")) {
            JsonObject points = restart.getAsJsonObject("points");
            restarts.add(restart.get("restart") + ": " + points.get("launched") + ' ' + points.get("kernel") + ' ' + points.get("userspace"));
        }
        for (int boot = 1; boot < RestartStory.BEGINS.length; boot++) {
            expected.add(boot + ": " + RestartStory.BEGINS[boot] + ' ' + RestartStory.MARKS[boot] + ' ' + RestartStory.USERSPACE[boot]);
        }
        assertEquals(expected, restarts);
    }

    /** The threads of each boot are others. */
    @Test
    void theReportHasAThreadOfEach() {
        JsonObject host = Summary.objects(Command.report(fTrace), "hosts").get(0);
        JsonObject vm = Summary.objects(host, "vms").get(0);
        assertEquals(4, Summary.objects(vm, "guestThreads").stream().filter(thread -> thread.get("tid").getAsInt() == 1).count(),
                vm.toString());
        assertEquals(0, vm.getAsJsonObject("losses").get("forged").getAsInt(), "first code at low addresses is believed");
    }

    @Test
    void eachIsExtractedAsATraceOfItsOwn() throws IOException {
        Path out = fFolder.resolve("out");
        Command extract = Command.run("extract", "--quiet", fTrace, "-o", out, "--guests-only");
        assertEquals(0, extract.status(), extract.err());
        assertEquals(4, extract.out().lines().count(), extract.out());
        TreeSet<String> boots = new TreeSet<>();
        extract.out().lines().forEach(line -> boots.add(line.replaceFirst("(.*): .*", "$1").replace(out.toString(), "")));
        assertEquals("/vm-384 /vm-384-boot-2 /vm-384-boot-3 /vm-384-boot-4", String.join(" ", boots));
    }
}
