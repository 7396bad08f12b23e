/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.boot;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.hypertrace.core.boot.view.Anchor;

/** What the rows of <i>Boot</i> show, and where the user is in it: the times of aligned boots are no times of the trace. */
final class Shape {

    static final Shape USUAL = new Shape(null, 0, null, null);

    /** Null: every boot is shown at its time. */
    final Anchor fAnchor;
    /** Initcalls of less are hidden, ns. */
    final long fShortest;
    /** What the user chose to see; null: all. */
    TmfTimeRange fWindow;
    /** Null: the user has selected nothing. */
    TmfTimeRange fSelection;
    /** What was in sight when all was; null before. */
    TmfTimeRange fWhole;

    Shape(Anchor anchor, long shortest, TmfTimeRange window, TmfTimeRange selection) {
        fAnchor = anchor;
        fShortest = shortest;
        fWindow = window;
        fSelection = selection;
    }

    /** {@code shown}, if it is a part of these boots that the user chose; while a trace is read, all of them becomes more. */
    void keep(TmfTimeRange shown) {
        if (fWhole != null && !shown.equals(fWhole) && fWhole.contains(shown)) {
            fWindow = shown;
        }
    }
}
