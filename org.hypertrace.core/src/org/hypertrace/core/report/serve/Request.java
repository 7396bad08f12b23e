/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.core.file.Json;
import org.hypertrace.core.file.JsonPlace;

/**
 * Which reports somebody wants of a recording.
 *
 * @param recording
 *            its path, as on a command line
 * @param reports
 *            of each the command and its options; at least one
 */
public record Request(String recording, List<List<String>> reports) {

    /** The commands that have JSON, in the order of the help. */
    public static final List<String> COMMANDS = List.of("report", "boot", "shutdown", "upgrade", "exits", "stacks", "syscalls", "path");

    /** Options that would end the rule that each report is JSON in the answer. */
    private static final List<String> NOT_HERE = List.of("--format", "--output", "--help", "-h");

    /**
     * @param line
     *            JSON
     * @return the request in it
     * @throws IOException
     *             if it is none; the message is one sentence
     */
    public static Request of(String line) throws IOException {
        return Json.read(line, "The request", document -> {
            document.allow("recording", "reports");
            String recording = document.need("recording").text();
            List<List<String>> reports = new ArrayList<>();
            for (JsonPlace report : document.need("reports").list()) {
                reports.add(words(report));
            }
            if (reports.isEmpty()) {
                throw document.need("reports").wrong("must have a report, such as [\"boot\"]");
            }
            return new Request(recording, List.copyOf(reports));
        });
    }

    private static List<String> words(JsonPlace report) throws JsonPlace.Wrong {
        List<String> words = new ArrayList<>();
        for (JsonPlace word : report.list()) {
            String text = word.text();
            words.add(text);
            if (NOT_HERE.stream().anyMatch(option -> text.equals(option) || text.startsWith(option + '='))) {
                throw word.wrong("cannot be asked for here: every report is JSON in the answer");
            }
        }
        if (words.isEmpty() || !COMMANDS.contains(words.get(0))) {
            throw report.wrong("must begin with a command; there are " + String.join(", ", COMMANDS));
        }
        return List.copyOf(words);
    }

    /**
     * @param report
     *            one of the reports
     * @return the command line that gives the same JSON
     */
    public String[] commandLine(List<String> report) {
        // a path that begins like an option is a path
        return Stream.of(report.stream(), Stream.of("--quiet", "--format", "json", "--", recording)).flatMap(words -> words)
                .map(Request::literally).toArray(String[]::new);
    }

    /** The library reads files of arguments, which are named by words that begin with one @. */
    private static String literally(String word) {
        return word.startsWith("@") ? '@' + word : word;
    }
}
