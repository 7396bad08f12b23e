/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.machine.HostLosses;

/**
 * A piece of the time that a boot took. The parts of a boot follow each other without a gap, from its launch until user space begins. If
 * the launch is not recorded, they begin with the first marker. If user space is not, they end with the levels. So they sum to the whole
 * exactly.
 *
 * @param name
 *            the level's, else that of the part of the guest's life
 * @param level
 *            the level's number, -1 if it is none
 * @param life
 *            the part of the guest's life that it is or is cut from; {@link Lifecycle#UNKNOWN} of time of which packets are missing,
 *            {@link Lifecycle#LEVELS} of levels and the time between and after them
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusive
 * @param open
 *            whether nothing ended it: the kernel crashed in it, it never went on, or the trace ends
 */
public record BootPart(String name, int level, Lifecycle life, long begin, long end, boolean open) {

    /** Time between two levels of which the guest reports begin and end. */
    public static final String BETWEEN = "between levels";
    /** Time from the end of the last level to user space. */
    public static final String AFTER = "after the levels";

    /** Time of which packets of the host's trace are missing. */
    public static final String MISSING = Lifecycle.UNKNOWN.label();

    /** @return whether packets of the host's trace are missing in it */
    public boolean isMissing() {
        return life == Lifecycle.UNKNOWN;
    }

    /** @return whether the guest's kernel does not run yet in it */
    public boolean isBeforeGuest() {
        return life == Lifecycle.LAUNCHED || life == Lifecycle.FIRMWARE;
    }

    /** @return whether it begins with the end of the last level */
    public boolean isAfterLevels() {
        return level < 0 && name.equals(AFTER);
    }

    /** @return ns */
    public long duration() {
        return end - begin;
    }

    /**
     * @param boot
     *            a boot
     * @return its parts in their order; empty if it was not seen to boot
     */
    public static List<BootPart> of(GuestBoot boot) {
        List<GuestBoot.Stage> before = boot.stages().stream().takeWhile(stage -> stage.part().compareTo(Lifecycle.RUNNING) <= 0)
                .toList();
        List<BootPart> parts = new ArrayList<>();
        if (before.isEmpty() || before.get(0).part() == Lifecycle.RUNNING && boot.levels().isEmpty()) {
            return parts;
        }
        GuestBoot.Stage last = before.get(before.size() - 1);
        boolean goesOn = boot.finished();
        long firstLevel = boot.levels().isEmpty() ? Long.MAX_VALUE : boot.levels().get(0).begin();
        for (GuestBoot.Stage stage : before) {
            if (stage.part() != Lifecycle.LEVELS && stage.begin() < Math.min(stage.end(), firstLevel)) {
                parts.add(new BootPart(stage.part().label(), -1, stage.part(), stage.begin(), Math.min(stage.end(), firstLevel),
                        stage == last && !goesOn));
            }
        }
        long at = parts.isEmpty() ? -1 : parts.get(parts.size() - 1).end();
        for (GuestBoot.Level level : boot.levels()) {
            if (at >= 0 && at < level.begin()) {
                parts.add(new BootPart(BETWEEN, -1, Lifecycle.LEVELS, at, level.begin(), false));
            }
            parts.add(new BootPart(level.name(), level.number(), Lifecycle.LEVELS, level.begin(), level.end(), level.open()));
            at = level.end();
        }
        if (goesOn && !boot.levels().isEmpty() && at < last.end()) {
            parts.add(new BootPart(AFTER, -1, Lifecycle.LEVELS, at, last.end(), false));
        }
        return asSeen(parts, boot.host().losses());
    }

    /** A part in which packets of the host's trace are missing may have ended there, and others may have followed. */
    private static List<BootPart> asSeen(List<BootPart> parts, HostLosses losses) {
        List<BootPart> seen = new ArrayList<>();
        for (BootPart part : parts) {
            long until = losses.seenUntil(part.begin(), part.end());
            if (until == part.end()) {
                seen.add(part);
            } else {
                if (until > part.begin()) {
                    seen.add(new BootPart(part.name(), part.level(), part.life(), part.begin(), until, true));
                }
                seen.add(new BootPart(MISSING, -1, Lifecycle.UNKNOWN, until, part.end(), part.open()));
            }
        }
        return seen;
    }

    /**
     * @param parts
     *            of a boot
     * @return whether its end was seen, though perhaps not that of each part
     */
    public static boolean isComplete(List<BootPart> parts) {
        boolean complete = !parts.isEmpty();
        for (int i = 0; i < parts.size(); i++) {
            complete &= !parts.get(i).open() || i + 1 < parts.size() && parts.get(i + 1).isMissing();
        }
        return complete;
    }
}
