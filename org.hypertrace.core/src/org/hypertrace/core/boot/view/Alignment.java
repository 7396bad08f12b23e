/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.boot.GuestBoot;

/** By how much boots are shown earlier so that their anchors are where the first one's is. */
final class Alignment {

    private final Anchor fAnchor;
    private final Map<GuestBoot, Long> fShifts = new IdentityHashMap<>();

    /** @param anchor null: every boot is shown at its time */
    Alignment(Anchor anchor, List<GuestBoot> boots) {
        fAnchor = anchor;
        if (anchor != null) {
            long first = boots.stream().mapToLong(anchor::in).filter(time -> time >= 0).min().orElse(0);
            for (GuestBoot boot : boots) {
                long time = anchor.in(boot);
                if (time >= 0) {
                    fShifts.put(boot, first - time);
                }
            }
        }
    }

    /** Whether the boot comes to the anchor. */
    boolean has(GuestBoot boot) {
        return fAnchor == null || fShifts.containsKey(boot);
    }

    /** How much later it is shown, ns; mostly less than 0. */
    long shift(GuestBoot boot) {
        return fShifts.getOrDefault(boot, 0L);
    }

    long begin(GuestBoot boot) {
        return boot.begin() + shift(boot);
    }

    long end(GuestBoot boot) {
        return boot.end() + shift(boot);
    }
}
