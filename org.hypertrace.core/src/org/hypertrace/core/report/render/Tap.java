/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.hypertrace.core.untrusted.PlainText;

/**
 * Results in the Test Anything Protocol, version 13: tests, each with its figures in YAML. The header's lines are those that the
 * test framework Tapper reads.
 */
public final class Tap {

    /** {@code directive}: SKIP or TODO and why, null without. */
    private record Test(boolean ok, String description, String directive, List<String> figures) { }

    private final String fSuite;
    private final List<String> fHeaders = new ArrayList<>();
    private final List<String> fComments = new ArrayList<>();
    private final List<Test> fTests = new ArrayList<>();

    /** @param suite the name of all tests together */
    public Tap(String suite) {
        fSuite = suite;
    }

    /**
     * @param name
     *            of a header of Tapper, without its beginning
     * @param value
     *            its value; empty: there is no such header
     */
    public void header(String name, String value) {
        if (!value.isEmpty()) {
            // a comment has no directive that a # could begin
            fHeaders.add("# Tapper-" + name + ": " + PlainText.line(value) + '\n');
        }
    }

    /** @param text a remark on all of it; one that looks like a header begins with an apostrophe */
    public void comment(String text) {
        String line = oneLine(text);
        fComments.add(line.strip().toLowerCase(Locale.ROOT).startsWith("tapper-") ? '\'' + line : line);
    }

    /**
     * A test.
     *
     * @param ok
     *            whether it holds
     * @param description
     *            what is tested
     * @param skip
     *            why it reports nothing, null if it does
     * @param figures
     *            lines of YAML, each figure with {@code NAME} and {@code VALUE}; empty if nothing was measured
     */
    public void test(boolean ok, String description, String skip, List<String> figures) {
        fTests.add(new Test(ok, description, skip == null ? null : "SKIP " + oneLine(skip), figures));
    }

    /**
     * A test that may fail for now.
     *
     * @param ok
     *            whether it holds
     * @param description
     *            what is tested
     * @param why
     *            it may fail
     * @param figures
     *            as of other tests
     */
    public void todo(boolean ok, String description, String why, List<String> figures) {
        fTests.add(new Test(ok, description, "TODO " + oneLine(why), figures));
    }

    /** @return all of it */
    public String text() {
        StringBuilder out = new StringBuilder("TAP version 13\n1.." + fTests.size() + "\n# Tapper-suite-name: " + fSuite + '\n');
        fHeaders.forEach(out::append);
        fComments.forEach(comment -> out.append("# ").append(comment).append('\n'));
        for (int i = 0; i < fTests.size(); i++) {
            Test test = fTests.get(i);
            out.append(test.ok() ? "ok " : "not ok ").append(i + 1).append(" - ").append(oneLine(test.description()))
                    .append(test.directive() == null ? "" : " # " + test.directive()).append('\n');
            if (!test.figures().isEmpty()) {
                out.append("  ---\n  BenchmarkAnythingData:\n");
                test.figures().forEach(line -> out.append("    ").append(line).append('\n'));
                out.append("  ...\n");
            }
        }
        return out.toString();
    }

    /** Exactly: a ns is a millionth. */
    static String ms(long ns) {
        return BigDecimal.valueOf(ns, 6).toPlainString();
    }

    /** Plain text; what begins with # would be a directive. */
    private static String oneLine(String text) {
        return PlainText.line(text).replace("\\", "\\\\").replace("#", "\\#");
    }

    /**
     * @param text
     *            any text
     * @return plain text as a scalar of YAML
     */
    public static String quoted(String text) {
        return '\'' + PlainText.line(text).replace("'", "''") + '\'';
    }
}
