/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.tracetype;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventType;
import org.eclipse.tracecompass.tmf.core.event.aspect.ITmfEventAspect;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfBaseAspects;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.TraceValidationStatus;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTraceValidationStatus;
import org.hypertrace.core.kvm.HostLayout;
import org.hypertrace.core.machine.read.TraceEnvironment;
import org.hypertrace.core.trace.ctf.LeftOut;
import org.hypertrace.core.trace.ctf.MendedKernelTrace;
import org.hypertrace.core.trace.ctf.MendedTrace;
import org.hypertrace.core.trace.ctf.TracePackets;

/**
 * An LTTng kernel trace of a host that runs VMs. It is one to everything that is for LTTng kernel traces; besides, single
 * fields of its events are cheap to read, and the table of events has columns about the guests.
 * <p>
 * A trace fits if it declares an event that only a host has: a guest's entry, exit or hypercall. Trace Compass then takes
 * this type without asking, since of types that fit it offers none that another one refines.
 */
public final class HypertraceKernelTrace extends MendedKernelTrace {

    /** The id of the trace type. */
    public static final String TYPE = "org.hypertrace.core.tracetype.host";

    private static final String PLUGIN = "org.hypertrace.core";
    /** One more than LTTng's, so that this type is the first where several are listed. */
    private static final int CONFIDENCE = 101;

    private final GuestColumns fColumns = new GuestColumns(this);
    private volatile Iterable<ITmfEventAspect<?>> fStockAspects;
    private volatile Iterable<ITmfEventAspect<?>> fAspects;

    /**
     * @param folder
     *            a kernel trace
     * @return a trace of the type that fits, to be initialized
     */
    public static LttngKernelTrace of(Path folder) {
        return declared(folder.toString()) instanceof CtfTraceValidationStatus declared && isOfHost(declared) ? new HypertraceKernelTrace()
                : new MendedKernelTrace();
    }

    /**
     * Opens a kernel trace without a workspace; its metadata, which takes longer than a short trace, are read once.
     *
     * @param folder
     *            a trace
     * @param transform
     *            puts its times on another clock; null: they are as recorded
     * @return the trace, of the type that fits; null if it is not of a kernel
     * @throws TmfTraceException
     *             if it cannot be read
     */
    public static LttngKernelTrace open(Path folder, ITmfTimestampTransform transform) throws TmfTraceException {
        LttngKernelTrace trace = open(new HypertraceKernelTrace(), folder, transform);
        boolean isOfKernel = isOfKernel(trace.getEnvironment());
        if (isOfKernel && isOfHost(trace.getEnvironment(), trace.getContainedEventTypes().stream().map(ITmfEventType::getName))) {
            return trace;
        }
        trace.dispose();
        return isOfKernel ? open(new MendedKernelTrace(), folder, transform) : null;
    }

    private static LttngKernelTrace open(LttngKernelTrace trace, Path folder, ITmfTimestampTransform transform) throws TmfTraceException {
        boolean isOpen = false;
        try {
            if (transform != null) {
                // when a trace begins is read when it is opened
                trace.setTimestampTransform(transform);
            }
            trace.initTrace(null, folder.toString(), CtfTmfEvent.class, folder.toString(), null);
            isOpen = true;
            return trace;
        } finally {
            if (!isOpen) {
                trace.dispose();
            }
        }
    }

    /**
     * Reads a trace's metadata.
     *
     * @param path
     *            the folder of a trace
     * @return a {@link CtfTraceValidationStatus} if it can be read; a warning if the trace is damaged, an error if it is none
     */
    public static IStatus declared(String path) {
        CtfTmfTrace any = new CtfTmfTrace();
        IStatus declared = any.validate(null, path);
        any.dispose();
        return declared.isOK() ? declared : declaredByMended(path, declared);
    }

    /** Trace Compass looks at the first packets, too. */
    private static IStatus declaredByMended(String path, IStatus damaged) {
        try {
            Path folder = Path.of(path);
            if (!Files.isDirectory(folder) || !Files.exists(folder.resolve("metadata"))) {
                return damaged;
            }
            List<LeftOut> leftOut = TracePackets.of(folder).leftOut();
            if (!MendedTrace.isNeeded(folder, leftOut)) {
                return damaged;
            }
            CtfTmfTrace any = new CtfTmfTrace();
            try (MendedTrace mended = MendedTrace.of(folder, leftOut)) {
                return any.validate(null, mended.folder().toString());
            } finally {
                any.dispose();
            }
        } catch (IOException e) {
            return damaged;
        }
    }

    private static boolean isOfKernel(Map<String, String> environment) {
        return "kernel".equals(TraceEnvironment.plain(environment.getOrDefault("domain", "")));
    }

    @Override
    public IStatus validate(IProject project, String path) {
        IStatus declared = declared(path);
        if (!(declared instanceof CtfTraceValidationStatus ctf) || !isOfKernel(ctf.getEnvironment())) {
            // also one that is only damaged: what is wrong with it, LTTng's type reports
            return new Status(IStatus.ERROR, PLUGIN, declared.isOK() ? "It is not of a kernel" : declared.getMessage(),
                    declared.getException());
        }
        return isOfHost(ctf) ? new TraceValidationStatus(CONFIDENCE, PLUGIN)
                : new Status(IStatus.ERROR, PLUGIN,
                        "No entry, exit or hypercall of a guest is declared: it is not of a host of VMs");
    }

    private static boolean isOfHost(CtfTraceValidationStatus declared) {
        return isOfHost(declared.getEnvironment(), declared.getEventNames().stream());
    }

    private static boolean isOfHost(Map<String, String> environment, Stream<String> events) {
        return !environment.containsKey(TraceEnvironment.GUEST_VM)
                && events.anyMatch(name -> HostLayout.isTransition(name) || HostLayout.isHypercall(name));
    }

    /** All of the trace: its first tenth of a second, which is usual, may have no VM. */
    @Override
    public ITmfTimestamp getInitialRangeOffset() {
        ITmfTimestamp end = getNbEvents() == 0 && getStartTime().equals(TmfTimestamp.BIG_BANG) ? null : readEnd();
        return end == null ? super.getInitialRangeOffset() : TmfTimestamp.fromNanos(end.toNanos() - getStartTime().toNanos());
    }

    @Override
    public synchronized void dispose() {
        super.dispose();
        fColumns.dispose();
    }

    /** What the columns show. */
    GuestColumns columns() {
        return fColumns;
    }

    @Override
    public Iterable<ITmfEventAspect<?>> getEventAspects() {
        Iterable<ITmfEventAspect<?>> stock = super.getEventAspects();
        if (stock != fStockAspects) {
            fAspects = withGuests(stock);
            fStockAspects = stock;
        }
        return fAspects;
    }

    /** Before the contents, which are as wide as a window. */
    private static List<ITmfEventAspect<?>> withGuests(Iterable<ITmfEventAspect<?>> stock) {
        List<ITmfEventAspect<?>> aspects = new ArrayList<>();
        stock.forEach(aspects::add);
        int contents = aspects.indexOf(TmfBaseAspects.getContentsAspect());
        aspects.addAll(contents < 0 ? aspects.size() : contents, GuestAspect.ALL);
        return List.copyOf(aspects);
    }
}
