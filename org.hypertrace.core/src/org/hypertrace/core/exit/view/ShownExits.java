/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.columns.ExitColumns;

/** The VM exits that charts of a trace show, or one sentence why there are none. */
final class ShownExits {

    private final ITmfTrace fTrace;
    private final String fMissing;

    ShownExits(ITmfTrace trace) {
        fTrace = trace;
        fMissing = MissingDataMessage.of(trace);
    }

    /** Null if there are none; waits until they are found. */
    ExitColumns columns() {
        return fMissing == null ? ExitAnalysis.of(fTrace) : null;
    }

    String whyNot() {
        return fMissing == null ? ExitAnalysis.whyNot(fTrace, ExitAnalysis.ID) : fMissing;
    }
}
