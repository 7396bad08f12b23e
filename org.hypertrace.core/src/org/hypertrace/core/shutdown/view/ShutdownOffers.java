/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

import java.util.List;

import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Delay;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.view.PathOffer;

/**
 * Whose critical path can be asked for in a shutdown: that of a step, notifier or device is the path of the thread that shuts down,
 * that of user space the path of PID 1, each in its time; that of a process its own.
 */
final class ShutdownOffers {

    private static final String FIRST_PROCESS = "1";

    private ShutdownOffers() {
    }

    /** @param what a {@link Line} or a {@link Delay} of the shutdown; null: nothing of it */
    static List<PathOffer> of(ShutdownProfile profile, Object what) {
        GuestShutdown shutdown = profile.shutdown();
        if (shutdown.vm() == null || shutdown.isNested()) {
            return List.of();
        }
        String vm = shutdown.vm().who().word();
        if (what instanceof Delay delay) {
            GuestShutdown.Process process = delay.process();
            return List.of(PathOffer.within(process.label(), vm, process.begin(), process.end() < 0 ? shutdown.userSpaceEnd()
                    : process.end(), "--thread", Integer.toString(process.tid())));
        }
        if (!(what instanceof Line line) || line.duration() <= 0) {
            return List.of();
        }
        if (line.kind() == ShutdownProfile.Kind.USER_SPACE) {
            return List.of(PathOffer.within(line.name() + " (PID 1)", vm, line.begin(), line.end(), "--thread", FIRST_PROCESS));
        }
        boolean isHosts = line.begin() >= shutdown.kernelEnd();
        return isHosts || line.lost() || shutdown.tid() <= 0 ? List.of() : List.of(PathOffer.within(line.section().key() + ' '
                + line.label(), vm, line.begin(), Math.min(line.end(), shutdown.kernelEnd()), "--thread", Integer.toString(shutdown.tid())));
    }
}
