/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.LinkedHashMap;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.lifetime.Kept;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.SymbolChoices;

/** The figures of shutdowns, computed once for whoever asks: rows, tooltips and tables. */
public final class ShutdownTimesCache {

    /** As many shutdowns are remembered of a trace. */
    private static final int MAX = 64;

    private record Key(String host, int place, VmName who, int number, long end, int symbols) { }

    private static final Kept<ITmfStateSystem, Map<Key, ShutdownProfile>> KNOWN = new Kept<>();

    private ShutdownTimesCache() {
    }

    /** The same as {@link ShutdownProfile#of}, with the host's name for the trace's: two hosts may have VMs of the same name. */
    public static ShutdownProfile of(ITmfStateSystem states, GuestShutdown shutdown, GuestSymbols symbols)
            throws StateSystemDisposedException {
        Key key = new Key(shutdown.host().id(), shutdown.threads(), shutdown.who(), shutdown.number(), states.getCurrentEndTime(),
                SymbolChoices.changes());
        Map<Key, ShutdownProfile> known = KNOWN.get(states, one -> new LinkedHashMap<>());
        synchronized (known) {
            ShutdownProfile profile = known.get(key);
            if (profile == null) {
                profile = ShutdownProfile.of(shutdown.host().name(), states, shutdown, symbols);
                if (known.size() >= MAX) {
                    known.remove(known.keySet().iterator().next());
                }
                known.put(key, profile);
            }
            return profile;
        }
    }
}
