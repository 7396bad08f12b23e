/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.hypertrace.core.machine.VmChoice;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.quantity.NameList;
import org.hypertrace.core.quantity.NamePattern;
import org.hypertrace.core.run.Run;

/**
 * Finds boots or shutdowns by what a user calls them: {@code VM}, as in {@link VmChoice}; {@code VM#2}, its second one if no VM
 * has that name; {@code TRACE:VM}, in that trace; {@code HOST:VM}, on that host; {@code TRACE}, all of it. Else a pattern of such
 * names, as {@code old-*}. A word that means several means repetitions of one another.
 */
public final class RunChoice {

    private RunChoice() {
    }

    /**
     * @param name
     *            as the user calls them
     * @param runs
     *            all that there are
     * @return those it means that were measured, null if there is none, see {@link #problem}
     */
    public static <R extends Run> RunGroup<R> of(String name, List<R> runs) {
        // what is a name itself is not taken for a name and a number
        List<R> named = named(name, runs);
        named = named.isEmpty() ? nth(name, runs) : named;
        return ambiguous(name, runs) != null ? null : group(name, named.isEmpty() ? alike(name, runs) : named);
    }

    /**
     * @param name
     *            of a folder, as the user calls it
     * @param traces
     *            the names of the traces in it
     * @param runs
     *            all that there are
     * @return those of the traces that were measured, null if there is none, or if VMs are called so, too
     */
    public static <R extends Run> RunGroup<R> ofTraces(String name, Set<String> traces, List<R> runs) {
        return ambiguous(name, runs) != null ? null : group(name, runs.stream().filter(run -> traces.contains(run.trace())).toList());
    }

    private static <R extends Run> RunGroup<R> group(String name, List<R> runs) {
        List<R> measured = runs.stream().filter(Run::isMeasured).toList();
        // after a boot that ran its levels, one that only reached the firmware is a machine that was switched off again
        List<R> reported = measured.stream().filter(Run::isReported).toList();
        List<R> chosen = reported.isEmpty() ? measured : reported;
        return chosen.isEmpty() ? null : new RunGroup<>(name, chosen);
    }

    /**
     * @param what
     *            {@code boot} or {@code shutdown}
     * @param name
     *            that means none
     * @param runs
     *            all that there are
     * @return why it means none: a sentence with the choices
     */
    public static String problem(String what, String name, List<? extends Run> runs) {
        String ambiguous = ambiguous(name, runs);
        List<String> names = names(runs);
        return ambiguous != null ? ambiguous : "There is no " + what + " '" + name + "'; there "
                + NameList.are(names.stream().map(one -> "'" + one + "'").toList()) + '.';
    }

    /** Why a word is ambiguous among the VMs of the runs that it may be of; null if it is not. */
    private static String ambiguous(String name, List<? extends Run> runs) {
        if (runs.stream().anyMatch(run -> name.equals(run.trace()))) {
            return null;
        }
        String word = named(name, runs).isEmpty() ? name.substring(0, Math.max(0, name.lastIndexOf('#'))) : name;
        return choices(word, runs).stream().filter(VmChoice::isAmbiguous).map(VmChoice::problem).findFirst().orElse(null);
    }

    private static List<VmChoice> choices(String name, List<? extends Run> runs) {
        List<VmChoice> choices = new ArrayList<>(List.of(VmChoice.of(name, who(runs))));
        byTrace(name, runs).forEach((word, some) -> choices.add(VmChoice.of(word, who(some))));
        return choices;
    }

    /** The runs of each trace that a name begins with, by the rest of that name. */
    private static <R extends Run> Map<String, List<R>> byTrace(String name, List<R> runs) {
        return runs.stream().filter(run -> name.startsWith(run.trace() + ':'))
                .collect(Collectors.groupingBy(run -> name.substring(run.trace().length() + 1)));
    }

    private static List<VmName> who(List<? extends Run> runs) {
        return runs.stream().map(run -> run.what().who()).distinct().toList();
    }

    private static <R extends Run> List<R> named(String name, List<R> runs) {
        Set<R> named = Collections.newSetFromMap(new IdentityHashMap<>());
        named.addAll(runs.stream().filter(run -> name.equals(run.trace())).toList());
        named.addAll(ofVm(name, runs));
        byTrace(name, runs).forEach((word, some) -> named.addAll(ofVm(word, some)));
        return runs.stream().filter(named::contains).toList();
    }

    private static <R extends Run> List<R> nth(String name, List<R> runs) {
        int mark = name.lastIndexOf('#');
        return mark <= 0 ? List.of() : named(name.substring(0, mark), runs).stream()
                .filter(run -> name.substring(mark + 1).equals(Integer.toString(run.what().number()))).toList();
    }

    /** Those of VMs and traces whose names fit a pattern; of nested guests only if it has a slash, too. */
    private static <R extends Run> List<R> alike(String word, List<R> runs) {
        Predicate<String> pattern = NamePattern.of(word);
        return runs.stream().filter(run -> {
            VmName who = run.what().who();
            String label = who.labelOnHost();
            return (who.nested() == null || word.indexOf('/') >= 0)
                    && (pattern.test(label) || pattern.test(run.trace()) || pattern.test(run.trace() + ':' + label));
        }).toList();
    }

    /** A VM does not mean what is nested in it here: its boots are no repetitions of the VM's. */
    private static <R extends Run> List<R> ofVm(String word, List<R> runs) {
        VmChoice choice = VmChoice.of(word, who(runs));
        return runs.stream().filter(run -> choice.has(run.what().who()) && run.what().who().is(word)).toList();
    }

    /**
     * @param runs
     *            all that there are
     * @return names that mean one each, in alphabetical order
     */
    public static List<String> names(List<? extends Run> runs) {
        boolean several = runs.stream().map(Run::trace).distinct().count() > 1;
        Set<String> vms = new HashSet<>();
        runs.forEach(run -> vms.add(run.what().who().labelOnHost()));
        TreeSet<String> names = new TreeSet<>();
        for (Run run : runs) {
            if (run.isMeasured()) {
                String nth = run.what().number() > 1 ? "#" + run.what().number() : "";
                // the second boot of the first run is not the second run
                String first = !nth.isEmpty() && vms.contains(run.what().who().labelOnHost() + nth) ? "#1" : "";
                names.add((several ? run.trace() + ':' : "") + run.what().who().labelOnHost() + first + nth);
            }
        }
        return List.copyOf(names);
    }
}
