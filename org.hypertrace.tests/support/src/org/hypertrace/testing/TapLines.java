/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the Test Anything Protocol, version 13, as strictly as a reader may: a plan, headers for Tapper, comments, tests in
 * their order with a description, each with a block of YAML whose lines are a key and a scalar. A test that measures nothing has none.
 */
public final class TapLines {

    /** A test; {@code directive}: {@code SKIP why} or {@code TODO why}, null without. */
    public record Test(boolean ok, String description, String directive, int figures) { }

    private static final Pattern TEST = Pattern.compile("(ok|not ok) (\\d+) - (.*)");
    private static final Pattern SCALAR = Pattern.compile(" {4}[- ] \\w+: (?:[\\w.-]+|'(?:[^']|'')*')");
    private static final Pattern DIRECTIVE = Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*#");

    private TapLines() {
    }

    /**
     * @param text
     *            a whole stream
     * @return its tests
     */
    public static List<Test> read(String text) {
        List<String> lines = List.of(text.split("\n", -1));
        Matcher plan = Pattern.compile("1\\.\\.(\\d+)").matcher(lines.get(1));
        require(lines.get(0).equals("TAP version 13") && plan.matches(), text);
        List<Test> tests = new ArrayList<>();
        int at = 2;
        for (; lines.get(at).startsWith("# "); at++) {
            boolean isHeader = lines.get(at).startsWith("# Tapper-");
            require(at > 2 || lines.get(at).startsWith("# Tapper-suite-name: "), lines.get(at));
            require(!isHeader || at < 8 && lines.get(at - 1).startsWith(at == 2 ? "1.." : "# Tapper-"), lines.get(at));
        }
        while (at < lines.size() - 1) {
            Matcher test = TEST.matcher(lines.get(at));
            require(test.matches() && Integer.parseInt(test.group(2)) == tests.size() + 1, lines.get(at));
            String description = test.group(3);
            Matcher directive = DIRECTIVE.matcher(description);
            int hash = directive.find() ? directive.end() - 1 : -1;
            int figures = 0;
            at++;
            if (lines.get(at).equals("  ---")) {
                require(lines.get(at + 1).equals("  BenchmarkAnythingData:"), lines.get(at + 1));
                for (at += 2; !lines.get(at).equals("  ..."); at++) {
                    require(SCALAR.matcher(lines.get(at)).matches(), lines.get(at));
                    figures++;
                }
                at++;
            }
            tests.add(new Test(test.group(1).equals("ok"), hash < 0 ? description : description.substring(0, hash),
                    hash < 0 ? null : description.substring(hash + 1).strip(), figures));
        }
        require(tests.size() == Integer.parseInt(plan.group(1)), plan.group());
        return tests;
    }

    private static void require(boolean is, String what) {
        if (!is) {
            throw new IllegalArgumentException("no TAP: " + what);
        }
    }
}
