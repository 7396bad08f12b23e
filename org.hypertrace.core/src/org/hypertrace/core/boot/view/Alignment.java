/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.boot.GuestBoot;

/** By how much boots are shown earlier so that their anchors are at 0. */
final class Alignment {

    private final Anchor fAnchor;
    private final Map<GuestBoot, Long> fShifts = new IdentityHashMap<>();

    /** @param anchor null: every boot is shown at its time */
    Alignment(Anchor anchor, List<GuestBoot> boots) {
        fAnchor = anchor;
        if (anchor != null) {
            for (GuestBoot boot : boots) {
                long time = anchor.in(boot);
                if (time >= 0) {
                    fShifts.put(boot, -time);
                }
            }
        }
    }

    /** Whether the boot comes to the anchor. */
    boolean has(GuestBoot boot) {
        return fAnchor == null || fShifts.containsKey(boot);
    }

    /** How much later it is shown, ns: aligned, the anchor is at 0. */
    long shift(GuestBoot boot) {
        return fShifts.getOrDefault(boot, 0L);
    }

    /** When it is shown to begin, ns; one that does not come to the anchor takes no time. */
    long begin(GuestBoot boot) {
        return has(boot) ? boot.begin() + shift(boot) : 0;
    }

    long end(GuestBoot boot) {
        return has(boot) ? boot.end() + shift(boot) : 0;
    }
}
