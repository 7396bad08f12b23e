/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.run.compare.Answer;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunGroup;
import org.hypertrace.core.run.compare.RunRow;
import org.hypertrace.core.run.compare.RunRow.Kind;
import org.hypertrace.core.run.compare.RunRow.Match;
import org.hypertrace.core.run.compare.RunRow.Timing;
import org.hypertrace.core.run.compare.RunWords;
import org.hypertrace.core.run.compare.SideBySide;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;
import org.hypertrace.core.shutdown.track.ShutdownKind;

/**
 * Puts two shutdowns, or two groups of repetitions, side by side: step after step, then devices and notifiers, by their names. If
 * not every one shows when it was requested, user space is left out.
 */
public final class ShutdownComparer {

    private static final RunWords<ShutdownProfile> WORDS = new RunWords<>("shutdown", "shut down", "device or notifier",
            ShutdownComparer::stopped);

    /** The same for the same thing of every shutdown; {@code nth}: there may be several of the name. */
    private record Key(Section section, String name, int nth) { }

    private final RunGroup<ShutdownProfile> fA;
    private final RunGroup<ShutdownProfile> fB;
    private final boolean fUserSpace;

    private ShutdownComparer(RunGroup<ShutdownProfile> a, RunGroup<ShutdownProfile> b) {
        fA = a;
        fB = b;
        fUserSpace = hasUserSpace(a) && hasUserSpace(b);
    }

    private static boolean hasUserSpace(RunGroup<ShutdownProfile> group) {
        return group.runs().stream().allMatch(run -> run.shutdown().requested() >= 0);
    }

    /**
     * @param a
     *            a group of shutdowns
     * @param b
     *            another one
     * @return the two side by side
     */
    public static RunComparison<ShutdownProfile> compare(RunGroup<ShutdownProfile> a, RunGroup<ShutdownProfile> b) {
        return new ShutdownComparer(a, b).compare();
    }

    private RunComparison<ShutdownProfile> compare() {
        ShutdownProfile a = fA.typical();
        ShutdownProfile b = fB.typical();
        RunRow whole = new RunRow(Kind.SHUTDOWN, "shutdown", null, Match.NAME, whole(a), whole(b), true,
                SpeedUp.of(wholes(fA), wholes(fB)));
        List<RunRow> steps = new ArrayList<>();
        List<RunRow> details = new ArrayList<>();
        for (RunRow row : rows(a, b)) {
            (row.kind() == Kind.STEP ? steps : details).add(row);
        }
        details.sort(Comparator.comparingLong((RunRow row) -> Math.abs(row.difference())).reversed());
        return new RunComparison<>(fA, fB, a, b, "from " + (fUserSpace ? "the request" : "the kernel's begin") + " to the end of the machine",
                whole, steps, details, Answer.of(""), remarks()).answered(WORDS);
    }

    private List<RunRow> rows(ShutdownProfile a, ShutdownProfile b) {
        Map<Key, Line> ofA = byKey(a);
        Map<Key, Line> ofB = byKey(b);
        Map<Key, long[]> timesOfA = SideBySide.times(fA, this::byKey, line -> line.open() ? -1 : line.duration());
        Map<Key, long[]> timesOfB = SideBySide.times(fB, this::byKey, line -> line.open() ? -1 : line.duration());
        List<RunRow> rows = new ArrayList<>();
        for (Key key : SideBySide.inOrder(ofA.keySet(), ofB.keySet())) {
            Kind kind = switch (key.section()) {
            case DEVICE -> Kind.DEVICE;
            case NOTIFIER -> Kind.NOTIFIER;
            default -> Kind.STEP;
            };
            rows.add(new RunRow(kind, key.name(), null, Match.NAME, timing(a, ofA.get(key)), timing(b, ofB.get(key)), true,
                    SideBySide.speedUp(timesOfA.get(key), fA.runs().size(), timesOfB.get(key), fB.runs().size())));
        }
        return rows;
    }

    /** What never returns, such as the restart of the machine, is over when the shutdown is. */
    private static Timing timing(ShutdownProfile run, Line line) {
        return line == null ? null : new Timing(line, line.duration(), line.open() && (!run.isComplete() || line.lost()), line.spent());
    }

    private Map<Key, Line> byKey(ShutdownProfile run) {
        Map<Key, Line> byKey = new LinkedHashMap<>();
        Map<String, Integer> seen = new HashMap<>();
        for (Line line : run.lines()) {
            if (line.section() != Section.PART && isCompared(line)) {
                byKey.put(new Key(line.section(), line.label(), seen.merge(line.section() + line.label(), 1, Integer::sum)), line);
            }
        }
        return byKey;
    }

    private boolean isCompared(Line line) {
        return fUserSpace || line.kind() != ShutdownProfile.Kind.USER_SPACE;
    }

    private List<Line> steps(ShutdownProfile run) {
        return run.lines(Section.STEP).stream().filter(this::isCompared).toList();
    }

    private Timing whole(ShutdownProfile run) {
        List<Line> steps = steps(run);
        List<TimeSplit> spent = steps.stream().map(Line::spent).filter(Objects::nonNull).toList();
        return new Timing(null, steps.stream().mapToLong(Line::duration).sum(), !run.isComplete(),
                spent.size() < steps.size() ? null : TimeSplit.sum(spent));
    }

    private long[] wholes(RunGroup<ShutdownProfile> group) {
        return group.runs().stream().filter(ShutdownProfile::isComplete).mapToLong(run -> whole(run).duration()).toArray();
    }

    private static Answer stopped(ShutdownProfile run) {
        List<Line> steps = run.lines(Section.STEP);
        return Answer.of(steps.isEmpty() ? "it reported nothing" : "the trace ends in " + steps.get(steps.size() - 1).name());
    }

    private List<String> remarks() {
        List<String> remarks = SideBySide.remarks("shutdown", List.of(fA, fB), Math.min(wholes(fA).length, wholes(fB).length));
        if (!fUserSpace && (fA.runs().stream().anyMatch(run -> run.shutdown().requested() >= 0)
                || fB.runs().stream().anyMatch(run -> run.shutdown().requested() >= 0))) {
            remarks.add("Not every one reports when it was requested: user space is left out.");
        }
        ShutdownKind a = fA.typical().shutdown().kind();
        ShutdownKind b = fB.typical().shutdown().kind();
        if (a != null && b != null && a != b) {
            remarks.add(fA.name() + " is a " + a.key() + ", " + fB.name() + " a " + b.key() + ": they do not take the same steps.");
        }
        for (RunGroup<ShutdownProfile> group : List.of(fA, fB)) {
            if (group.typical().symbols().remark() != null) {
                remarks.add(group.name() + ": " + group.typical().symbols().remark() + '.');
            }
        }
        return remarks;
    }
}
