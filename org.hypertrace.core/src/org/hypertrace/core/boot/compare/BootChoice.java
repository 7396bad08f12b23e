/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.compare;

import java.util.List;
import java.util.TreeSet;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.machine.Machines;

/**
 * Finds boots by what a user calls them: {@code VM}, a name, process id or key; {@code VM#2}, its second boot; {@code TRACE:VM},
 * in that trace; {@code TRACE}, all of it. A name that means several boots means repetitions of one another.
 */
public final class BootChoice {

    private BootChoice() {
    }

    /**
     * @param name
     *            as the user calls them
     * @param boots
     *            all that there are
     * @return those it means that were seen to boot, null if there is none
     */
    public static BootGroup of(String name, List<BootProfile> boots) {
        List<BootProfile> measured = boots.stream().filter(BootProfile::isMeasured).filter(boot -> is(name, boot)).toList();
        // after a boot that ran its levels, one that only reached the firmware is a machine that was switched off again
        List<BootProfile> booted = measured.stream().filter(boot -> !boot.levels().isEmpty() || boot.isComplete()).toList();
        List<BootProfile> chosen = booted.isEmpty() ? measured : booted;
        return chosen.isEmpty() ? null : new BootGroup(name, chosen);
    }

    private static boolean is(String name, BootProfile profile) {
        String trace = profile.trace() + ':';
        return name.equals(profile.trace()) || isGuest(name, profile.boot())
                || name.startsWith(trace) && isGuest(name.substring(trace.length()), profile.boot());
    }

    private static boolean isGuest(String name, GuestBoot boot) {
        int number = name.lastIndexOf('#');
        return isNamed(name, boot) || number > 0 && name.substring(number + 1).equals(Integer.toString(boot.number()))
                && isNamed(name.substring(0, number), boot);
    }

    private static boolean isNamed(String name, GuestBoot boot) {
        Machines.Vm vm = boot.nested() == null ? boot.vm() : null;
        return name.equals(boot.guest()) || vm != null && (name.equals(vm.name()) || name.equals(vm.key())
                || name.equals(Integer.toString(vm.pid())));
    }

    /**
     * @param boots
     *            all that there are
     * @return names that mean one boot each, in alphabetical order
     */
    public static List<String> names(List<BootProfile> boots) {
        boolean several = boots.stream().map(BootProfile::trace).distinct().count() > 1;
        TreeSet<String> names = new TreeSet<>();
        for (BootProfile profile : boots) {
            if (profile.isMeasured()) {
                GuestBoot boot = profile.boot();
                names.add((several ? profile.trace() + ':' : "") + boot.guest() + (boot.number() > 1 ? "#" + boot.number() : ""));
            }
        }
        return List.copyOf(names);
    }
}
