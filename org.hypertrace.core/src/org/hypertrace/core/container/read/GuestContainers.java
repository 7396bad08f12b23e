/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.container.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.container.Container;
import org.hypertrace.core.container.ContainerName;
import org.hypertrace.core.container.ThreadContainers;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.GuestTrace;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.trace.ctf.MergedEvents;
import org.hypertrace.core.trace.ctf.StreamEvents;
import org.hypertrace.core.trace.ctf.TraceEvents;
import org.hypertrace.core.trace.ctf.layout.EventBytes;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;
import org.hypertrace.core.untrusted.PlainText;

/**
 * The containers of guests' threads. Hypercalls do not report them; the guests' own traces that a manifest names do, by LTTng's state dump.
 * Each such trace is read once, before the pass that asks. Its times are those that Trace Compass shows. Where it is not on the host's
 * clock, a thread may get the container of another one with the same id.
 */
public final class GuestContainers {

    /** Of guests without a trace that reports any. */
    public static final GuestContainers NONE = new GuestContainers();

    /** After so many events the monitor is asked. */
    private static final int LOOK = 1 << 12;

    private record OfGuest(GuestTrace guest, ThreadContainers containers) { }

    private final List<OfGuest> fGuests = new ArrayList<>();

    private GuestContainers() {
    }

    /**
     * @param traces
     *            of hosts and guests
     * @param monitor
     *            is reported which trace is read, and can cancel
     * @return the containers of the guests. A trace that is damaged or of another tracer reports none
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public static GuestContainers of(HostTraces traces, IProgressMonitor monitor) {
        return of(traces, ITmfTrace::getTimestampTransform, monitor);
    }

    /**
     * The same by other clocks than those that Trace Compass shows.
     *
     * @param clocks
     *            of the guests' traces
     */
    public static GuestContainers of(HostTraces traces, Function<ITmfTrace, ITmfTimestampTransform> clocks, IProgressMonitor monitor) {
        GuestContainers all = new GuestContainers();
        for (GuestTrace guest : traces.guests()) {
            if (guest.host() >= 0 && guest.reportsNamespaces()) {
                monitor.subTask("reading the containers of " + PlainText.line(guest.trace().getName()));
                ThreadContainers read = read((CtfTmfTrace) guest.trace(), clocks.apply(guest.trace()), names(traces, guest), monitor);
                monitor.subTask("analysing");
                if (read != null) {
                    all.fGuests.add(new OfGuest(guest, read));
                }
            }
        }
        return all;
    }

    private static List<ContainerName> names(HostTraces traces, GuestTrace guest) {
        Manifest manifest = traces.hosts().get(guest.host()).manifest();
        Path path = Path.of(guest.trace().getPath()).toAbsolutePath().normalize();
        return manifest == null ? List.of() : manifest.vms().stream().filter(vm -> path.equals(vm.guestTrace())).findFirst()
                .map(Manifest.Vm::containers).orElse(List.of());
    }

    private static ThreadContainers read(CtfTmfTrace trace, ITmfTimestampTransform transform, List<ContainerName> names, IProgressMonitor monitor) {
        HostEventReader reader = new HostEventReader(0, ((IKernelTrace) trace).getKernelEventLayout(), false);
        LongUnaryOperator clock = time -> transform.transform(trace.timestampCyclesToNanos(time));
        ThreadContainers containers = new ThreadContainers(names);
        try (TraceEvents events = TraceEvents.of(Path.of(trace.getPath()), reader::kind)) {
            MergedEvents<ITmfTrace> merged = new MergedEvents<>();
            for (StreamEvents stream : events.streams()) {
                merged.add(stream, trace, clock);
            }
            for (long i = 0; merged.next(); i++) {
                if (i % LOOK == 0 && monitor.isCanceled()) {
                    throw new OperationCanceledException();
                }
                StreamEvents event = merged.events();
                if (!event.isLost()) {
                    reader.decoded(event.kind(), event.fields(), event.context(), merged.time(), event.cpu(), containers::handle);
                }
            }
            return containers;
        } catch (IOException | UnknownTypes | EventBytes.Undecodable e) {
            // what is damaged in it is reported among the losses
            return null;
        }
    }

    /**
     * @param guest
     *            a guest
     * @param tid
     *            the id of a thread of it
     * @param begin
     *            when it was seen first, ns since the epoch
     * @param end
     *            when it was gone, ns since the epoch
     * @return its container; null if it is not known
     */
    public Container of(Guest guest, int tid, long begin, long end) {
        for (OfGuest known : fGuests) {
            if (known.guest.host() == guest.host() && isOf(known.guest, guest)) {
                return known.containers.of(tid, begin, end);
            }
        }
        return null;
    }

    private static boolean isOf(GuestTrace trace, Guest guest) {
        return trace.key() != null ? trace.key().equals(guest.vm()) : trace.name() != null && trace.name().equals(guest.who().given());
    }
}
