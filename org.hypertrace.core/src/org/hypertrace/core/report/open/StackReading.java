/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.hypertrace.core.clock.read.PassClocks;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.track.StackSink;

/**
 * The stacks that one reading of traces found.
 *
 * @param pass
 *            knows the threads and how frames are called
 * @param model
 *            of the traces, if it was asked for; else null
 */
public record StackReading(StackPass pass, ITmfStateSystem model) {

    /**
     * @param traces
     *            are read
     * @param symbols
     *            of guests' kernels
     * @param to
     *            gets the stacks of their threads
     * @param withModel
     *            whether the model is made in the same reading
     * @param monitor
     *            can cancel
     * @return what was found; null if all is to be done again with another sink
     * @throws ReportException
     *             if there is nothing to read or a trace is damaged
     */
    public static StackReading of(OpenTraces traces, GuestSymbols symbols, StackSink to, boolean withModel, IProgressMonitor monitor)
            throws ReportException {
        HostTraces hosts = traces.hosts();
        try (StackPass pass = new StackPass(host -> hosts.hosts().get(host).manifest(), traces.dialects(), symbols::of, to)) {
            if (withModel) {
                ITmfStateSystem model = traces.model(pass::accept, monitor);
                pass.finish();
                return model == null ? null : new StackReading(pass, model);
            }
            PassClocks clocks = traces.ofPass();
            boolean finds = clocks != null && clocks.follow(pass.stage());
            traces.events(Long.MAX_VALUE, pass::accept, monitor);
            pass.finish();
            if (finds) {
                traces.read(monitor, () -> clocks.decide(monitor));
            }
            return traces.isAgain(monitor) ? null : new StackReading(pass, null);
        }
    }
}
