/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hang, a crash and a lack of memory cost one recording each. */
class ServeProcessTest {

    private static final long LONG_MS = 300_000;

    @TempDir
    private Path fFolder;

    private static List<String> command(Path folder) {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError", "-cp", System.getProperty("java.class.path"), MadeRecording.class.getName(), Long.toString(ProcessHandle.current().pid()));
    }

    private Path made(String name, String fault) throws IOException {
        Path file = fFolder.resolve(name);
        new MadeRecording(1, 100, 0, 0, fault).write(file);
        return file;
    }

    private static String request(Path recording) {
        return "{\"recording\": \"" + recording + "\", \"reports\": [[\"boot\"]]}";
    }

    private static String ask(ServeProcess process, Path recording) throws Exception {
        return new String(process.ask(request(recording)), StandardCharsets.UTF_8);
    }

    private static String refusal(ServeProcess process, Path recording) {
        return assertThrows(Refused.class, () -> process.ask(request(recording))).getMessage();
    }

    @Test
    void aProcessAnswersUntilItIsClosed() throws Exception {
        Path good = made("good", "");
        try (ServeProcess process = new ServeProcess(ServeProcessTest::command, fFolder, LONG_MS)) {
            String answer = new MadeRecording(1, 100, 0, 0, "").answer(good.toString()) + '\n';
            assertEquals(answer, ask(process, good));
            assertEquals("The process of the analysis ended with status 7 before it answered; ask the single command about this recording.",
                    refusal(process, made("crash", "crash")));
            assertEquals(answer, ask(process, good));
            assertEquals("The analysis needs more memory than its process has; give it more with --memory.", refusal(process, made("memory", "memory")));
            assertEquals(answer, ask(process, good));
        }
    }

    /** Neither a line of the Java machine nor one that a dying process began is an answer; one may be longer than what is read at a time. */
    @Test
    void anAnswerIsAWholeLine() throws Exception {
        List<String> command = List.of("sh", "-c", "read r; echo 'A warning'; printf '{'; head -c 300000 /dev/zero | tr '\\0' x; echo '}'; read r; printf '{half'; exit 7");
        try (ServeProcess process = new ServeProcess(folder -> command, fFolder, LONG_MS)) {
            assertEquals('{' + "x".repeat(300_000) + "}\n", ask(process, fFolder));
            assertEquals("The process of the analysis ended with status 7 before it answered; ask the single command about this recording.", refusal(process, fFolder));
        }
    }

    @Test
    void whatIsEndlessHasALimit() throws Exception {
        Path good = made("good", "");
        File[] before = temporary();
        try (ServeProcess process = new ServeProcess(ServeProcessTest::command, fFolder, 1)) {
            assertEquals("The analysis took more than its limit of 0 s; give it more with --limit.", refusal(process, made("endless", "endless")));
        }
        try (ServeProcess process = new ServeProcess(ServeProcessTest::command, fFolder, LONG_MS)) {
            assertEquals(new MadeRecording(1, 100, 0, 0, "").answer(good.toString()) + '\n', ask(process, good));
        }
        assertEquals(List.of(before), List.of(temporary()));
    }

    private static File[] temporary() {
        String mine = "hypertrace-fleet-" + ProcessHandle.current().pid() + '-';
        return new File(System.getProperty("java.io.tmpdir")).listFiles((folder, name) -> name.startsWith(mine));
    }

    @Test
    void anAnswerIsKeptByItsContent() throws Exception {
        Path one = made("one", "");
        Path same = made("same", "");
        Path other = made("other", "broken");
        assertEquals(Content.hash(one), Content.hash(same));
        assertEquals(false, Content.hash(one).equals(Content.hash(other)));
        Files.createDirectories(fFolder.resolve("a/b"));
        Files.writeString(fFolder.resolve("a/b/c"), "x");
        String before = Content.hash(fFolder.resolve("a"));
        Files.move(fFolder.resolve("a/b/c"), fFolder.resolve("a/b/d"));
        assertEquals(false, before.equals(Content.hash(fFolder.resolve("a"))));
        assertEquals(false, Content.key("ab", "c").equals(Content.key("a", "bc")));
    }
}
