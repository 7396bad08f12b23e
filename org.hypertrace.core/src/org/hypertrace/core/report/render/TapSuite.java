/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;

/** The checks of a page in the Test Anything Protocol, a test each. Its answers and findings are comments. */
public final class TapSuite {

    /** Then the command whose section it is. */
    private static final String OURS = "hypertrace-";

    private final Tap fTap;

    private TapSuite(String suite) {
        fTap = new Tap(suite);
    }

    /**
     * @param page
     *            a page
     * @param suite
     *            the name of all tests together
     * @param recordings
     *            the traces: each has tests of its own after those of the page
     * @return its checks
     */
    public static String of(Page page, String suite, List<Recording> recordings) {
        TapSuite tap = begin(suite, recordings);
        tap.parts("", page.answers());
        tap.parts("", page.parts());
        return tap.text(recordings);
    }

    /**
     * @param page
     *            a page without checks
     * @param suite
     *            the name of all tests together
     * @param what
     *            it is of
     * @param why
     *            nothing of it is tested
     * @param recordings
     *            the traces: each has tests of its own
     * @return that as a test that is skipped, and the recordings' tests
     */
    public static String untested(Page page, String suite, String what, String why, List<Recording> recordings) {
        TapSuite tap = begin(suite, recordings);
        tap.parts("", page.answers());
        tap.skip(what, why);
        return tap.text(recordings);
    }

    private static TapSuite begin(String suite, List<Recording> recordings) {
        TapSuite tap = new TapSuite(suite);
        tap.headers(recordings);
        if (suite.startsWith(OURS)) {
            tap.fTap.header("section", suite.substring(OURS.length()));
            tap.fTap.header("kvm-guest-description", distinct(recordings, Recording::guests));
        }
        return tap;
    }

    /**
     * @param suite
     *            the name of all tests together
     * @param section
     *            the name of this part of them
     * @param guests
     *            the VMs, for people
     * @param recordings
     *            the traces
     * @return a part without tests yet
     */
    public static TapSuite section(String suite, String section, String guests, List<Recording> recordings) {
        TapSuite tap = new TapSuite(suite);
        tap.headers(recordings);
        tap.fTap.header("section", section);
        tap.fTap.header("kvm-guest-description", guests);
        return tap;
    }

    /**
     * @param description
     *            what could not be tested
     * @param why
     *            not
     */
    public void skip(String description, String why) {
        fTap.test(true, description, why, List.of());
    }

    /**
     * @param ok
     *            whether the test holds
     * @param description
     *            what is tested
     * @param todo
     *            why it may fail for now; null if it may not
     * @param figure
     *            what was measured
     */
    public void test(boolean ok, String description, String todo, Check.Figure figure) {
        if (todo == null) {
            fTap.test(ok, description, null, figures(figure));
        } else {
            fTap.todo(ok, description, todo, figures(figure));
        }
    }

    /**
     * @param recordings
     *            the traces: each has tests of its own after all others
     * @return all of it
     */
    public String text(List<Recording> recordings) {
        recordings.forEach(this::recording);
        return fTap.text();
    }

    private void headers(List<Recording> recordings) {
        Bundle bundle = FrameworkUtil.getBundle(TapSuite.class);
        // without the time of the build, so that results of one release are of one suite
        fTap.header("suite-version", bundle == null ? "" : bundle.getVersion().toString().replaceFirst("^(\\d+\\.\\d+\\.\\d+).*", "$1"));
        fTap.header("machine-name", distinct(recordings, Recording::machines));
        fTap.header("uname", distinct(recordings, Recording::kernels));
    }

    private static String distinct(List<Recording> recordings, Function<Recording, List<String>> what) {
        return recordings.stream().flatMap(one -> what.apply(one).stream()).distinct().collect(Collectors.joining(", "));
    }

    /** What every run tests, whatever was asked: a figure of a trace with gaps, or on a wrong clock, may be wrong. */
    private void recording(Recording one) {
        List<String> lost = new ArrayList<>(figures(figure(one, "lost_events", one.events())));
        lost.addAll(figures(figure(one, "gaps", one.stretches())));
        fTap.test(one.gaps().isEmpty(), one.trace() + ": no event is lost" + (one.gaps().isEmpty() ? "" : ": " + one.gaps().get(0)), null, lost);
        test(one, one.violations() <= 0, "the clocks of guests' traces agree with the host's", one.violations() < 0
                ? "no guest recorded a trace" : null, "clock_violations", one.violations());
        test(one, one.panics() <= 0, "no kernel panics", one.panics() < 0 ? "no guest reports its boots" : null, "panics", one.panics());
        fTap.test(true, one.trace() + ": the manifest can be read", one.hasManifest() ? null : "there is none", List.of());
    }

    private void test(Recording of, boolean ok, String what, String skip, String figure, long value) {
        fTap.test(ok, of.trace() + ": " + what, skip, skip != null ? List.of() : figures(figure(of, figure, value)));
    }

    private static Check.Figure figure(Recording of, String name, long value) {
        return new Check.Figure("hypertrace.trace." + name, value, null, Map.of("trace", of.trace()));
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
