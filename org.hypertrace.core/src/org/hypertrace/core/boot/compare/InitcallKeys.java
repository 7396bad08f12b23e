/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.compare;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.BootProfile.Call;
import org.hypertrace.core.run.compare.RunRow.Match;

/**
 * Which initcalls of several boots are the same: those with the same key. By the function's name; where names are not known, by
 * its address if the boots have the same kernel; else by its place in the level, if all boots have as many there.
 */
final class InitcallKeys {

    /** The same for the same initcall of every boot; {@code nth}: the function may be called again. */
    record Key(Match how, String what, int nth) { }

    private final List<BootProfile> fBoots;
    private final boolean fByName;
    private final boolean fSameKernel;
    private final Set<String> fUnequal = new TreeSet<>();

    InitcallKeys(List<BootProfile> boots) {
        fBoots = boots;
        fByName = boots.stream().allMatch(boot -> boot.initcalls().isEmpty()
                || boot.initcalls().stream().anyMatch(Call::isNamed));
        fSameKernel = boots.stream().allMatch(boot -> isSameKernel(boots.get(0), boot));
        if (!fSameKernel) {
            findUnequal();
        }
    }

    private static boolean isSameKernel(BootProfile a, BootProfile b) {
        if (a.boot().text() != b.boot().text()) {
            return false;
        }
        Set<Long> ofA = addresses(a);
        Set<Long> ofB = addresses(b);
        int fewer = Math.min(ofA.size(), ofB.size());
        ofA.retainAll(ofB);
        return 2 * ofA.size() >= fewer;
    }

    private static Set<Long> addresses(BootProfile boot) {
        Set<Long> addresses = new HashSet<>();
        boot.initcalls().stream().filter(call -> call.run().address() != 0).forEach(call -> addresses.add(call.run().address()));
        return addresses;
    }

    private void findUnequal() {
        Map<String, Integer> first = null;
        for (BootProfile boot : fBoots) {
            Map<String, Integer> counts = new HashMap<>();
            boot.initcalls().stream().filter(call -> !isKnown(call)).forEach(call -> counts.merge(level(call), 1, Integer::sum));
            first = first == null ? counts : first;
            Set<String> levels = new HashSet<>(first.keySet());
            levels.addAll(counts.keySet());
            for (String level : levels) {
                if (!first.getOrDefault(level, 0).equals(counts.getOrDefault(level, 0))) {
                    fUnequal.add(level);
                }
            }
        }
    }

    private boolean isKnown(Call call) {
        return fByName && call.isNamed();
    }

    private static String level(Call call) {
        return call.level() == null ? "no level" : call.level();
    }

    /** The initcalls of one of the boots by their keys, in their order; those that cannot be matched are left out. */
    Map<Key, Call> of(BootProfile boot) {
        Map<Key, Call> calls = new LinkedHashMap<>();
        Map<String, Integer> seen = new HashMap<>();
        for (Call call : boot.initcalls()) {
            Match how = isKnown(call) ? Match.NAME : fSameKernel && call.run().address() != 0 ? Match.ADDRESS : Match.ORDER;
            String what = switch (how) {
            case NAME -> call.label();
            case ADDRESS -> Long.toHexString(call.run().address());
            case ORDER -> level(call);
            };
            if (how != Match.ORDER || !fUnequal.contains(what)) {
                calls.put(new Key(how, what, seen.merge(how + what, 1, Integer::sum)), call);
            }
        }
        return calls;
    }

    /** What a reader must know of how initcalls were matched, null if nothing. */
    String remark() {
        if (!fUnequal.isEmpty()) {
            return "The initcalls of " + String.join(", ", fUnequal) + " cannot be compared: their names are not known, the kernels "
                    + "differ, and there are not as many of them in each boot; give the symbols of both.";
        }
        return fByName || fBoots.stream().anyMatch(boot -> boot.initcalls().isEmpty()) ? null : fSameKernel
                ? "Names of functions are not known in each boot: initcalls are matched by their addresses."
                : "Names of functions are not known in each boot and the kernels differ: initcalls are matched by their order in "
                        + "the level.";
    }
}
