/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import org.hypertrace.core.stream.EventKind;
import org.hypertrace.core.stream.GuestEvent;

/**
 * Counts a guest's boots. A boot says that it begins up to three times: its first kernel code, start_kernel, and the level of
 * that name. So a new one begins with any of these that does not come after the one before in this order; the first of all
 * begins a new boot only if the guest had said something of its own before.
 */
final class GuestBoots {

    private static final int NONE = 0;
    private static final int LEVEL = 3;

    private int boot = 1;
    private int marker = NONE;
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
        int now = marker(event);
        boolean begins = now != NONE && (marker == NONE ? spoke : now <= marker);
        marker = now == NONE ? marker : now;
        spoke |= !saysNothing(event.kind());
        boot += begins ? 1 : 0;
        return begins;
    }

    private static int marker(GuestEvent event) {
        if (event instanceof GuestEvent.Stage stage && stage.stage() <= 2) {
            return stage.stage();
        }
        return event instanceof GuestEvent.BootLevel level && level.kind() == EventKind.BOOT_LEVEL_BEGIN
                && "start_kernel".equals(level.name()) ? LEVEL : NONE;
    }

    /** What a tracer says of itself or a firmware can say. */
    private static boolean saysNothing(EventKind kind) {
        return switch (kind) {
        case HELLO, BASE, NAME, TEXT, CONFIG, TRACING_START, KVM_HYPERCALL, UNKNOWN, LOST -> true;
        default -> false;
        };
    }
}
