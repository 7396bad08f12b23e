/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.core.settings.DialectChoices.Choice;
import org.hypertrace.core.settings.WorkspaceDialects;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace opened again after the user chose dialects: the history is made anew if, and only if, the choice differs. */
@Tag("platform")
class HistoryOfDialectsTest {

    @TempDir
    private Path fFolder;

    private CountedOpenings fTraces;

    @BeforeEach
    void record() throws IOException {
        fTraces = new CountedOpenings(fFolder.resolve("both"));
        new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
    }

    @Test
    void dialectsThatTheUserChoseAreTaken() throws Exception {
        Path trace = speaking("speaking");
        assertTrue(fTraces.open(trace).contains("dialect=hypertrace-1, detected=nothing decides"));
        choose(trace, new Choice(null, "p3"));
        String chosen = fTraces.open(trace);
        assertTrue(chosen.contains("dialect=p3, detected=chosen by the user"), chosen);
        assertEquals(2, fTraces.requests());
        assertEquals(chosen, fTraces.open(trace));
        assertEquals(2, fTraces.requests());
        choose(trace, new Choice("385", "p4"), new Choice("384", "p2"), new Choice(null, "p3"));
        assertTrue(fTraces.open(trace).contains("dialect=p2, detected=chosen by the user"));
        assertEquals(3, fTraces.requests());
        choose(trace);
        assertTrue(fTraces.open(trace).contains("dialect=hypertrace-1, detected=nothing decides"));
        assertEquals(4, fTraces.requests());
    }

    @Test
    void aDictionaryOfTheWorkspaceThatChangedIsRead() throws Exception {
        Path trace = speaking("own-speaking");
        choose(trace, new Choice(null, "history-test"));
        Path file = WorkspaceDialects.get().folder().resolve("history-test.json");
        try {
            assertEquals("There is no dialect \"history-test\" in the workspace. Choose again: Guest dialects… in the context "
                    + "menu of the trace.", assertThrows(IOException.class, () -> fTraces.open(trace)).getMessage());
            for (int number : new int[] { 200, 100 }) {
                WorkspaceDialects.get().add(RecordedStory.write(fFolder, "history-test.json", """
                        { "name": "history-test", "events": [
                          { "number": %d, "event": "mark", "fields": { "tid": "a0", "value": "a1" } } ] }
                        """.formatted(number)));
                assertTrue(fTraces.open(trace).contains("dialect=history-test") && fTraces.open(trace).contains("unknownNumbers=" + number / 200));
            }
            assertEquals(2, fTraces.requests());
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Test
    void choicesOfAnExperimentAreItsOwn() throws Exception {
        Path trace = speaking("in-experiment");
        choose(trace, new Choice(null, "p3"));
        assertTrue(fTraces.open(trace, fFolder.resolve("alpha")).contains("dialect=hypertrace-1"));
        choose(fFolder.resolve("both"), new Choice("384#1", "p4"));
        assertTrue(fTraces.open(trace, fFolder.resolve("alpha")).contains("dialect=p4"));
        choose(fFolder.resolve("both"));
    }

    @Test
    void damagedChoicesAreReported() throws Exception {
        Path trace = speaking("damaged");
        Path file = choose(trace, new Choice(null, "p3"));
        Files.writeString(file, "{ \"version\": 1,\n  \"dialects\": 7 }");
        String sentence = assertThrows(IOException.class, () -> fTraces.open(trace)).getMessage();
        assertEquals(file + ": dialects must be a list, […]. Choose again: Guest dialects… in the context menu of the trace.", sentence);
        assertEquals(0, fTraces.requests());
        choose(trace);
    }

    /** Its guest reports something that only P3 and version 1 have, which proves nothing. */
    private Path speaking(String host) throws IOException {
        return new RecordedStory((RecordedStory.ENTERED + """
                120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                121 alpha cpu0 kvm_hypercall 0x64 0xffffffff974f53b0 11 0 0
                130 alpha cpu0 kvm_entry
                """).replace("alpha", host)).in(fFolder);
    }

    /** Chooses for a trace, as the dialog does. */
    private static Path choose(Path trace, Choice... choices) throws IOException {
        Path folder = Path.of(TmfTraceManager.getTemporaryDirPath(), trace.toString());
        DialectChoices.write(Files.createDirectories(folder).resolve(DialectChoices.FILE_NAME), List.of(choices));
        return folder.resolve(DialectChoices.FILE_NAME);
    }
}
