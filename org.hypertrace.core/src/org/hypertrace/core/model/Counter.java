/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;

/** A number that only grows, and where it is kept. */
final class Counter {

    private final int fQuark;
    private int fCount;

    Counter(int quark) {
        fQuark = quark;
    }

    void add(ITmfStateSystemBuilder states, long time) {
        states.modifyAttribute(time, ++fCount, fQuark);
    }
}
