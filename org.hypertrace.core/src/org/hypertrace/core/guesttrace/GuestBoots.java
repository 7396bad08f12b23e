/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import org.hypertrace.core.guest.BootMark;
import org.hypertrace.core.stream.EventKind;
import org.hypertrace.core.stream.GuestEvent;

/**
 * Counts a guest's boots by their marks. The first mark of all begins a new boot only if the guest had said something of its own
 * before.
 */
final class GuestBoots {

    private int boot = 1;
    private int marker = BootMark.NONE;
    private boolean spoke;

    /** @return how many boots there were, the running one included, from 1 */
    int boot() {
        return boot;
    }

    /**
     * @param event the guest's next
     * @return whether a boot begins with it that is not the first
     */
    boolean begins(GuestEvent event) {
        int now = BootMark.of(event);
        boolean begins = now != BootMark.NONE && (marker == BootMark.NONE ? spoke : now <= marker);
        marker = now == BootMark.NONE ? marker : now;
        spoke |= !saysNothing(event.kind());
        boot += begins ? 1 : 0;
        return begins;
    }

    /** What a tracer says of itself or a firmware can say. */
    private static boolean saysNothing(EventKind kind) {
        return switch (kind) {
        case HELLO, BASE, NAME, TEXT, CONFIG, TRACING_START, KVM_HYPERCALL, UNKNOWN, LOST -> true;
        default -> false;
        };
    }
}
