/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.hypertrace.core.compare.RankSum;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.run.Run;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;
import org.hypertrace.core.vcpu.VcpuState;

/** Reports in one sentence which of two runs was slower, by how much, and why. */
final class ComparisonWords<R extends Run> {

    /** Without repetitions, differences of less than so much of the shorter boot are called noise. */
    static final int NOISE_PERCENT = 2;

    private static final Set<VcpuState> OF_HOST = EnumSet.complementOf(EnumSet.of(VcpuState.UNKNOWN, VcpuState.GUEST,
            VcpuState.HALTED));
    /** Named are at most so many reasons, each at least a tenth of the difference. */
    private static final int REASONS = 3;
    /** A fifth that the host caused is worth reporting. */
    private static final int HOST_SHARE = 5;

    private final RunComparison<R> fComparison;
    private final RunWords<R> fWords;
    private final RunRow fWhole;
    /** 1 if B is the slower one, else -1. */
    private final int fSign;
    private final long fDifference;

    ComparisonWords(RunComparison<R> comparison, RunWords<R> words) {
        fWords = words;
        fComparison = comparison;
        fWhole = comparison.whole();
        fSign = fWhole.difference() < 0 ? -1 : 1;
        fDifference = Math.abs(fWhole.difference());
    }

    Answer answer() {
        if (fWhole.a().open() || fWhole.b().open()) {
            return unfinished();
        }
        String slower = fSign > 0 ? fComparison.b().name() : fComparison.a().name();
        String faster = fSign > 0 ? fComparison.a().name() : fComparison.b().name();
        if (isNoise()) {
            return Answer.of("No difference above noise: " + fComparison.b().name() + ' ' + fWords.did() + " in " + Amount.ns(fWhole.b().duration())
                    + ", " + fComparison.a().name() + " in " + Amount.ns(fWhole.a().duration()), standsOut(), ".");
        }
        boolean byHost = fWhole.states() != null && 2 * fSign * fWhole.host() >= fDifference;
        Answer why = byHost ? Answer.of(ofHost()) : ofGuest();
        return Answer.of(slower + ' ' + fWords.did() + ' ' + Amount.ns(fDifference) + " slower than " + faster
                + (!byHost && HOST_SHARE * fSign * fWhole.host() >= fDifference ? ", " + Amount.ns(fSign * fWhole.host())
                        + " of it caused by the host" : "") + (why.isEmpty() ? "" : ": "), why, ".");
    }

    /** With repetitions only what would hardly be found by chance in any row is named. */
    private boolean isMoreThanChance(RunRow row) {
        return Double.isNaN(fWhole.chance()) || row.corrected() < RankSum.LEVEL;
    }

    private boolean isNoise() {
        return Double.isNaN(fWhole.chance()) ? fDifference * 100 < NOISE_PERCENT * shorter() : fWhole.chance() >= RankSum.LEVEL;
    }

    private long shorter() {
        return Math.min(fWhole.a().duration(), fWhole.b().duration());
    }

    /** The whole differs little, one initcall may differ much. */
    private Answer standsOut() {
        return fComparison.details().stream().filter(row -> row.counts() && isMoreThanChance(row))
                .filter(row -> Math.abs(row.difference()) * 100 >= NOISE_PERCENT * shorter()).findFirst()
                .map(row -> Answer.of("; but ", initcall(row, 1), " in " + fComparison.b().name())).orElse(Answer.of());
    }

    private Answer unfinished() {
        boolean both = fWhole.a().open() && fWhole.b().open();
        R first = fWhole.b().open() ? fComparison.fromB() : fComparison.fromA();
        String name = fWhole.b().open() ? fComparison.b().name() : fComparison.a().name();
        String other = fWhole.b().open() ? fComparison.a().name() : fComparison.b().name();
        return both ? Answer.of("Neither " + fComparison.a().name() + " nor " + fComparison.b().name() + " finished its " + fWords.noun() + ": ",
                fWords.stopped().apply(fComparison.fromA()), ", and ", fWords.stopped().apply(fComparison.fromB()), ".")
                : Answer.of(name + " did not finish its " + fWords.noun() + ": ", fWords.stopped().apply(first), "; " + other + ' ' + fWords.did()
                        + " in " + Amount.ns(fWhole.b().open() ? fWhole.a().duration() : fWhole.b().duration()) + '.');
    }

    private Answer ofGuest() {
        List<RunRow> reasons = fComparison.details().stream().filter(row -> row.counts() && isMoreThanChance(row) && 10 * beyond(row) >= fDifference)
                .sorted(Comparator.comparingDouble((RunRow row) -> -beyond(row))).limit(REASONS).toList();
        if (!reasons.isEmpty()) {
            return Answer.of(Answer.joined(reasons.stream().map(row -> initcall(row, fSign)).toList(), ", "), rest(reasons));
        }
        return Answer.of(fComparison.parts().stream().filter(this::matters).max(Comparator.comparingLong(row -> fSign * row.difference()))
                .map(row -> "mostly " + (row.kind() == RunRow.Kind.LEVEL ? "at level " : "in ") + row.name() + " +"
                        + Amount.ns(fSign * row.difference()) + (fComparison.details().isEmpty() ? "" : "; no " + fWords.detail() + " stands out"))
                .orElse(""));
    }

    private long slow(RunRow row) {
        RunRow.Timing slow = fSign > 0 ? row.b() : row.a();
        return slow == null ? 0 : slow.duration();
    }

    private long fast(RunRow row) {
        RunRow.Timing fast = fSign > 0 ? row.a() : row.b();
        return fast == null ? 0 : fast.duration();
    }

    /**
     * How much longer an initcall took than it would have at the pace of the rest of the levels: on a slower machine everything
     * takes longer.
     */
    private double beyond(RunRow row) {
        long slow = -slow(row);
        long fast = -fast(row);
        boolean levels = fComparison.parts().stream().anyMatch(part -> part.kind() == RunRow.Kind.LEVEL);
        for (RunRow part : fComparison.parts()) {
            // firmware has a pace of its own
            boolean counts = !levels || part.kind() == RunRow.Kind.LEVEL;
            slow += counts ? slow(part) : 0;
            fast += counts ? fast(part) : 0;
        }
        double pace = fast > 0 ? Math.max(1, (double) slow / fast) : 1;
        return slow(row) - pace * fast(row);
    }

    /** What is left when the named initcalls are set aside, if that is most of the difference. */
    private String rest(List<RunRow> named) {
        long slow = Math.max(fWhole.a().duration(), fWhole.b().duration()) - named.stream().mapToLong(this::slow).sum();
        long fast = shorter() - named.stream().mapToLong(this::fast).sum();
        return fast <= 0 || 2 * (slow - fast) < fDifference ? ""
                : String.format(Locale.ROOT, "; the rest took %.2f times as long", (double) slow / fast);
    }

    private boolean matters(RunRow row) {
        return 10 * fSign * row.difference() >= fDifference;
    }

    private static Answer initcall(RunRow row, int sign) {
        long difference = sign * row.difference();
        return Answer.of(row.named(), (row.level() == null ? "" : " at level " + row.level()) + (difference < 0 ? " -" : " +")
                + Amount.ns(Math.abs(difference)));
    }

    private String ofHost() {
        Map<VcpuState, Long> states = fWhole.states();
        List<VcpuState> causes = OF_HOST.stream().filter(state -> 10 * fSign * states.get(state) >= fDifference)
                .sorted(Comparator.comparingLong((VcpuState state) -> -fSign * states.get(state))).limit(REASONS).toList();
        if (causes.isEmpty()) {
            return Amount.ns(fSign * fWhole.host()) + " of it because of the host";
        }
        long more = causes.stream().mapToLong(state -> fSign * states.get(state)).sum();
        // more than the difference is no part of it: all else was faster
        String part = more > fDifference ? " more" : " of it";
        List<String> reasons = new ArrayList<>();
        for (VcpuState state : causes) {
            reasons.add(Amount.ns(fSign * states.get(state)) + (reasons.isEmpty() ? part : "") + " because " + because(state));
        }
        return String.join(", ", reasons) + (more > fDifference ? "; all else took " + Amount.ns(more - fDifference) + " less" : "");
    }

    private String because(VcpuState state) {
        return switch (state) {
        case PREEMPTED -> "the host gave its CPU to " + preemptors(false) + " (preempted)";
        case WAKING -> "the host woke it later (waking)";
        case HOST_INTERRUPT -> "the host served interrupts on its CPU, mostly " + preemptors(true) + " (host interrupt)";
        case VMM -> "QEMU worked longer for it (VMM)";
        case HOST_KERNEL -> "the host's kernel worked longer for it (host kernel)";
        default -> "its vCPU slept in the host (blocked)";
        };
    }

    /** Who took more of the slower one's time: a VM whatever its vCPU, a thread, an interrupt. */
    private String preemptors(boolean interrupts) {
        Map<String, Long> more = new TreeMap<>();
        for (RunRow.Timing timing : List.of(fWhole.a(), fWhole.b())) {
            for (PreemptorTime preemptor : timing.spent().preemptors()) {
                if (interrupts == (preemptor.kind() == PreemptorKind.INTERRUPT)) {
                    String who = preemptor.vm() != null ? preemptor.vm() : preemptor.name();
                    more.merge(who, (timing == fWhole.b() ? fSign : -fSign) * preemptor.ns(), Long::sum);
                }
            }
        }
        List<String> most = more.entrySet().stream().filter(who -> who.getValue() > 0)
                .sorted(Map.Entry.<String, Long> comparingByValue().reversed()).map(Map.Entry::getKey).toList();
        return most.isEmpty() ? "others" : most.size() == 1 ? most.get(0)
                : most.size() == 2 && !interrupts ? most.get(0) + " and " + most.get(1)
                        : interrupts ? most.get(0) : most.get(0) + " and " + (most.size() - 1) + " others";
    }
}
