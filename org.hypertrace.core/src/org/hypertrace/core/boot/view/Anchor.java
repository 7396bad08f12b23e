/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.track.Lifecycle;

/**
 * The moment of a boot by which boots of different times are laid upon each other.
 *
 * @param level
 *            the name of an initcall level; null: of none
 * @param kernel
 *            where there is no level: the kernel's begin, else the launch
 */
public record Anchor(String level, boolean kernel) {

    private static final String LAUNCH = "launch";
    private static final String KERNEL = "kernel";
    private static final String LEVEL = "level ";

    /** The launch of the VM, or the begin of a later boot. */
    public static final Anchor AT_LAUNCH = new Anchor(null, false);
    /** The kernel's first words of itself: its first code or start_kernel. */
    public static final Anchor AT_KERNEL = new Anchor(null, true);

    /**
     * @param name
     *            of an initcall level
     * @return its begin
     */
    public static Anchor atLevel(String name) {
        return new Anchor(name, false);
    }

    /**
     * @param text
     *            {@code launch}, {@code kernel} or {@code level NAME}
     * @return what it stands for, null if for nothing
     */
    public static Anchor of(Object text) {
        return LAUNCH.equals(text) ? AT_LAUNCH : KERNEL.equals(text) ? AT_KERNEL
                : text instanceof String name && name.startsWith(LEVEL) ? atLevel(name.substring(LEVEL.length())) : null;
    }

    /** As {@link #of} reads it. */
    @Override
    public String toString() {
        return level != null ? LEVEL + level : kernel ? KERNEL : LAUNCH;
    }

    /** @return it for people */
    public String label() {
        return level != null ? "level " + level : kernel ? "start of the kernel" : "launch";
    }

    /**
     * @param boot
     *            a boot
     * @return when it is there, ns since the epoch; -1 if it does not come to it, as far as is reported
     */
    public long in(GuestBoot boot) {
        if (level != null) {
            return boot.levels().stream().filter(one -> level.equals(one.name())).mapToLong(GuestBoot.Level::begin).findFirst()
                    .orElse(-1);
        }
        if (!kernel) {
            return boot.stages().isEmpty() || boot.stages().get(0).part() == Lifecycle.RUNNING ? -1 : boot.begin();
        }
        long marked = boot.begin(Lifecycle.KERNEL);
        return marked >= 0 ? marked : boot.begin(Lifecycle.LEVELS);
    }
}
