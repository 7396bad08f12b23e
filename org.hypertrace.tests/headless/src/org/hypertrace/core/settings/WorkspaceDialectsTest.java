/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.settings.DialectChoices.Choice;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dictionaries in the workspace, and what is chosen of them. */
class WorkspaceDialectsTest {

    @TempDir
    private Path fFolder;
    private WorkspaceDialects fDialects;

    @BeforeEach
    void emptyWorkspace() {
        fDialects = new WorkspaceDialects(fFolder.resolve("workspace").resolve("dialects"));
    }

    private static String dictionary(String name, int number) {
        return "{ \"name\": \"" + name + "\", \"events\": [ { \"number\": " + number
                + ", \"event\": \"mark\", \"fields\": { \"tid\": \"a0\", \"value\": \"a1\" } } ] }";
    }

    private Path file(String name, String text) throws IOException {
        return RecordedStory.write(fFolder, name, text);
    }

    private String names() {
        return String.join(" ", fDialects.found().dialects().stream().map(Dialect::name).toList());
    }

    private String whyNot(Path file) {
        return assertThrows(IOException.class, () -> fDialects.add(file)).getMessage();
    }

    @Test
    void anAddedDictionaryIsThere() throws IOException {
        assertEquals(new WorkspaceDialects.Found(List.of(), List.of()), fDialects.found());
        fDialects.add(file("z.json", dictionary("one", 7)));
        fDialects.add(file("a.txt", dictionary("two", 8)));
        assertEquals("one two", names());
        assertEquals(List.of(), fDialects.found().errors());
        // picked out of the folder itself
        fDialects.add(fDialects.folder().resolve("z.json"));
        assertEquals("one two", names());
    }

    @Test
    void aNewerVersionReplacesTheOlder() throws IOException {
        int first = fDialects.add(file("own.json", dictionary("own", 7))).hash();
        int second = fDialects.add(file("own.json", dictionary("own", 8))).hash();
        assertEquals(List.of(second), fDialects.found().dialects().stream().map(Dialect::hash).toList());
        assertTrue(first != second);
    }

    @Test
    void aWrongFileIsNamedWithLineAndReasonAndTheOthersWork() throws IOException {
        fDialects.add(file("good.json", dictionary("good", 7)));
        Path broken = RecordedStory.write(fDialects.folder(), "broken.json", "{ \"name\": \"x\",\n  \"events\": ]");
        Path contradictory = RecordedStory.write(fDialects.folder(), "contradictory.json", dictionary("odd", 7).replace("mark", "murk"));
        assertEquals("good", names());
        List<String> errors = fDialects.found().errors();
        assertEquals(2, errors.size());
        assertTrue(errors.get(0).startsWith(broken + " is not JSON: ") && errors.get(0).contains("line 2"), errors.get(0));
        assertEquals(contradictory + ": events[0].event is no kind of event: \"murk\".", errors.get(1));
        assertEquals(errors.get(1).replace(contradictory.toString(), fFolder.resolve("contradictory.json").toString()),
                whyNot(file("contradictory.json", Files.readString(contradictory))));
        fDialects.add(file("broken.json", dictionary("mended", 7)));
        assertEquals("good mended", names());
    }

    @Test
    void everyDialectHasItsName() throws IOException {
        Path p3 = file("mine.json", dictionary("p3", 7));
        assertEquals(p3 + ": its name \"p3\" is that of a built-in dialect; give it another one.",
                whyNot(p3).replace(fDialects.folder().toString(), fFolder.toString()));
        assertTrue(whyNot(file("two.json", dictionary("p4+p5", 7))).contains("its name \"p4+p5\" has a +"));
        fDialects.add(file("own.json", dictionary("own", 7)));
        assertTrue(whyNot(file("other.json", dictionary("own", 8))).endsWith(
                "other.json: its name \"own\" is that of own.json, too; give it another one."));
        assertTrue(whyNot(file("own.json", dictionary("another", 8))).endsWith("own.json: a file of this name is in the "
                + "workspace already, of the dialect \"own\"; give the file another name."));
        assertEquals("own", names());
        // put there by hand
        RecordedStory.write(fDialects.folder(), "second.json", dictionary("own", 9));
        assertEquals("own", names());
        assertEquals(1, fDialects.found().errors().size());
    }

    @Test
    void whatIsNoFileCannotBeAdded() {
        assertTrue(whyNot(fFolder.resolve("none.json")).startsWith("Cannot read " + fFolder.resolve("none.json")));
        assertEquals("", names());
    }

    @Test
    void choicesAreKept() throws IOException {
        Path file = fFolder.resolve(DialectChoices.FILE_NAME);
        assertEquals(List.of(), DialectChoices.read(file));
        List<Choice> choices = List.of(new Choice("web-1", "p3"), new Choice(null, "own"));
        DialectChoices.write(file, choices);
        assertEquals(choices, DialectChoices.read(file));
        assertEquals("{\"version\":1,\"dialects\":[{\"vm\":\"web-1\",\"dialect\":\"p3\"},{\"dialect\":\"own\"}]}",
                Files.readString(file).replaceAll("\\s", ""));
        DialectChoices.write(file, List.of());
        assertTrue(Files.notExists(file));
    }

    @Test
    void damagedChoicesAreReportedInOneSentenceWithWhatToDo() throws IOException {
        for (String text : List.of("", "7", "[]", "{", "{ \"version\": 1, \"dialects\": 7 }", "{ \"dialects\": [] }",
                "{ \"version\": 1, \"dialects\": [ null ] }", "{ \"version\": 1, \"dialects\": [ { \"vm\": \"a\" } ] }")) {
            Path file = file(DialectChoices.FILE_NAME, text);
            String sentence = assertThrows(IOException.class, () -> DialectChoices.of(file), text).getMessage();
            assertTrue(sentence.startsWith(file.toString()), sentence);
            assertTrue(sentence.endsWith(". Choose again: Guest dialects… in the context menu of the trace."), sentence);
            assertEquals(1, sentence.lines().count());
        }
    }

    @Test
    void singleVmsAreKeptBeforeEveryVm() throws Exception {
        List<VmDialect> rows = VmDialect.of(null, List.of(new Choice("384#1", "p3"), new Choice(null, "own"),
                new Choice("384#1", "p4")));
        assertEquals("null own, 384#1 p3", String.join(", ", rows.stream().map(row -> row.vm() + " " + row.chosen()).toList()));
        assertEquals(List.of(new Choice("384#1", "p2"), new Choice(null, "own")),
                VmDialect.choices(List.of(rows.get(0), rows.get(1).choose("p2"))));
        assertEquals(List.of(), VmDialect.choices(List.of(rows.get(0).choose(null), rows.get(1).choose(null))));
    }
}
