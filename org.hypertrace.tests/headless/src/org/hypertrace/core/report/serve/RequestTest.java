/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.google.gson.JsonParser;

/** Lines become requests, or one sentence; answers are one line. */
class RequestTest {

    @Test
    void aRequestIsTheCommandLinesOfItsReports() throws IOException {
        Request request = Request.of("{\"recording\": \"a b.tar.xz\", \"reports\": [[\"boot\"], [\"path\", \"--boots\"]]}");
        assertEquals(List.of("boot", "--quiet", "--format", "json", "--", "a b.tar.xz"), List.of(request.commandLine(request.reports().get(0))));
        assertEquals(List.of("path", "--boots", "--quiet", "--format", "json", "--", "a b.tar.xz"), List.of(request.commandLine(request.reports().get(1))));
    }

    /** One @ names a file of arguments, two an @. */
    @Test
    void aWordIsNoFileOfArguments() throws IOException {
        Request request = Request.of("{\"recording\": \"@etc\", \"reports\": [[\"boot\", \"@passwd\"]]}");
        assertEquals(List.of("boot", "@@passwd", "--quiet", "--format", "json", "--", "@@etc"), List.of(request.commandLine(request.reports().get(0))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "x{                                                     | The request is not JSON: ",
            "not json                                               | The request is not JSON: it must begin with {.",
            "[]                                                     | The request: the document must be an object, {…}.",
            "{}                                                     | The request: the document must have the key \"recording\".",
            "{\"recording\": \"a\"}                                 | The request: the document must have the key \"reports\".",
            "{\"recording\": 1, \"reports\": []}                    | The request: recording must be a text, not ",
            "{\"recording\": \"a\", \"reports\": []}                | The request: reports must have a report, such as [\"boot\"].",
            "{\"recording\": \"a\", \"reports\": [\"boot\"]}        | The request: reports[0] must be a list, […].",
            "{\"recording\": \"a\", \"reports\": [[]]}              | The request: reports[0] must begin with a command; there are report, boot,",
            "{\"recording\": \"a\", \"reports\": [[\"extract\"]]}   | The request: reports[0] must begin with a command; there are report, boot,",
            "{\"recording\": \"a\", \"reports\": [[\"boot\", \"--output=x\"]]} | The request: reports[0][1] cannot be asked for here: every report is JSON in the answer.",
            "{\"recording\": \"a\", \"reports\": [[\"boot\"]], \"x\": 1} | The request: x is not a key that is known here; known are recording, reports." })
    void whatIsWrong(String line, String sentence) {
        String message = assertThrows(IOException.class, () -> Request.of(line)).getMessage();
        assertEquals(sentence, message.substring(0, Math.min(message.length(), sentence.length())));
    }

    @Test
    void linesAreBounded() throws Exception {
        String most = "a".repeat(RequestLines.MOST);
        RequestLines lines = lines((most + "\n\n  \n" + most + "b\nc\nd").getBytes(StandardCharsets.UTF_8));
        assertEquals(most, lines.next());
        assertEquals("The request has 65537 bytes, more than 65536; ask for less in one line.",
                assertThrows(RequestLines.Unreadable.class, lines::next).getMessage());
        assertEquals("c", lines.next());
        assertEquals("d", lines.next());
        assertEquals(null, lines.next());
    }

    @Test
    void whatIsNoUtf8() throws Exception {
        RequestLines lines = lines(new byte[] { (byte) 0xff, '\n', 'a', '\n' });
        assertEquals("The request is not UTF-8; encode it so.", assertThrows(RequestLines.Unreadable.class, lines::next).getMessage());
        assertEquals("a", lines.next());
    }

    private static RequestLines lines(byte[] bytes) {
        return new RequestLines(new ByteArrayInputStream(bytes));
    }

    /** Notes stand before the reason; what is no character of plain texts is escaped, and is the same again when it is read. */
    @Test
    void anAnswerIsOneLine() throws IOException {
        String recording = "a\nb\u202e\ud800";
        Answer answer = new Answer(new Request(recording, List.of(List.of("boot"))));
        answer.add(List.of("boot"), 0, "{\n}\n", "a note\n");
        answer.add(List.of("boot", "--vm", "x"), 2, "", "hypertrace: A reason.\nTry: releng/hypertrace boot --help\n");
        answer.add(List.of("boot"), 3, "{}\n", "hypertrace: It took 2 ms.\n");
        assertEquals("{\"recording\":\"a\\nb\\u202e\\ud800\",\"reports\":["
                + "{\"report\":[\"boot\"],\"status\":0,\"json\":\"{\\n}\\n\",\"notes\":[\"a note\"]},"
                + "{\"report\":[\"boot\",\"--vm\",\"x\"],\"status\":2,\"error\":\"A reason.\",\"notes\":[]},"
                + "{\"report\":[\"boot\"],\"status\":3,\"json\":\"{}\\n\",\"notes\":[\"It took 2 ms.\"]}]}\n", answer.line());
        assertEquals(recording, JsonParser.parseString(answer.line()).getAsJsonObject().get("recording").getAsString());
    }
}
