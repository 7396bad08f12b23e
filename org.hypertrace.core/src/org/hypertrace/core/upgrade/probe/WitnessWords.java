/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.probe;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.Known;
import org.hypertrace.core.upgrade.Point;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.Source;
import org.hypertrace.core.upgrade.Window;

/** What a prober confirms or contradicts, in sentences of texts and amounts. */
public final class WitnessWords {

    private WitnessWords() {
    }

    /**
     * @param witness
     *            a prober's windows beside a campaign's
     * @return whether they agree
     */
    public static List<Object> answer(Witness witness) {
        Prober prober = witness.prober();
        String asks = "A prober that asks every ";
        if (witness.lines().isEmpty()) {
            return List.of(asks, Amount.ns(prober.period()), " saw no node away for longer than a question.");
        }
        Object[] within = { asks, Amount.ns(prober.period()), witness.agrees() ? " agrees: all " + witness.edges() + " edges are"
                : " agrees at " + witness.agreeing() + " of " + witness.edges() + " edges: they are" };
        List<Object> words = new ArrayList<>(List.of(within));
        words.add(" within a question and an answer of its own.");
        return words;
    }

    /**
     * @param campaign
     *            a campaign
     * @param witness
     *            a prober's windows beside its
     * @return what is between edges that do not agree, and which windows only one of both has: a sentence each
     */
    public static List<List<Object>> differences(Campaign campaign, Witness witness) {
        List<List<Object>> differences = new ArrayList<>();
        for (Witness.Line line : witness.lines()) {
            if (line.computed() == null) {
                differences.add(unexpected(line));
            } else if (line.seen() == null) {
                differences.add(List.of("The prober sees nothing of " + subject(line) + ", ", Amount.ns(line.computed().duration()), "."));
            } else if (line.kind() == Witness.Kind.ABSENCE) {
                if (line.beginOff() != null && line.beginOff() != 0) {
                    differences.add(begin(campaign, line));
                }
                if (line.endOff() != null && line.endOff() != 0) {
                    differences.add(end(campaign, line));
                }
            }
        }
        if (witness.prober().leftOut() > 0) {
            differences.add(List.of("The prober asked ", Amount.count(witness.prober().leftOut()), " questions more, which are not kept."));
        }
        return differences;
    }

    private static List<Object> unexpected(Witness.Line line) {
        ProbeWindow seen = line.seen();
        if (line.kind() != Witness.Kind.ABSENCE) {
            return List.of("Only the prober sees " + subject(line) + ", at ", Amount.time(seen.begin()), ".");
        }
        return seen.questions() == 1 ? List.of(line.node() + " left one question of the prober without an answer, at ", Amount.time(seen.begin()), ".")
                : List.of(line.node() + " left " + seen.questions() + " questions in a row without an answer, though it served, at ", Amount.time(seen.begin()), ".");
    }

    private static String subject(Witness.Line line) {
        return switch (line.kind()) {
        case ABSENCE -> "the absence of " + line.node();
        case REDUNDANCY -> "a window of lost redundancy";
        case OUTAGE -> "an outage";
        case ROLE -> "a time without an active node";
        };
    }

    private static List<Object> begin(Campaign campaign, Witness.Line line) {
        Source by = campaign.restarts().stream().filter(restart -> restart.node().equals(line.node())).map(restart -> restart.points().get(Point.DOWN))
                .filter(down -> down != null && down.time() == line.computed().begin()).map(Known::by).findFirst().orElse(Source.ASSUMED);
        String event = switch (by) {
        case SIGNAL -> "it reports that it stops";
        case GUEST -> "its kernel reports the shutdown";
        case HOST -> "its machine ends";
        case ASSUMED -> "it goes down";
        };
        Amount off = Amount.ns(Math.abs(line.beginOff()));
        return line.beginOff() > 0 ? List.of(line.node() + " stops answering the prober ", off, " before " + event + ".")
                : List.of(line.node() + " answers the prober for ", off, " after " + event + ".");
    }

    private static List<Object> end(Campaign campaign, Witness.Line line) {
        Point by = campaign.restarts().stream().filter(restart -> restart.node().equals(line.node()) && servesAt(restart, line.computed()))
                .map(Restart::servesBy).findFirst().orElse(Point.SERVES);
        Amount off = Amount.ns(Math.abs(line.endOff()));
        String event = by == Point.READY ? "it is ready" : by == Point.USER_SPACE ? "its user space begins" : "it reports that it serves";
        return line.endOff() > 0 ? List.of(line.node() + " answers the prober ", off, " before " + event + ".")
                : List.of(line.node() + " answers the prober only ", off, " after " + event + (by == Point.SERVES ? "."
                        : ": in between its application begins, which does not report."));
    }

    private static boolean servesAt(Restart restart, Window absence) {
        Known serves = restart.servesBy() == null ? null : restart.points().get(restart.servesBy());
        return serves != null && serves.time() == absence.end();
    }
}
