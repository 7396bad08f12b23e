/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.view;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.upgrade.probe.ProbeWindow;
import org.hypertrace.core.upgrade.probe.Witness;
import org.hypertrace.core.view.Span;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.Styles;

/** What a prober saw: filled where it certainly missed answers, hatched where a window may begin or end. */
final class ProberRows {

    private final Witness fWitness;
    private final long fEnd;

    /** {@code witness}: null without a prober; {@code end}: of the trace, where windows end that did not. */
    ProberRows(Witness witness, long end) {
        fWitness = witness;
        fEnd = end;
    }

    /** Whether it saw anything of that; {@code node} is null for windows of all. */
    boolean has(Witness.Kind kind, String node) {
        return !lines(kind, node).isEmpty();
    }

    /** In time order. */
    List<Span> of(Witness.Kind kind, String node) {
        Styles style = switch (kind) {
        case ABSENCE -> Styles.STOPPED;
        case REDUNDANCY -> Styles.UPGRADE_REDUNDANCY_LOST;
        case OUTAGE -> Styles.UPGRADE_OUTAGE;
        case ROLE -> Styles.UPGRADE_NO_ACTIVE;
        };
        List<Span> spans = new ArrayList<>();
        for (Witness.Line line : lines(kind, node)) {
            ProbeWindow seen = line.seen();
            long end = seen.isClosed() ? seen.end() : fEnd;
            // one question alone may have been asked at any time of it
            long certainEnd = seen.isClosed() ? Math.max(seen.latest(), seen.last()) : fEnd;
            add(seen.from(), seen.latest(), new Look("may begin", style.hatched()), line, spans);
            add(seen.latest(), certainEnd, new Look("no answer " + Amount.ns(end - seen.begin()), style.style()), line, spans);
            add(certainEnd, end, new Look("may end", style.hatched()), line, spans);
        }
        return spans;
    }

    private static void add(long begin, long end, Look look, Witness.Line line, List<Span> to) {
        // a window may begin before the one before it certainly has ended
        long from = to.isEmpty() ? begin : Math.max(begin, to.get(to.size() - 1).end());
        if (from < end) {
            to.add(new Span(from, end, look, line));
        }
    }

    private List<Witness.Line> lines(Witness.Kind kind, String node) {
        return fWitness == null ? List.of() : fWitness.lines().stream().filter(line -> line.kind() == kind && line.seen() != null
                && (node == null ? line.node() == null : node.equals(line.node()))).toList();
    }
}
