/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.run.Ending;

/** What is worth knowing of the boots of one guest before any figure is read, in sentences. */
public final class BootFindings {

    /** So many boots in a row without coming to user space are a loop. */
    public static final int LOOP = 3;

    private BootFindings() {
    }

    /**
     * @param boots
     *            all boots of a guest in their order
     * @return what is to be reported of them together
     */
    public static List<String> of(List<GuestBoot> boots) {
        List<String> findings = new ArrayList<>();
        int levels = boots.stream().mapToInt(boot -> boot.levels().size()).max().orElse(0);
        int first = 0;
        for (int i = 0; i <= boots.size(); i++) {
            if (i == boots.size() || !failed(boots.get(i), levels)) {
                if (i - first >= LOOP) {
                    findings.add(loop(boots.subList(first, i)));
                }
                first = i + 1;
            }
        }
        return findings;
    }

    private static String loop(List<GuestBoot> boots) {
        String which = "boots " + boots.get(0).number() + " to " + boots.get(boots.size() - 1).number() + " of "
                + boots.get(0).guest();
        // a guest without a tracer never reports how far it came
        return boots.stream().allMatch(boot -> boot.levels().isEmpty() && boot.crashes().isEmpty())
                ? "Perhaps a reboot loop: the machine started again after each of " + which + ", and nothing shows that it reached "
                        + "user space."
                : "Reboot loop: " + which + " did not reach user space, and the machine started again each time.";
    }

    /** Whether it ended before user space, as far as can be known, and the machine was started anew. */
    private static boolean failed(GuestBoot boot, int levels) {
        boolean again = boot.ending() == Ending.RESET || boot.ending() == Ending.BOOTED_AGAIN || boot.tripleFault() >= 0;
        // one that ran all its levels may have come to user space without a word
        boolean early = boot.levels().isEmpty() || boot.levels().size() < levels || boot.begin(Lifecycle.PANICKED) >= 0
                || boot.levels().get(boot.levels().size() - 1).open();
        return again && early && !boot.host().losses().any() && boot.stages().stream().noneMatch(stage -> stage.part() == Lifecycle.RUNNING
                || stage.part() == Lifecycle.USERSPACE || stage.part() == Lifecycle.READY
                || stage.part() == Lifecycle.SHUTTING_DOWN);
    }

    /**
     * @param profile
     *            a boot
     * @return what is missing or contradictory in it
     */
    public static List<String> of(BootProfile profile) {
        GuestBoot boot = profile.boot();
        List<String> findings = new ArrayList<>();
        if (boot.host().losses().any()) {
            findings.add("The host's tracer " + boot.host().losses().text() + ": levels, initcalls and returns may be missing, and "
                    + "figures of the others may be wrong.");
        }
        if (profile.isMeasured() && !boot.finished()) {
            findings.add(unfinished(profile));
        }
        if (boot.tripleFault() >= 0) {
            findings.add(boot.finished() || profile.isComplete() ? "At its end the processor gave up (triple fault): in this way kernels restart the machine."
                    : "The processor gave up (triple fault) before user space: the kernel broke, or restarted the machine so.");
        }
        long open = boot.initcalls().stream().filter(i -> i.open() && !i.lost()).count();
        if (open > 0) {
            // with events lost the return may be among them
            findings.add(count(open, "initcall") + (boot.host().losses().any() ? " did not return as far as recorded." : " never returned."));
        }
        long lost = boot.initcalls().stream().filter(InitcallRun::lost).count();
        if (lost > 0) {
            findings.add("Of " + count(lost, "initcall") + " the return was lost with other events: how long they took is not known.");
        }
        if (profile.isMeasured() && boot.levels().isEmpty() && !boot.initcalls().isEmpty()) {
            findings.add("The guest reports its initcalls but not its levels.");
        }
        if (boot.unmatched() > 0) {
            findings.add(count(boot.unmatched(), "initcall") + " returned whose begin is not in the trace: not shown.");
        }
        if (boot.others() > 0) {
            findings.add(boot.others() + " levels, initcalls, crashes or later boots are not kept: there are too many.");
        }
        if (profile.symbols().remark() != null) {
            String remark = profile.symbols().remark();
            findings.add(Character.toUpperCase(remark.charAt(0)) + remark.substring(1) + '.');
        }
        return findings;
    }

    private static String unfinished(BootProfile profile) {
        GuestBoot boot = profile.boot();
        List<BootPart> seen = profile.parts().stream().map(BootProfile.Part::part).filter(part -> !part.isMissing())
                .toList();
        BootPart last = seen.isEmpty() ? profile.parts().get(0).part() : seen.get(seen.size() - 1);
        String where = last.level() >= 0 ? "level " + last.name() : last.name();
        if (boot.begin(Lifecycle.PANICKED) >= 0) {
            return "It never reached user space: the kernel panicked (" + where + ").";
        }
        if (boot.levels().isEmpty() && boot.initcalls().isEmpty() && boot.begin(Lifecycle.RUNNING) >= 0) {
            return "The guest does not report how it booted: its tracer began later.";
        }
        if (profile.isComplete()) {
            return "Nothing shows that it reached user space; its levels ended.";
        }
        if (boot.host().losses().any()) {
            return "Whether it finished is unknown: events were lost, and of those recorded the last are of " + where + '.';
        }
        return "It never finished: " + (boot.ending() == null ? "the trace ends" : "the boot ended (" + boot.ending().label() + ')')
                + " in " + where + '.';
    }

    private static String count(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
