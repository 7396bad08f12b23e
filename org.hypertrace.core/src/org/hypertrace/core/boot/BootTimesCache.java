/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.LinkedHashMap;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.lifetime.Kept;
import org.hypertrace.core.machine.VmName;

/** Where the time of boots went, computed once for whoever asks: tooltips and tables. */
public final class BootTimesCache {

    /** As many boots are remembered of a trace. */
    private static final int MAX = 32;

    private record Key(String host, int place, VmName who, int number, long end) { }

    private static final Kept<ITmfStateSystem, Map<Key, BootTimes>> KNOWN = new Kept<>();

    private BootTimesCache() {
    }

    /** The same as {@link BootTimes#of}. */
    public static BootTimes of(ITmfStateSystem states, GuestBoot boot) throws StateSystemDisposedException {
        Key key = new Key(boot.host().id(), boot.threads(), boot.who(), boot.number(),
                states.getCurrentEndTime());
        Map<Key, BootTimes> known = KNOWN.get(states, one -> new LinkedHashMap<>());
        synchronized (known) {
            BootTimes times = known.get(key);
            if (times == null) {
                times = BootTimes.of(states, boot);
                if (known.size() >= MAX) {
                    known.remove(known.keySet().iterator().next());
                }
                known.put(key, times);
            }
            return times;
        }
    }
}
