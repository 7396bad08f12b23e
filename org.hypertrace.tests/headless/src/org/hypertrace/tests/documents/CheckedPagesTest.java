/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.hypertrace.core.report.command.ReportApplication;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code releng/pages/check} looks at a page of each command in a browser, of each comparison, and of each report of its own. */
@Tag("platform")
class CheckedPagesTest {

    /** In the list of all commands: its name, and what it does. */
    private static final Pattern COMMAND = Pattern.compile("(?m)^ {2}([a-z]+) {2,}\\S");
    private static final Pattern FORMATS = Pattern.compile("--format=([a-z|]+)");
    private static final Pattern OWN_TABLE = Pattern.compile("([a-z-]+): ");

    /** What follows a page's name: the command, and its arguments. */
    private static List<List<String>> pages() throws IOException {
        return Files.readAllLines(Samples.root().resolve("releng/pages/pages.txt")).stream().filter(line -> !line.startsWith("#"))
                .map(line -> Arrays.asList(line.split(" +"))).map(words -> words.subList(1, words.size())).toList();
    }

    private static List<String> commands() {
        StringWriter usage = new StringWriter();
        ReportApplication.run(new String[0], Samples.target(), new PrintWriter(usage), new PrintWriter(usage));
        return COMMAND.matcher(usage.toString()).results().map(found -> found.group(1)).toList();
    }

    private static String help(String command) {
        return Command.run(command, "--help").out().replaceAll("\\s+", " ");
    }

    private static boolean isLookedAt(List<List<String>> pages, String... words) {
        return pages.stream().anyMatch(page -> page.get(0).equals(words[0]) && page.containsAll(List.of(words)));
    }

    @Test
    void eachCommandAndEachComparison() throws IOException {
        List<String> missing = new ArrayList<>();
        List<String> withPages = new ArrayList<>();
        for (String command : commands()) {
            String help = help(command);
            if (FORMATS.matcher(help).results().map(found -> found.group(1)).anyMatch(formats -> List.of(formats.split("\\|")).contains("html"))) {
                withPages.add(command);
                if (!isLookedAt(pages(), command)) {
                    missing.add(command);
                }
                if (help.contains("--compare") && !isLookedAt(pages(), command, "--compare")) {
                    missing.add(command + " --compare");
                }
            }
        }
        assertTrue(withPages.containsAll(List.of("report", "boot", "shutdown", "upgrade", "exits", "stacks", "syscalls", "path")), withPages.toString());
        assertEquals(List.of(), missing);
        assertTrue(isLookedAt(pages(), "fleet"));
    }

    /** In the help these follow <em>in every format</em>. */
    @Test
    void eachTableThatIsAReportOfItsOwn() throws IOException {
        String own = help("report").replaceFirst(".* in every format, ", "").replaceFirst("; with --compare.*", "");
        List<String> tables = OWN_TABLE.matcher(own).results().map((MatchResult found) -> found.group(1)).toList();
        assertEquals(List.of("latencies", "lock-holders", "processes", "overcommit", "accounting"), tables);
        List<List<String>> pages = pages();
        assertEquals(List.of(), tables.stream().filter(table -> !isLookedAt(pages, "report", "--table", table)).toList());
    }

    @Test
    void ringsAndProbersHaveOnes() throws IOException {
        assertTrue(pages().stream().anyMatch(page -> page.stream().anyMatch(word -> word.contains(".ring"))));
        for (List<String> page : pages()) {
            for (String word : page) {
                assertTrue(!word.endsWith(".xz") || Files.exists(Samples.root().resolve("traces-samples").resolve(word)), word);
            }
        }
        assertTrue(pages().stream().anyMatch(page -> page.equals(List.of("upgrade", "upgrade-outage/upgrade-outage.tar.xz"))));
    }
}
