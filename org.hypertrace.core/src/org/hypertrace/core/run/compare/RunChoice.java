/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.run.Run;

/**
 * Finds boots or shutdowns by what a user calls them: {@code VM}, as in {@link VmName}; {@code VM#2}, its second one if no VM
 * has that name; {@code TRACE:VM}, in that trace; {@code HOST:VM}, on that host; {@code TRACE}, all of it. A name that means several means repetitions of one another.
 */
public final class RunChoice {

    private RunChoice() {
    }

    /**
     * @param name
     *            as the user calls them
     * @param runs
     *            all that there are
     * @return those it means that were measured, null if there is none
     */
    public static <R extends Run> RunGroup<R> of(String name, List<R> runs) {
        // what is a name itself is not taken for a name and a number
        boolean isName = runs.stream().anyMatch(run -> is(name, run));
        List<R> measured = runs.stream().filter(Run::isMeasured).filter(run -> isName ? is(name, run) : isNth(name, run)).toList();
        // after a boot that ran its levels, one that only reached the firmware is a machine that was switched off again
        List<R> reported = measured.stream().filter(Run::isReported).toList();
        List<R> chosen = reported.isEmpty() ? measured : reported;
        return chosen.isEmpty() ? null : new RunGroup<>(name, chosen);
    }

    private static boolean is(String name, Run run) {
        String trace = run.trace() + ':';
        return name.equals(run.trace()) || isNamed(name, run) || name.startsWith(trace) && isNamed(name.substring(trace.length()), run);
    }

    private static boolean isNth(String name, Run run) {
        int number = name.lastIndexOf('#');
        return number > 0 && name.substring(number + 1).equals(Integer.toString(run.what().number())) && is(name.substring(0, number), run);
    }

    /** A VM does not mean what is nested in it here: its boots are no repetitions of the VM's. */
    private static boolean isNamed(String name, Run run) {
        VmName who = run.what().who();
        return who.matches(name) && (who.nested() == null || !who.outer().matches(name));
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
