/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;

/**
 * By what a guest reports that it boots: up to three times, in this order. One that does not come later in this order than the one
 * before is of the next boot.
 */
public final class BootMark {

    /** No mark. */
    public static final int NONE = 0;
    /** The kernel's first code. */
    public static final int FIRST_CODE = 1;
    /** {@code start_kernel}. */
    public static final int START_KERNEL = 2;
    /** The level of that name. */
    public static final int LEVEL_START_KERNEL = 3;

    private BootMark() {
    }

    /**
     * @param event
     *            what a guest reports
     * @return which mark it is, {@link #NONE} if none
     */
    public static int of(GuestEvent event) {
        if (event instanceof GuestEvent.Stage stage) {
            return stage.stage() == 1 ? FIRST_CODE : stage.stage() == 2 ? START_KERNEL : NONE;
        }
        return event instanceof GuestEvent.BootLevel level && level.kind() == EventKind.BOOT_LEVEL_BEGIN
                && "start_kernel".equals(level.name()) ? LEVEL_START_KERNEL : NONE;
    }
}
