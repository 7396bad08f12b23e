/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.util.List;
import java.util.regex.Pattern;

import org.hypertrace.core.report.render.Tap;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.testing.TapLines;

/** Texts that somebody chose in remarks, tests and figures: a strict reader finds the tests, none of them skipped by a text. */
public final class TapFuzzTarget {

    /** As lenient readers take it. */
    private static final Pattern HEADER = Pattern.compile("(?i)#\\s*tapper-.*");
    private static final String SKIP = "no budget";

    private TapFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        List<String> texts = Texts.of(data);
        Tap tap = new Tap("suite");
        texts.forEach(tap::comment);
        texts.forEach(text -> tap.test(text.length() % 2 == 0, text, text.isBlank() ? SKIP : null, List.of("- NAME: " + Tap.quoted(text),
                "  VALUE: 1")));
        List<TapLines.Test> tests = TapLines.read(tap.text());
        check(tests.size() == texts.size(), "there are other tests");
        check(tap.text().lines().filter(line -> HEADER.matcher(line).matches()).count() == 1, "a remark is a header");
        for (int i = 0; i < tests.size(); i++) {
            String text = texts.get(i);
            TapLines.Test test = tests.get(i);
            check(test.ok() == (text.length() % 2 == 0) && test.figures() == 2, "a test is another");
            check(test.directive() == null ? !text.isBlank() : text.isBlank() && test.directive().equals("SKIP " + SKIP),
                    "a text is a directive");
            String description = test.directive() == null ? test.description() : test.description().replaceAll(" $", "");
            check(description.replaceAll("\\\\(.)", "$1").equals(PlainText.line(text)), "a description is another");
        }
    }
}
