/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Delay;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;
import org.hypertrace.core.view.Span;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.Styles;

/**
 * The rows of a shutdown, with what they show: its steps; the processes that were there while user space ended, a row each;
 * notifiers and devices, in as many rows as run at a time.
 */
final class ShutdownRows {

    /** More rows nobody reads, and a hostile guest may report more. */
    private static final int MAX_ROWS = 32;
    /** Processes that ended sooner did not delay anything; the table has them. */
    private static final int SHARE = 100;

    /** A row below that of the steps. */
    record Named(String name, List<Span> spans) { }

    private final ShutdownProfile fProfile;

    ShutdownRows(ShutdownProfile profile) {
        fProfile = profile;
    }

    List<Span> steps() {
        List<Span> spans = new ArrayList<>();
        int number = 0;
        for (Line step : fProfile.lines(Section.STEP)) {
            Styles style = ShutdownStyles.of(step);
            spans.add(new Span(step.begin(), step.end(), new Look(label(step), style == Styles.SHUTDOWN_STEP
                    ? style.shade(number++) : style.style()), step));
        }
        return spans;
    }

    private static String label(Line line) {
        return line.label() + ' ' + Amount.ns(line.duration());
    }

    List<Named> details() {
        List<Named> rows = new ArrayList<>(processes());
        rows.addAll(rows("Notifiers", Section.NOTIFIER, Styles.SHUTDOWN_NOTIFIER));
        rows.addAll(rows("Devices", Section.DEVICE, Styles.SHUTDOWN_DEVICE));
        rows.addAll(rows("Other parts", Section.PART, Styles.SHUTDOWN_NOTIFIER));
        return rows;
    }

    private List<Named> processes() {
        GuestShutdown shutdown = fProfile.shutdown();
        long end = shutdown.userSpaceEnd();
        List<Named> rows = new ArrayList<>();
        int left = 0;
        for (Delay delay : fProfile.delays()) {
            GuestShutdown.Process process = delay.process();
            if (rows.size() >= MAX_ROWS || process.end() >= 0 && (process.end() - shutdown.requested()) * SHARE
                    < end - shutdown.requested()) {
                left++;
                continue;
            }
            long until = process.end() < 0 ? end : process.end();
            String outcome = ShutdownFindings.outcome(process);
            rows.add(new Named(process.label(), List.of(new Span(process.begin(), until, new Look((outcome.isEmpty() ? "ended" : outcome)
                    + " after " + Amount.ns(until - process.begin()), ShutdownStyles.of(process).style()), delay))));
        }
        if (left > 0 && !rows.isEmpty()) {
            Named last = rows.remove(rows.size() - 1);
            rows.add(new Named(last.name() + " (" + left + " more ended at once or are too many)", last.spans()));
        }
        return rows;
    }

    private List<Named> rows(String name, Section section, Styles style) {
        List<List<Span>> rows = new ArrayList<>();
        int left = 0;
        int number = 0;
        for (Line line : fProfile.lines(section)) {
            Span span = new Span(line.begin(), line.end(), new Look(line.open() ? line.label() + ", " + line.remark() : label(line),
                    line.open() ? Styles.NEVER_RETURNED.style() : style.shade(number++)), line);
            List<Span> row = Span.free(rows, span, MAX_ROWS);
            if (row == null) {
                left++;
            } else {
                row.add(span);
            }
        }
        List<Named> named = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            named.add(new Named((i == 0 ? name : name + ' ' + (i + 1)) + (left > 0 && i == rows.size() - 1 ? " (" + left
                    + " more at the same time)" : ""), rows.get(i)));
        }
        return named;
    }
}
