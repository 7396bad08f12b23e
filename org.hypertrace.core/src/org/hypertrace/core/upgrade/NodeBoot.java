/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.List;

import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.upgrade.plan.Signal;
import org.hypertrace.core.upgrade.plan.SignalKind;

/**
 * A boot of a VM with all that a campaign needs of it. Points that are not recorded are null.
 *
 * @param boot
 *            as the model has it
 * @param shutdown
 *            how it ends, null if its guest does not report it
 * @param isLaunched
 *            whether the host shows that the machine was launched or reset with it
 * @param kernel
 *            when its kernel begins
 * @param userSpace
 *            when its user space begins
 */
record NodeBoot(GuestBoot boot, GuestShutdown shutdown, boolean isLaunched, Known kernel, Known userSpace) {

    long begin() {
        return boot.begin();
    }

    /** When the machine was reset or gone, null if it was not. */
    Known ended() {
        return boot.ending() == null ? null
                : new Known(boot.end(), boot.ending() == Ending.BOOTED_AGAIN ? Source.GUEST : Source.HOST);
    }

    /** When the kernel did its last, null if nothing of its own shows that. */
    Known last() {
        return Known.earlier(shutdown == null ? null : Known.of(shutdown.last(), Source.GUEST), Known.of(boot.tripleFault(), Source.HOST));
    }

    /** When the kernel began to shut down, null if it does not report it. */
    Known kernelDown() {
        return shutdown == null ? null : Known.of(shutdown.kernel(), Source.GUEST);
    }

    /** When user space was asked to end, null if it was not. */
    Known asked() {
        return shutdown == null ? null : Known.of(shutdown.requested(), Source.GUEST);
    }

    Known levels() {
        return boot.levels().isEmpty() ? null : new Known(boot.levels().get(0).begin(), Source.GUEST);
    }

    Known ready() {
        return Known.of(boot.begin(Lifecycle.READY), Source.GUEST);
    }

    boolean hasPanicked() {
        return boot.begin(Lifecycle.PANICKED) >= 0;
    }

    /** When it begins to serve, with the signals of this boot; null: never. */
    Serves serves(List<Signal> signals) {
        Signal first = signals.stream().filter(signal -> signal.kind() == SignalKind.SERVES).findFirst().orElse(null);
        return first != null ? new Serves(new Known(first.time(), Source.SIGNAL), Point.SERVES)
                : ready() != null ? new Serves(ready(), Point.READY) : userSpace != null ? new Serves(userSpace, Point.USER_SPACE) : null;
    }

    /** When it stops to serve, with the signals of this boot; null: never. */
    Known down(List<Signal> signals) {
        Known stops = signals.stream().filter(signal -> signal.kind() == SignalKind.STOPS).reduce((one, other) -> other)
                .map(signal -> new Known(signal.time(), Source.SIGNAL)).orElse(null);
        Known reported = Known.earlier(Known.earlier(stops, asked()), kernelDown());
        Known without = kernelDown() != null ? null : last() != null ? last() : ended();
        return Known.earlier(reported, without);
    }

    /** When it begins to serve, and by which point that is known. */
    record Serves(Known since, Point by) { }
}
