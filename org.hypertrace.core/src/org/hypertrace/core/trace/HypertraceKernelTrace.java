/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.aspect.ITmfEventAspect;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfBaseAspects;
import org.eclipse.tracecompass.tmf.core.trace.TraceValidationStatus;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEventFactory;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTraceValidationStatus;
import org.hypertrace.core.kvm.CtfHostEvent;
import org.hypertrace.core.kvm.HostLayout;
import org.hypertrace.core.machine.HostTraces;

/**
 * An LTTng kernel trace of a host that runs VMs. It is one to everything that is for LTTng kernel traces; besides, single
 * fields of its events are cheap to read, and the table of events has columns about the guests.
 * <p>
 * A trace fits if it declares an event that only a host has: a guest's entry, exit or hypercall. Trace Compass then takes
 * this type without asking, since of types that fit it offers none that another one refines.
 */
public final class HypertraceKernelTrace extends LttngKernelTrace {

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
        HypertraceKernelTrace trace = new HypertraceKernelTrace();
        if (trace.validate(null, folder.toString()).isOK()) {
            return trace;
        }
        trace.dispose();
        return new LttngKernelTrace();
    }

    @Override
    public IStatus validate(IProject project, String path) {
        IStatus kernel = super.validate(project, path);
        if (!kernel.isOK()) {
            // also one that is only damaged: what is wrong with it, LTTng's type says
            return new Status(IStatus.ERROR, PLUGIN, kernel.getMessage(), kernel.getException());
        }
        CtfTmfTrace any = new CtfTmfTrace();
        IStatus declared = any.validate(project, path);
        any.dispose();
        return declared instanceof CtfTraceValidationStatus ctf && isOfHost(ctf)
                ? new TraceValidationStatus(CONFIDENCE, PLUGIN)
                : new Status(IStatus.ERROR, PLUGIN,
                        "No entry, exit or hypercall of a guest is declared: it is not of a host of VMs");
    }

    private static boolean isOfHost(CtfTraceValidationStatus declared) {
        return !declared.getEnvironment().containsKey(HostTraces.GUEST_VM)
                && declared.getEventNames().stream().anyMatch(name -> HostLayout.isTransition(name) || HostLayout.isHypercall(name));
    }

    /** What the columns tell. */
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

    @Override
    public CtfTmfEventFactory getEventFactory() {
        return CtfHostEvent.Factory.INSTANCE;
    }
}
