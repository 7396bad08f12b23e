/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphArrow;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.latency.WakeUps;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.view.RowLinks.Link;
import org.hypertrace.core.view.Styles;

/** Who woke the threads and vCPUs of rows, as far as that was gathered. */
final class Wakers {

    /** Arrows to a row, and to all rows, that can still be distinguished; with more there are none until the user zooms in. */
    private static final int MOST_OF_ROW = 200;
    private static final int MOST = 2000;

    private final VirtualCpuLinks fLinks;
    private CriticalPaths fGathered;
    private WakeUps fWakeUps;

    Wakers(VirtualCpuLinks links) {
        fLinks = links;
    }

    private synchronized WakeUps wakeUps(CriticalPaths gathered) {
        if (gathered != fGathered) {
            fGathered = gathered;
            fWakeUps = gathered == null ? null : gathered.wakeUps();
        }
        return fWakeUps;
    }

    /** Forgets what was gathered. */
    synchronized void clear() {
        fGathered = null;
        fWakeUps = null;
    }

    private WakeUps.WakeUp last(CriticalPaths gathered, long row, long time) {
        WakeUps wakeUps = wakeUps(gathered);
        WakeUps.Place place = fLinks.place(row);
        return wakeUps == null || place == null ? null : wakeUps.last(place, time);
    }

    /** {@code gathered}: null if nothing is. */
    Link of(CriticalPaths gathered, long row, long time) {
        WakeUps.WakeUp last = last(gathered, row, time);
        return last == null ? null : new Link(gathered.names().shown(last.waker()), fLinks.row(wakeUps(gathered).place(last.waker())), last.time(),
                last.time());
    }

    /** For a tooltip. */
    Map<String, String> words(CriticalPaths gathered, long row, long time) {
        WakeUps.WakeUp last = last(gathered, row, time);
        return last == null ? Map.of() : Map.of("Woken by", gathered.names().shown(last.waker()) + ", " + Amount.ns(time - last.time()) + " before");
    }

    /** From the row of who woke to the row of who was woken. */
    List<ITimeGraphArrow> arrows(CriticalPaths gathered, long begin, long end) {
        WakeUps wakeUps = wakeUps(gathered);
        List<WakeUps.WakeUp> found = wakeUps == null ? List.of() : wakeUps.between(fLinks.places(), begin, end, MOST_OF_ROW);
        return found.size() > MOST ? List.of() : found.stream().<ITimeGraphArrow> map(one -> new TimeGraphArrow(fLinks.row(wakeUps.place(one.waker())),
                fLinks.row(wakeUps.place(one.woken())), one.time(), 0, Styles.HOP.style())).toList();
    }
}
