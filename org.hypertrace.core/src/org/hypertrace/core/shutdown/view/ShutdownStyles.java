/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.view.Shades;
import org.hypertrace.core.view.Styles;

/** How the steps of a shutdown and the processes that it ends look. */
public final class ShutdownStyles {

    private ShutdownStyles() {
    }

    /**
     * @param step
     *            a step
     * @return how it looks; {@link Styles#SHUTDOWN_STEP} has a shade by its number
     */
    public static Styles of(ShutdownProfile.Line step) {
        return switch (step.kind()) {
        case USER_SPACE -> Styles.USERSPACE;
        case PANIC -> Styles.PANICKED;
        case MISSING -> Styles.UNKNOWN;
        case HOST -> Styles.STOPPED;
        case REPORTED, REST -> Styles.SHUTDOWN_STEP;
        };
    }

    /**
     * @param step
     *            a step
     * @param number
     *            how many were before it
     * @return its colour, as {@code #B0BEC5}
     */
    public static String colour(ShutdownProfile.Line step, int number) {
        Styles style = of(step);
        return style == Styles.SHUTDOWN_STEP ? Shades.of(number) : style.colour();
    }

    /**
     * @param process
     *            that user space may wait for
     * @return how it looks, by how it ended
     */
    public static Styles of(GuestShutdown.Process process) {
        return process.end() < 0 ? Styles.NEVER_RETURNED : ShutdownFindings.killer(process) != 0 ? Styles.PROCESS_KILLED : Styles.PROCESS;
    }
}
