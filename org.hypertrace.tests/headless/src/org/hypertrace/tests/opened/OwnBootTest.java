/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.InitcallRun;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfField;
import org.hypertrace.core.guesttrace.CtfStream;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.story.BootText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** A guest's boot from its own trace, without a host: ftrace's text and the kernel's log report the same, exactly. */
@Tag("platform")
class OwnBootTest {

    private static final int SEEDS = 3;

    @TempDir
    private Path fFolder;

    @Test
    void ftraceTextReportsEveryLevelAndInitcall() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            BootText truth = new BootText(seed);
            compare(truth, write("boot.txt", truth.ftrace()), false);
        }
    }

    @Test
    void theConsoleReportsTheSame() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            BootText truth = new BootText(seed);
            compare(truth, write("console.log", truth.console()), true);
        }
    }

    /** Any tracer of the guest's kernel that has these events will do. */
    @Test
    void aKernelTraceOfTheGuestReportsTheSame() throws Exception {
        BootText truth = new BootText(5);
        Path folder = fFolder.resolve("kernel");
        try (CtfWriter writer = new CtfWriter(folder, new UUID(1, 1), CtfClock.monotonic(new UUID(1, 2), 0),
                KernelEvents.environment("web"))) {
            writer.declare(List.of(CtfEventType.of("initcall_level", CtfField.string("level")),
                    CtfEventType.of("initcall_start", CtfField.string("func")),
                    CtfEventType.of("initcall_finish", CtfField.string("func"), CtfField.signed("ret", 32))))
                    .context(CtfField.signed("tid", 32));
            List<Record> records = new ArrayList<>();
            for (int i = 0; i < 11; i++) {
                String level = BootText.LEVELS.get(i);
                records.add(new Record(truth.levels().get(i), 1, "initcall_level", level));
            }
            for (BootText.Call call : truth.calls()) {
                String func = call.function().replaceFirst("^([^0 ]\\S*)", "$1+0x0/0x10");
                records.add(new Record(call.begin(), call.tid(), "initcall_start", func));
                records.add(new Record(call.end(), call.tid(), "initcall_finish", func, call.result()));
            }
            records.sort(Comparator.comparingLong(Record::time));
            CtfStream stream = writer.stream(0);
            for (Record record : records) {
                stream.context(record.tid).event(record.time * 1_000, record.event, record.values);
            }
        }
        GuestBoot boot = only(folder);
        assertEquals("web", boot.label());
        assertEquals(ofTruth(truth), ofBoot(boot));
    }

    private record Record(long time, int tid, String event, Object... values) { }

    private static void compare(BootText truth, Path trace, boolean isConsole) throws Exception {
        GuestBoot boot = only(trace);
        assertEquals(String.valueOf(trace.getFileName()), boot.label());
        assertEquals(0, boot.unmatched() + boot.others());
        assertEquals(11, boot.levels().size());
        assertEquals(ofTruth(truth), ofBoot(boot));
        assertEquals(ofOracle(Oracle.initcallsOf(trace)), ofBoot(boot));
        GuestBoot.Level late = boot.levels().get(10);
        assertEquals("late", late.name());
        assertEquals(truth.levelsEnd() * 1_000, late.end(), "before the modules are loaded");
        assertTrue(boot.initcalls().stream().filter(i -> i.level() < 0).count() == 40
                && boot.initcalls().size() > 800, boot.initcalls().size() + " initcalls");
        assertTrue(boot.initcalls().stream().allMatch(i -> !i.open() && (i.guestDuration() == i.duration()) == isConsole));
    }

    @Test
    void severalBootsOfALogAreSeveral() throws Exception {
        String boot = new BootText(1).console();
        List<GuestBoot> boots = boots(write("console.log", boot + boot + "[    0.000000] Linux version 6.1.0\n"));
        assertEquals(List.of("console.log", "console.log, boot 2", "console.log, boot 3"),
                boots.stream().map(GuestBoot::label).toList());
        assertEquals(boots.get(0).initcalls().size(), boots.get(1).initcalls().size());
        assertEquals(boots.get(0).end(), boots.get(1).begin());
        assertEquals(0, boots.get(2).initcalls().size());
    }

    @Test
    void aPanicIsShownInItsInitcall() throws Exception {
        GuestBoot boot = only(write("console.log", """
                [    0.000000] Linux version 6.1.0
                [    0.900000] entering initcall level: device
                [    1.000000] calling  bad_init+0x0/0x30 @ 1
                [    1.000100] BUG: unable to handle page fault for address: 0000000000000010
                [    1.000300] CPU: 0 PID: 1 Comm: swapper/0 Not tainted 6.1.0
                [    1.000400] RIP: 0010:bad_init+0x12/0x30
                [    1.000700] ---[ end trace 0000000000000000 ]---
                [    1.000800] Kernel panic - not syncing: Attempted to kill init! exitcode=0x00000009
                [    3.000000] late words
                """));
        List<CrashReport> crashes = boot.crashes();
        assertEquals(List.of("BUG: unable to handle page fault for address: 0000000000000010 in bad_init+0x12/0x30",
                "Attempted to kill init! exitcode=0x00000009"), crashes.stream().map(CrashReport::reason).toList());
        assertEquals(List.of("bad_init", "bad_init"), crashes.stream().map(crash -> crash.initcall().name()).toList());
        assertEquals(16, crashes.get(0).fault());
        assertEquals(1_000_800_000, boot.begin(Lifecycle.PANICKED));
        InitcallRun open = boot.initcalls().get(0);
        assertTrue(open.open() && open.end() == 1_000_800_000, open.toString());
    }

    /** The report of boots is that of any guest's, but for what only a host knows. */
    @Test
    void theCommandReportsAndComparesThem() throws Exception {
        BootText truth = new BootText(1);
        Path first = write("web-1.txt", truth.ftrace());
        Path second = write("web-2.log", new BootText(1).console().replaceAll("(?m)^(.*calling  driver_500_init)",
                "[    9.000000] probing\n$1"));
        for (String format : List.of("text", "json", "csv", "html", "tap")) {
            Command boot = Command.run("boot", "--quiet", "--format", format, first);
            assertEquals(0, boot.status(), boot.toString());
            assertTrue(boot.err().isEmpty() && boot.log().isEmpty() && boot.out().contains(format.equals("tap") ? "web-1" : "late"),
                    boot.toString());
            String shown = boot.out().replaceAll("(?s)<script.*?</script>", "");
            assertTrue(!shown.contains("NaN") && !shown.contains("null"), boot.toString());
        }
        Command comparison = Command.run("boot", "--quiet", first, second, "--compare", "web-1.txt", "web-2.log");
        assertEquals(0, comparison.status(), comparison.toString());
        assertTrue(comparison.out().contains("web-2.log"), comparison.out());
    }

    /** Whatever a text reports, the model of it is built; what is too much is counted. */
    @Test
    void hostileBootsAreShown() throws Exception {
        StringBuilder text = new StringBuilder("# tracer: nop\n");
        String line = "x-%d [%d] ..... %s: initcall_%s\n";
        for (int i = 0; i < 20_000; i++) {
            text.append(String.format(line, i, i % 20_000, "1.0" + i, "start: func=f" + i + "+0x0/0x1"));
            text.append(String.format(line, 1, 0, "1.0", "level: level=" + "l".repeat(i % 300 + 1)));
            text.append(String.format(line, 7, 0, "0.5", "start: func=" + "nest".repeat(100)));
            text.append(String.format(line, 8, 0, "2.0", "finish: func=unknown ret=-1"));
        }
        text.append(String.format(line, 1, 0, "9223372035.999999999", "start: func=last+0x0/0x1")).append("\u0000\u0001garbage");
        GuestBoot boot = only(write("hostile.txt", text.toString()));
        assertEquals(20_000, boot.unmatched());
        assertTrue(boot.others() > 10_000, boot.others() + " are not kept");
        assertTrue(boot.initcalls().stream().allMatch(i -> i.end() >= i.begin()));

        text = new StringBuilder(new BootText(1).console());
        for (int i = 0; i < 3_000; i++) {
            text.append("[9223372035.999999] initcall f+0x0/0x1 returned 0 after 5 usecs\n[    0.000000] Linux version 6\n")
                    .append("[    0.000001] Kernel panic - not syncing: ").append(i).append('\n');
        }
        List<GuestBoot> boots = boots(write("hostile.log", text.toString()));
        assertTrue(boots.size() > 1 && boots.stream().allMatch(one -> one.end() >= one.begin()), boots.size() + " boots");
    }

    /** A file written again under its name is another one. */
    @Test
    void nothingIsKeptOfAFileThatIsWrittenAgain() throws Exception {
        assertEquals(1, boots(write("console.log", "[    0.000000] Linux version 6.1.0\n")).size());
        String boot = new BootText(1).console();
        assertEquals(2, boots(write("console.log", boot + boot)).size());
    }

    private static String ofTruth(BootText truth) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            long end = i < 10 ? truth.levels().get(i + 1) : truth.levelsEnd();
            lines.add(BootText.LEVELS.get(i) + ' ' + truth.levels().get(i) * 1_000 + ' ' + end * 1_000);
        }
        for (BootText.Call call : truth.calls()) {
            lines.add(call.function() + ' ' + call.tid() + ' ' + call.begin() * 1_000 + ' ' + call.end() * 1_000 + ' '
                    + call.result() + ' ' + call.level());
        }
        return String.join("\n", lines);
    }

    private static String ofBoot(GuestBoot boot) {
        List<String> lines = new ArrayList<>();
        boot.levels().forEach(level -> lines.add(level.name() + ' ' + level.begin() + ' ' + level.end()));
        boot.initcalls().forEach(i -> lines.add((i.name() != null ? i.name() : "0x" + Long.toHexString(i.address()))
                + ' ' + i.tid() + ' ' + i.begin() + ' ' + i.end() + ' ' + i.result() + ' ' + i.level()));
        return String.join("\n", lines);
    }

    private static String ofOracle(JsonObject boot) {
        List<String> lines = new ArrayList<>();
        for (JsonObject level : Summary.objects(boot, "levels")) {
            lines.add(level.get("name").getAsString() + ' ' + level.get("begin") + ' ' + level.get("end"));
        }
        for (JsonObject call : Summary.objects(boot, "initcalls")) {
            lines.add(call.get("function").getAsString() + ' ' + call.get("tid") + ' ' + call.get("begin") + ' '
                    + call.get("end") + ' ' + call.get("result") + ' ' + call.get("level"));
        }
        return String.join("\n", lines);
    }

    private static GuestBoot only(Path trace) throws Exception {
        List<GuestBoot> boots = boots(trace);
        assertEquals(1, boots.size());
        return boots.get(0);
    }

    private static List<GuestBoot> boots(Path trace) throws Exception {
        try (OpenTraces traces = OpenTraces.open(List.of(trace))) {
            return Boots.of(traces.model(new NullProgressMonitor()));
        }
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(fFolder.resolve(name), text);
    }
}
