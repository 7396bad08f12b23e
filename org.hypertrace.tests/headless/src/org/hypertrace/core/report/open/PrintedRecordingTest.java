/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace.dat is printed by the installed trace-cmd, a perf.data by perf; a script stands in for them. */
@Tag("plain")
class PrintedRecordingTest {

    private static final String EVENT = "            bash-9     [000]   100.000000001: sched_switch:         bash:9 [120] S ==> swapper/0:0 [120]\n";

    @TempDir
    private Path fFolder;

    private Path dat(int version) throws IOException {
        return Files.write(fFolder.resolve("trace.dat"), ("\u0017\bDtracing" + version + "\0rest").getBytes(StandardCharsets.ISO_8859_1));
    }

    private Path perf() throws IOException {
        return Files.writeString(fFolder.resolve("perf.data"), "PERFILE2rest");
    }

    /** It prints its version without a command, and notes how often it is asked for a report. */
    private String program(String version, String report) throws IOException {
        Path script = fFolder.resolve("trace-cmd");
        Files.writeString(script, "#!/bin/sh\nif [ $# = 0 ]; then echo 'trace-cmd version " + version + " (not-a-git-repo)'; exit 1; fi\n"
                + "echo \"$*\" >>'" + fFolder.resolve("calls") + "'\n" + report + '\n');
        assertTrue(script.toFile().setExecutable(true));
        return script.toString();
    }

    private Path print(String program, Path file) throws ReportException {
        return PrintedRecording.of(file).by(program).text(fFolder.resolve("into"), new NullProgressMonitor());
    }

    private String refused(String program, Path file) {
        return assertThrows(ReportException.class, () -> print(program, file)).getMessage();
    }

    @Test
    void aRecordingIsKnownByItsBegin() throws IOException {
        assertNotNull(PrintedRecording.of(dat(6)));
        assertNotNull(PrintedRecording.of(perf()));
        assertNull(PrintedRecording.of(Files.writeString(fFolder.resolve("text"), EVENT)));
        assertNull(PrintedRecording.of(Files.writeString(fFolder.resolve("short"), "\u0017")));
        assertNull(PrintedRecording.of(fFolder.resolve("none")));
    }

    @Test
    void itsTextIsPrintedOnce() throws Exception {
        Path file = dat(7);
        String program = program("3.1.6", "cat <<'E'\n" + EVENT + "E");
        Path text = print(program, file);
        assertEquals(EVENT, Files.readString(text));
        assertEquals(text, print(program, file));
        assertEquals(List.of("report -t -i " + file), Files.readAllLines(fFolder.resolve("calls")));
        try (var left = Files.list(fFolder.resolve("into"))) {
            assertEquals(List.of(text), left.toList());
        }
    }

    @Test
    void aProgramThatIsTooOldIsNamed() throws Exception {
        assertEquals(fFolder.resolve("trace.dat") + " is of version 7, which trace-cmd reads from 3.0 on; the installed one is older.",
                refused(program("2.9.1", "exit 0"), dat(7)));
        assertEquals("", Files.readString(print(program("2.9.1", "exit 0"), dat(6))));
    }

    @Test
    void whatTheProgramReportsIsPassedOn() throws Exception {
        Path file = dat(6);
        assertEquals("trace-cmd report cannot read " + file + ": error \ufffd[2J here.",
                refused(program("3.1.6", "echo first >&2; printf 'error \\033[2J here\\n' >&2; exit 3"), file));
        assertEquals("trace-cmd report cannot read " + file + ": it ended with status 4.", refused(program("3.1.6", "exit 4"), file));
    }

    @Test
    void withoutTheProgramTheSentenceNamesIt() throws Exception {
        assertTrue(refused(fFolder.resolve("nowhere").toString(), dat(6)).contains("trace-cmd is not installed; install it"));
    }

    @Test
    void perfPrintsItsOwn() throws Exception {
        Path file = perf();
        assertEquals(EVENT, Files.readString(print(program("", "cat <<'E'\n" + EVENT + "E"), file)));
        assertEquals(List.of("script --guestkallsyms=/dev/null --ns -F comm,pid,tid,cpu,time,event,trace -i " + file), Files.readAllLines(fFolder.resolve("calls")));
        Files.writeString(file, "PERFILE2more");
        assertEquals("perf script cannot read " + file + ": incompatible file format.",
                refused(program("", "echo 'incompatible file format' >&2; exit 255"), file));
        assertEquals(file + " is a recording of perf, and perf is not installed; install it (apt-get install linux-perf), or give the text that "
                + "perf script --guestkallsyms=/dev/null --ns -F comm,pid,tid,cpu,time,event,trace prints.", refused(fFolder.resolve("nowhere").toString(), file));
    }

    /** It has the option from 5.12 on. */
    @Test
    void anOlderPerfIsAskedWithoutGuests() throws Exception {
        Path file = perf();
        String program = program("", "if [ \"$2\" != --ns ]; then echo '  Error: unknown option guestkallsyms' >&2; exit 129; fi\ncat <<'E'\n" + EVENT + "E");
        assertEquals(EVENT, Files.readString(print(program, file)));
        assertEquals(List.of("script --guestkallsyms=/dev/null --ns -F comm,pid,tid,cpu,time,event,trace -i " + file,
                "script --ns -F comm,pid,tid,cpu,time,event,trace -i " + file), Files.readAllLines(fFolder.resolve("calls")));
    }

    @Test
    void itCanBeCancelled() throws Exception {
        NullProgressMonitor monitor = new NullProgressMonitor();
        monitor.setCanceled(true);
        Path file = dat(6);
        String program = program("3.1.6", "exec sleep 600");
        assertEquals(ReportException.CANCELLED,
                assertThrows(ReportException.class, () -> PrintedRecording.of(file).by(program).text(fFolder.resolve("into"), monitor)).getMessage());
    }
}
