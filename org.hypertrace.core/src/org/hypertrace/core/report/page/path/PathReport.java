/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.hypertrace.core.kvm.PathEvents;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathClass;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.path.PathState;
import org.hypertrace.core.path.answer.PathAnswer;
import org.hypertrace.core.path.answer.PathComparison;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.Digits;
import org.hypertrace.core.quantity.NotChecked;

/**
 * What was found of the paths that the user asked for: the one result that is written in all formats.
 *
 * @param trace
 *            what the user named
 * @param recorded
 *            the events that the hosts recorded
 * @param gaps
 *            what is missing of the traces, a sentence each
 * @param form
 *            how much is reported of the segments
 * @param paths
 *            those asked for, in their order; none if recordings are compared
 * @param comparisons
 *            of each path asked for, none if none is asked for
 * @param budgets
 *            those asked for, held against every path
 */
public record PathReport(String trace, List<RecordedEvents> recorded, List<String> gaps, Form form, List<FoundPath> paths,
        List<PathComparison> comparisons, List<PathBudget.Held> budgets) {

    /** How much of a path may be unknown before a reader must know. */
    private static final double MUCH = 0.1;
    /** How much is reported of the segments. */
    public enum Form {
        /** The answer alone, in the text. */
        BRIEF,
        /** In the text the longest of the coarse form, elsewhere that. */
        USUAL,
        /** Neighbours with the same chain and phase put together. */
        COARSE,
        /** All of them, and the hops. */
        FULL,
        /** Only chains with their sums, as tools for flame graphs read them. */
        FOLDED
    }

    /** @return what was not recorded and is missed, the most important first */
    public List<RecordedEvents.Missing> missing() {
        Set<RecordedEvents.Missing> missing = new LinkedHashSet<>();
        recorded.forEach(host -> missing.addAll(PathEvents.missing(host)));
        return List.copyOf(missing);
    }

    /** @return the budgets of which it is not known whether they are kept, path after path */
    public List<NotChecked> notChecked() {
        return budgets.stream().map(PathBudget.Held::notChecked).filter(Objects::nonNull).toList();
    }

    /**
     * @param path
     *            one of the paths
     * @return what is worth knowing of it besides its answer, a sentence each
     */
    public List<String> findings(FoundPath path) {
        List<String> findings = new ArrayList<>();
        if (path.remark() != null) {
            findings.add(path.remark());
        }
        long length = path.subject().end() - path.subject().begin();
        if (path.sums().notRecorded() > MUCH * length) {
            findings.add(notRecorded(path, length));
        }
        if (path.parts().contradictions() > 0) {
            findings.add("Events in which a sleeping thread ends another one's sleep: "
                    + path.parts().contradictions() + "; that is not believed.");
        }
        String until = "Until mark ";
        for (FoundPath.Awaited awaited : path.awaited()) {
            findings.add(until + awaited.mark().word() + " the path is that of who makes it, " + path.names().shown(awaited.by().who())
                    + ", by --awaits.");
            until = "Then, until mark ";
        }
        if (!path.names().reportsScheduling(path.subject().who())) {
            findings.add("The guest does not report its scheduling, so its threads are not known, only its vCPUs: load the guest module with the group sched.");
        }
        if (!path.isWhole()) {
            findings.add("The path has " + path.parts().segments() + " segments, too many to be kept: the sums are of all, the segments "
                    + "end at " + path.segments().end() + "; ask for a shorter time with --from and --to.");
        }
        return findings;
    }

    private String notRecorded(FoundPath path, long length) {
        PathParts.Cause most = path.parts().causes().stream()
                .filter(cause -> PathClass.of(cause.phase(), cause.state()) == PathClass.NOT_KNOWN)
                .max(Comparator.comparingLong(cause -> cause.sum().ns())).orElseThrow();
        String what = switch (most.state()) {
        case INTERRUPT -> "who raised an interrupt";
        case ABSENT -> "what was before a thread was there";
        case NOT_RECORDED -> "who ended a sleep";
        default -> "what a vCPU did";
        };
        String help = recorded.stream().flatMap(host -> PathEvents.missing(host, most.cause()).stream()).findFirst()
                .map(missing -> "; it may help to record " + missing.event() + ": " + missing.enable() + '.')
                        .orElse(most.state() == PathState.NOT_RECORDED
                        && !path.names().reportsScheduling(path.subject().who()) ? "; the guest module would report it."
                                : !gaps.isEmpty() ? "; much of the trace is lost, see below."
                                : "; no event that hypertrace knows of is missing.");
        return Digits.percent(Amount.share(path.sums().notRecorded(), length)) + " of the path is not recorded, most of it " + what + help;
    }

    /**
     * @param path
     *            a path
     * @return its classes, also those that do not occur, ns
     */
    public static Map<PathClass, Long> classes(FoundPath path) {
        Map<PathClass, Long> classes = new EnumMap<>(PathClass.class);
        for (PathClass kind : PathClass.values()) {
            classes.put(kind, path.sums().classes().getOrDefault(kind, 0L));
        }
        return classes;
    }

    /**
     * @param path
     *            a path
     * @return what it is called in tables
     */
    public static String name(FoundPath path) {
        return PathAnswer.subject(path);
    }
}
