/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import org.hypertrace.core.boot.BootPart;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.BootProfile.Call;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.Lifecycle;
import org.hypertrace.core.boot.Spent;
import org.hypertrace.core.boot.compare.BootRow.Kind;
import org.hypertrace.core.boot.compare.BootRow.Match;
import org.hypertrace.core.boot.compare.BootRow.Timing;

/** Makes a {@link BootComparison}: cuts the boots to what all of them have, and puts side by side what is the same. */
final class BootComparer {

    private record PartKey(String name, int nth) { }

    private final BootGroup fA;
    private final BootGroup fB;
    private final List<BootProfile> fAll;
    private final boolean fFromLaunch;
    private final boolean fToUserSpace;

    BootComparer(BootGroup a, BootGroup b) {
        fA = a;
        fB = b;
        fAll = Stream.concat(a.boots().stream(), b.boots().stream()).toList();
        fFromLaunch = fAll.stream().allMatch(BootProfile::fromLaunch);
        fToUserSpace = fAll.stream().filter(BootProfile::isComplete).map(BootProfile::boot).allMatch(GuestBoot::finished);
    }

    BootComparison compare() {
        BootProfile a = fA.typical();
        BootProfile b = fB.typical();
        BootRow whole = new BootRow(Kind.BOOT, "boot", null, Match.NAME, whole(a), whole(b), true,
                RankTest.chance(wholes(fA), wholes(fB)));
        List<BootRow> parts = parts(a, b);
        InitcallKeys keys = new InitcallKeys(fAll);
        List<BootRow> initcalls = initcalls(a, b, keys);
        BootComparison unanswered = new BootComparison(fA, fB, a, b, extent(), whole, parts, initcalls, "", remarks(a, b, keys));
        return new BootComparison(fA, fB, a, b, extent(), whole, parts, initcalls, new ComparisonWords(unanswered).answer(),
                unanswered.remarks());
    }

    private String extent() {
        return "from " + (fFromLaunch ? "the launch" : "the guest's first word") + " to "
                + (fToUserSpace ? "user space" : "the end of the levels");
    }

    private List<BootProfile.Part> kept(BootProfile boot) {
        return boot.parts().stream().filter(part -> (fFromLaunch || !isBeforeGuest(part.part().name()))
                && (fToUserSpace || !part.part().name().equals(BootPart.AFTER))).toList();
    }

    private static boolean isBeforeGuest(String name) {
        return name.equals(Lifecycle.LAUNCHED.label()) || name.equals(Lifecycle.FIRMWARE.label());
    }

    private Timing whole(BootProfile boot) {
        List<BootProfile.Part> parts = kept(boot);
        List<Spent> spent = parts.stream().map(BootProfile.Part::spent).filter(Objects::nonNull).toList();
        return new Timing(parts.stream().mapToLong(part -> part.part().duration()).sum(), !boot.isComplete(),
                spent.size() < parts.size() ? null : Spent.sum(spent));
    }

    private long[] wholes(BootGroup group) {
        return group.boots().stream().filter(BootProfile::isComplete).mapToLong(boot -> whole(boot).duration()).toArray();
    }

    private List<BootRow> parts(BootProfile a, BootProfile b) {
        Map<PartKey, BootProfile.Part> ofA = byKey(a);
        Map<PartKey, BootProfile.Part> ofB = byKey(b);
        Map<PartKey, long[]> runsOfA = runs(fA, this::byKey, part -> part.part().open() ? -1 : part.part().duration());
        Map<PartKey, long[]> runsOfB = runs(fB, this::byKey, part -> part.part().open() ? -1 : part.part().duration());
        List<BootRow> rows = new ArrayList<>();
        for (PartKey key : inOrder(ofA.keySet(), ofB.keySet())) {
            BootProfile.Part one = ofA.getOrDefault(key, ofB.get(key));
            rows.add(new BootRow(one.part().level() < 0 ? Kind.PART : Kind.LEVEL, key.name(), null, Match.NAME,
                    timing(ofA.get(key)), timing(ofB.get(key)), true, chance(runsOfA.get(key), runsOfB.get(key))));
        }
        return rows;
    }

    private static Timing timing(BootProfile.Part part) {
        return part == null ? null : new Timing(part.part().duration(), part.part().open(), part.spent());
    }

    private Map<PartKey, BootProfile.Part> byKey(BootProfile boot) {
        Map<PartKey, BootProfile.Part> byKey = new LinkedHashMap<>();
        Map<String, Integer> seen = new HashMap<>();
        kept(boot).forEach(part -> byKey.put(new PartKey(part.part().name(), seen.merge(part.part().name(), 1, Integer::sum)),
                part));
        return byKey;
    }

    private List<BootRow> initcalls(BootProfile a, BootProfile b, InitcallKeys keys) {
        Map<InitcallKeys.Key, Call> ofA = keys.of(a);
        Map<InitcallKeys.Key, Call> ofB = keys.of(b);
        Map<InitcallKeys.Key, long[]> runsOfA = runs(fA, keys::of, call -> call.run().open() ? -1 : call.run().duration());
        Map<InitcallKeys.Key, long[]> runsOfB = runs(fB, keys::of, call -> call.run().open() ? -1 : call.run().duration());
        List<BootRow> rows = new ArrayList<>();
        for (InitcallKeys.Key key : inOrder(ofA.keySet(), ofB.keySet())) {
            Call one = ofA.getOrDefault(key, ofB.get(key));
            Call named = !one.isNamed() && ofB.containsKey(key) && ofB.get(key).isNamed() ? ofB.get(key) : one;
            boolean counts = (ofA.get(key) == null || counts(a, ofA.get(key)))
                    && (ofB.get(key) == null || counts(b, ofB.get(key)));
            rows.add(new BootRow(Kind.INITCALL, named.label(), one.level(), key.how(), timing(ofA.get(key)),
                    timing(ofB.get(key)), counts, chance(runsOfA.get(key), runsOfB.get(key))));
        }
        rows.sort(Comparator.comparingLong((BootRow row) -> Math.abs(row.difference())).reversed());
        return rows;
    }

    private static Timing timing(Call call) {
        return call == null ? null : new Timing(call.run().duration(), call.run().open(), call.spent());
    }

    /**
     * Whether an initcall's time is its level's time: the thread that runs the levels runs it, and not in another one. Logs tell
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

    /** How long each thing took in each boot of the group that has it. */
    private static <K, V> Map<K, long[]> runs(BootGroup group, Function<BootProfile, Map<K, V>> things, Function<V, Long> time) {
        Map<K, List<Long>> runs = new HashMap<>();
        if (group.boots().size() >= RankTest.ENOUGH) {
            for (BootProfile boot : group.boots()) {
                things.apply(boot).forEach((key, thing) -> {
                    if (time.apply(thing) >= 0) {
                        runs.computeIfAbsent(key, k -> new ArrayList<>()).add(time.apply(thing));
                    }
                });
            }
        }
        Map<K, long[]> all = new HashMap<>();
        runs.forEach((key, list) -> all.put(key, list.stream().mapToLong(Long::longValue).toArray()));
        return all;
    }

    private static double chance(long[] a, long[] b) {
        return a == null || b == null ? Double.NaN : RankTest.chance(a, b);
    }

    /** The keys of A in their order, those that only B has after the one that they follow there. */
    private static <K> List<K> inOrder(Set<K> a, Set<K> b) {
        List<K> order = new ArrayList<>();
        Map<K, List<K>> following = new HashMap<>();
        K last = null;
        for (K key : b) {
            if (a.contains(key)) {
                last = key;
            } else {
                following.computeIfAbsent(last, k -> new ArrayList<>()).add(key);
            }
        }
        order.addAll(following.getOrDefault(null, List.of()));
        for (K key : new LinkedHashSet<>(a)) {
            order.add(key);
            order.addAll(following.getOrDefault(key, List.of()));
        }
        return order;
    }

    private List<String> remarks(BootProfile a, BootProfile b, InitcallKeys keys) {
        List<String> remarks = new ArrayList<>();
        for (BootGroup group : List.of(fA, fB)) {
            if (group.boots().size() > 1) {
                remarks.add(group.name() + " is " + group.boots().size() + " boots; the figures are of the one with the median "
                        + "duration, " + group.typical().trace() + ": " + group.typical().boot().label() + '.');
            }
        }
        int repetitions = Math.min(wholes(fA).length, wholes(fB).length);
        if (repetitions < RankTest.ENOUGH) {
            remarks.add("There are not enough repetitions to tell a difference from chance: " + RankTest.ENOUGH
                    + " of each are needed. Less than " + ComparisonWords.NOISE_PERCENT + " % of the boot counts as noise.");
        }
        if (!fFromLaunch && fAll.stream().anyMatch(BootProfile::fromLaunch)) {
            remarks.add("Not every launch is in its trace: firmware and boot loader are left out.");
        }
        if (a.initcalls().isEmpty() != b.initcalls().isEmpty()) {
            remarks.add((a.initcalls().isEmpty() ? fA : fB).name() + " tells no initcalls.");
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
