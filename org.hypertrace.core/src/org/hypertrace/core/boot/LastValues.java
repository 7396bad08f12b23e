/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;

/** The values of all attributes at the end of what was analysed so far. */
final class LastValues {

    private final ITmfStateSystem fStates;
    private final List<ITmfStateInterval> fNow;
    private final long fEnd;

    LastValues(ITmfStateSystem states) throws StateSystemDisposedException {
        fStates = states;
        fEnd = states.getCurrentEndTime();
        fNow = states.queryFullState(fEnd);
    }

    /** When that is, ns since the epoch. */
    long end() {
        return fEnd;
    }

    List<Integer> children(int parent, String name) {
        int quark = fStates.optQuarkRelative(parent, name);
        return quark < 0 ? List.of() : fStates.getSubAttributes(quark, false);
    }

    Object value(int parent, String... path) {
        int quark = fStates.optQuarkRelative(parent, path);
        // an attribute may be younger than the query
        return quark < 0 || quark >= fNow.size() ? null : fNow.get(quark).getValue();
    }

    Object valueOf(int quark) {
        return quark >= fNow.size() ? null : fNow.get(quark).getValue();
    }

    long number(int parent, String name, long absent) {
        return value(parent, name) instanceof Long number ? number : absent;
    }

    int integer(int parent, String name, int absent) {
        return value(parent, name) instanceof Integer number ? number : absent;
    }

    String text(int parent, String name) {
        return value(parent, name) instanceof String text ? text : null;
    }
}
