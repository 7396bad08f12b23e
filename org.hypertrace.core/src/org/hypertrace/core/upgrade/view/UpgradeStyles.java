/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.view;

import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.upgrade.Point;
import org.hypertrace.core.upgrade.Segment;
import org.hypertrace.core.view.Styles;

/** How phases of restarts and segments of a campaign's chain look: as in the life of a guest, where they are part of that. */
final class UpgradeStyles {

    private UpgradeStyles() {
    }

    static Styles of(Phase phase) {
        return of(phase.from());
    }

    private static Styles of(Point from) {
        return switch (from) {
        case ORDERED -> Styles.UPGRADE_PREPARE;
        case DOWN -> Styles.UPGRADE_STOP;
        case KERNEL_DOWN -> Styles.SHUTTING_DOWN;
        case LAST -> Styles.STOPPED;
        case ENDED -> Styles.UPGRADE_OFF;
        case LAUNCHED -> Styles.FIRMWARE;
        case KERNEL -> Styles.KERNEL;
        case LEVELS -> Styles.LEVELS;
        case USER_SPACE -> Styles.USERSPACE;
        case READY -> Styles.READY;
        case SERVES, NOTICED -> Styles.UPGRADE_NOTICE;
        };
    }

    static Styles of(Segment segment) {
        return switch (segment.kind()) {
        case PHASE -> of(segment.of());
        case OWN -> Styles.UPGRADE_OWN;
        case SWITCH_OVER -> Styles.UPGRADE_SWITCH;
        case COMMIT -> Styles.UPGRADE_COMMIT;
        case BETWEEN -> Styles.UNKNOWN;
        };
    }
}
