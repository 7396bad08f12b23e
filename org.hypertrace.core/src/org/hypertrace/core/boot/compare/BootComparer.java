/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.hypertrace.core.boot.BootPart;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.BootProfile.Call;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.GuestBoot;
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

/** Makes a {@link RunComparison}: cuts the boots to what all of them have, and puts side by side what is the same. */
public final class BootComparer {

    private static final RunWords<BootProfile> WORDS = new RunWords<>("boot", "booted", "initcall", BootComparer::where);

    private record PartKey(String name, int nth) { }

    private final RunGroup<BootProfile> fA;
    private final RunGroup<BootProfile> fB;
    private final List<BootProfile> fAll;
    private final boolean fFromLaunch;
    private final boolean fToUserSpace;

    private BootComparer(RunGroup<BootProfile> a, RunGroup<BootProfile> b) {
        fA = a;
        fB = b;
        fAll = Stream.concat(a.runs().stream(), b.runs().stream()).toList();
        fFromLaunch = fAll.stream().allMatch(BootProfile::fromLaunch);
        fToUserSpace = fAll.stream().filter(BootProfile::isComplete).map(BootProfile::boot).allMatch(GuestBoot::finished);
    }

    /**
     * @param a
     *            a group of boots
     * @param b
     *            another one
     * @return the two side by side
     */
    public static RunComparison<BootProfile> compare(RunGroup<BootProfile> a, RunGroup<BootProfile> b) {
        return new BootComparer(a, b).compare();
    }

    private RunComparison<BootProfile> compare() {
        BootProfile a = fA.typical();
        BootProfile b = fB.typical();
        RunRow whole = new RunRow(Kind.BOOT, "boot", null, Match.NAME, whole(a), whole(b), true,
                SpeedUp.of(wholes(fA), wholes(fB)));
        List<RunRow> parts = parts(a, b);
        InitcallKeys keys = new InitcallKeys(fAll);
        List<RunRow> initcalls = initcalls(a, b, keys);
        return new RunComparison<>(fA, fB, a, b, extent(), whole, parts, initcalls, Answer.of(), remarks(a, b, keys)).answered(WORDS);
    }

    private String extent() {
        return "from " + (fFromLaunch ? "the launch" : "the guest's first word") + " to "
                + (fToUserSpace ? "user space" : "the end of the levels");
    }

    private List<BootProfile.Part> kept(BootProfile boot) {
        return boot.parts().stream().filter(part -> (fFromLaunch || !part.part().isBeforeGuest())
                && (fToUserSpace || !part.part().isAfterLevels())).toList();
    }

    private Timing whole(BootProfile boot) {
        List<BootProfile.Part> parts = kept(boot);
        List<TimeSplit> spent = parts.stream().map(BootProfile.Part::spent).filter(Objects::nonNull).toList();
        return new Timing(null, parts.stream().mapToLong(part -> part.part().duration()).sum(), !boot.isComplete(),
                spent.size() < parts.size() ? null : TimeSplit.sum(spent));
    }

    private long[] wholes(RunGroup<BootProfile> group) {
        return group.runs().stream().filter(BootProfile::isComplete).mapToLong(boot -> whole(boot).duration()).toArray();
    }

    private List<RunRow> parts(BootProfile a, BootProfile b) {
        Map<PartKey, BootProfile.Part> ofA = byKey(a);
        Map<PartKey, BootProfile.Part> ofB = byKey(b);
        Map<PartKey, long[]> runsOfA = SideBySide.times(fA, this::byKey, part -> part.part().open() ? -1 : part.part().duration());
        Map<PartKey, long[]> runsOfB = SideBySide.times(fB, this::byKey, part -> part.part().open() ? -1 : part.part().duration());
        List<RunRow> rows = new ArrayList<>();
        for (PartKey key : SideBySide.inOrder(ofA.keySet(), ofB.keySet())) {
            BootProfile.Part one = ofA.getOrDefault(key, ofB.get(key));
            rows.add(new RunRow(one.part().level() < 0 ? Kind.PART : Kind.LEVEL, key.name(), null, Match.NAME,
                    timing(ofA.get(key)), timing(ofB.get(key)), true, SideBySide.speedUp(runsOfA.get(key), fA.runs().size(), runsOfB.get(key), fB.runs().size())));
        }
        return rows;
    }

    private static Timing timing(BootProfile.Part part) {
        return part == null ? null : new Timing(part, part.part().duration(), part.part().open(), part.spent());
    }

    private Map<PartKey, BootProfile.Part> byKey(BootProfile boot) {
        Map<PartKey, BootProfile.Part> byKey = new LinkedHashMap<>();
        Map<String, Integer> seen = new HashMap<>();
        kept(boot).forEach(part -> byKey.put(new PartKey(part.part().name(), seen.merge(part.part().name(), 1, Integer::sum)),
                part));
        return byKey;
    }

    private List<RunRow> initcalls(BootProfile a, BootProfile b, InitcallKeys keys) {
        Map<InitcallKeys.Key, Call> ofA = keys.of(a);
        Map<InitcallKeys.Key, Call> ofB = keys.of(b);
        Map<InitcallKeys.Key, long[]> runsOfA = SideBySide.times(fA, keys::of, call -> call.run().open() ? -1 : call.run().duration());
        Map<InitcallKeys.Key, long[]> runsOfB = SideBySide.times(fB, keys::of, call -> call.run().open() ? -1 : call.run().duration());
        List<RunRow> rows = new ArrayList<>();
        for (InitcallKeys.Key key : SideBySide.inOrder(ofA.keySet(), ofB.keySet())) {
            Call one = ofA.getOrDefault(key, ofB.get(key));
            Call named = !one.isNamed() && ofB.containsKey(key) && ofB.get(key).isNamed() ? ofB.get(key) : one;
            boolean counts = (ofA.get(key) == null || counts(a, ofA.get(key)))
                    && (ofB.get(key) == null || counts(b, ofB.get(key)));
            rows.add(new RunRow(Kind.INITCALL, named.label(), one.level(), key.how(), timing(ofA.get(key)),
                    timing(ofB.get(key)), counts, SideBySide.speedUp(runsOfA.get(key), fA.runs().size(), runsOfB.get(key), fB.runs().size())));
        }
        rows.sort(Comparator.comparingLong((RunRow row) -> Math.abs(row.difference())).reversed());
        return rows;
    }

    private static Timing timing(Call call) {
        return call == null ? null : new Timing(call, call.run().duration(), call.run().open(), call.spent());
    }

    /**
     * Whether an initcall's time is its level's time: the thread that runs the levels runs it, and not in another one. Logs show
     * no levels: there it is the thread of the first initcall, until the boot is over.
     */
    private static boolean counts(BootProfile boot, Call call) {
        if (call.run().depth() > 0) {
            return false;
        }
        if (boot.boot().levels().isEmpty()) {
            BootPart last = boot.parts().get(boot.parts().size() - 1).part();
            return call.run().tid() == boot.initcalls().get(0).run().tid() && call.run().begin() < last.end();
        }
        return call.level() != null && boot.boot().levels().get(call.run().level()).tid() == call.run().tid();
    }

    private static Answer where(BootProfile profile) {
        BootPart last = profile.parts().get(profile.parts().size() - 1).part();
        String where = last.level() >= 0 ? " at level " + last.name() : " in " + last.name();
        CrashReport panic = profile.boot().crashes().stream().filter(crash -> !crash.oops()).findFirst().orElse(null);
        if (panic == null) {
            return Answer.of("it ended", where);
        }
        return Answer.of("the kernel panicked", profile.initcalls().stream().filter(call -> call.run().equals(panic.initcall())).findFirst()
                .map(call -> Answer.of(" in ", new Answer.Named(call.label(), List.of(call)))).orElse(Answer.of()), where);
    }

    private List<String> remarks(BootProfile a, BootProfile b, InitcallKeys keys) {
        List<String> remarks = SideBySide.remarks("boot", List.of(fA, fB), Math.min(wholes(fA).length, wholes(fB).length));
        if (!fFromLaunch && fAll.stream().anyMatch(BootProfile::fromLaunch)) {
            remarks.add("Not every launch is in its trace: firmware and boot loader are left out.");
        }
        if (a.initcalls().isEmpty() != b.initcalls().isEmpty()) {
            remarks.add((a.initcalls().isEmpty() ? fA : fB).name() + " reports no initcalls.");
        } else if (keys.remark() != null) {
            remarks.add(keys.remark());
        }
        for (BootProfile boot : List.of(a, b)) {
            if (boot.symbols().remark() != null) {
                remarks.add((boot == a ? fA : fB).name() + ": " + boot.symbols().remark() + '.');
            }
        }
        return remarks;
    }
}
