/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.machine.read.DirectReading;
import org.hypertrace.core.machine.read.HostEventSource;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/** The events of a host's trace as analyses get them, in plain Java. */
public final class ReadEvents {

    private ReadEvents() {
    }

    /**
     * @param folder
     *            of a kernel trace
     * @param to
     *            gets its events
     * @throws IOException
     *             if the trace is damaged
     */
    public static void of(Path folder, Consumer<HostEvent> to) throws IOException {
        of(folder, Detail.STATES, traces -> to);
    }

    /** What gets the events of a host's trace. */
    public interface Receiver {
        /** @return gets the events of these hosts */
        Consumer<HostEvent> of(HostTraces traces) throws IOException;
    }

    /**
     * @param folder
     *            of a kernel trace
     * @param detail
     *            what of the events is asked for
     * @param receiver
     *            gets them
     * @throws IOException
     *             if the trace is damaged
     */
    public static void of(Path folder, Detail detail, Receiver receiver) throws IOException {
        LttngKernelTrace trace = HypertraceKernelTrace.of(folder);
        try {
            trace.initTrace(null, folder.toString(), CtfTmfEvent.class, folder.toString().replace('/', '_'), null);
            HostTraces traces = HostTraces.of(trace);
            HostEventSource source = new HostEventSource(traces, detail);
            Consumer<HostEvent> to = receiver.of(traces);
            long skip = 0;
            try (DirectReading direct = DirectReading.of(trace, source)) {
                skip = direct == null ? 0 : direct.read(time -> true, to) == DirectReading.End.ALL ? Long.MAX_VALUE : direct.count();
            }
            if (skip < Long.MAX_VALUE) {
                ITmfContext context = trace.seekEvent(0);
                for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
                    if (--skip < 0) {
                        source.read(event, to);
                    }
                }
            }
            source.finish(Long.MAX_VALUE, to);
        } catch (TmfTraceException e) {
            throw new IOException(e);
        } finally {
            trace.dispose();
        }
    }
}
