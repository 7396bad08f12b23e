/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;

/** A line over time, in percent. */
interface PercentLine {

    /** Unique among the lines. */
    String name();

    /** The values of the stretches that begin at the times, ns since the epoch, ascending; null if cancelled. */
    double[] values(ITmfStateSystem states, long[] times, IProgressMonitor monitor) throws StateSystemDisposedException;
}
