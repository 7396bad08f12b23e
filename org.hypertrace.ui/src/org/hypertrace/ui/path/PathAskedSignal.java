/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.path;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignal;

/** A critical path was asked for. */
public final class PathAskedSignal extends TmfSignal {

    /** @param source who shows it */
    public PathAskedSignal(Object source) {
        super(source);
    }
}
