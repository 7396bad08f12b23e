/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;

/** The checks of a page in the Test Anything Protocol, a test each. Its answers and findings are comments. */
public final class TapSuite {

    private final Tap fTap;

    private TapSuite(String suite) {
        fTap = new Tap(suite);
    }

    /**
     * @param page
     *            a page
     * @param suite
     *            the name of all tests together
     * @return its checks
     */
    public static String of(Page page, String suite) {
        TapSuite tap = new TapSuite(suite);
        tap.parts("", page.answers());
        tap.parts("", page.parts());
        return tap.fTap.text();
    }

    private void parts(String title, List<Part> parts) {
        for (Part part : parts) {
            if (part instanceof Check check) {
                fTap.test(check.isKept(), check.sentence(), check.whyUnknown(),
                        check.figure() == null ? List.of() : figures(check.figure()));
            } else if (part instanceof Section section) {
                parts(title.isEmpty() ? section.title() : title + ", " + section.title(), section.parts());
            } else if (part instanceof Details details) {
                parts(title, details.parts());
            } else if (part instanceof Sentence sentence && sentence.kind() == Sentence.Kind.ANSWER) {
                fTap.comment(sentence.text(Amount::text));
            } else if (part instanceof Finding finding) {
                fTap.comment((title.isEmpty() ? "" : title + ": ") + finding.sentences().get(0).text(Amount::text));
            }
        }
    }

    private static List<String> figures(Check.Figure figure) {
        List<String> lines = new ArrayList<>();
        lines.add("- NAME: " + figure.name());
        lines.add("  VALUE: " + scalar(figure.value()));
        String unit = figure.value() instanceof Amount ? "ms" : figure.unit();
        if (unit != null) {
            lines.add("  unit: " + (unit.matches("[a-z]+") ? unit : Tap.quoted(unit)));
        }
        figure.about().forEach((key, value) -> lines.add("  " + key + ": " + scalar(value)));
        return lines;
    }

    /** Texts as such, all else as numbers. */
    private static String scalar(Object value) {
        if (value instanceof Amount amount) {
            return amount.kind() == Amount.Kind.DURATION ? Tap.ms(amount.number()) : Long.toString(amount.number());
        }
        return value instanceof Double number ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
                : value instanceof Number ? value.toString() : Tap.quoted(value.toString());
    }
}
