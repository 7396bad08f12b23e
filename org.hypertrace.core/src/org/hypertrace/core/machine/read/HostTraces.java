/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.LoneVmTrace;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.trace.console.ConsoleLogTrace;
import org.hypertrace.core.trace.text.LineTrace;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * The traced machines of a trace or experiment, and which of its traces are of which: traces of one machine share its
 * clock. Traces of guests are no hosts: our own extractions report it in their environment, a guest's own recording is named by
 * the manifest. A machine that runs no VMs but reports its boot is a guest of its own, of nobody's.
 */
public final class HostTraces {

    /**
     * A traced machine.
     *
     * @param id
     *            what Trace Compass distinguishes machines by
     * @param name
     *            its host name, the trace's if that was not recorded
     * @param recorded
     *            the events its traces declare
     * @param manifest
     *            what the recording's manifest reports, null without one
     */
    public record Host(String id, String name, RecordedEvents recorded, Manifest manifest) { }

    private final List<Host> fHosts = new ArrayList<>();
    private final List<List<ITmfTrace>> fTracesOfHost = new ArrayList<>();
    private final List<GuestTrace> fGuests = new ArrayList<>();
    private final Map<ITmfTrace, Integer> fHostOfTrace = new IdentityHashMap<>();
    private final TraceLosses fLosses = new TraceLosses();
    private final LoneMachines fAlone = new LoneMachines();

    private HostTraces() { }

    /**
     * @param trace
     *            a trace or an experiment
     * @return its machines
     * @throws IOException
     *             if a manifest is wrong or a host's trace is damaged; the message is one sentence for the user
     */
    public static HostTraces of(ITmfTrace trace) throws IOException {
        HostTraces traces = new HostTraces();
        Map<ITmfTrace, Manifest> manifests = new IdentityHashMap<>();
        List<ITmfTrace> extracted = new ArrayList<>();
        Map<Path, ITmfTrace> others = new LinkedHashMap<>();
        List<ITmfTrace> ofGuests = new ArrayList<>();
        for (ITmfTrace child : TmfTraceManager.getTraceSet(trace)) {
            if (child instanceof ConsoleLogTrace || child instanceof LoneVmTrace) {
                ofGuests.add(child);
                manifests.put(child, child instanceof LoneVmTrace ? Manifest.besideRing(path(child)) : null);
            } else if (child instanceof IKernelTrace && TraceEnvironment.of(child).containsKey(TraceEnvironment.GUEST_VM)) {
                extracted.add(child);
            } else if (child instanceof IKernelTrace) {
                others.put(path(child), child);
                manifests.put(child, Manifest.beside(path(child)));
            }
        }
        traces.addHosts(others, manifests);
        traces.fLosses.add(others, traces.fHostOfTrace);
        traces.fLosses.addClosed(manifests.values(), others.keySet());
        extracted.forEach(traces::addExtracted);
        // with a trace of a host, its manifest names the rings
        ofGuests.removeIf(traces.hasTransitions() ? LoneVmTrace.class::isInstance : one -> false);
        ofGuests.forEach(one -> traces.add(LoneMachines.id(one), List.of(one), manifests));
        for (ITmfTrace guest : Stream.concat(extracted.stream(), ofGuests.stream()).toList()) {
            traces.fLosses.add(guest, path(guest), null);
        }
        if (!traces.hasTransitions()) {
            for (int host = 0; host < traces.fHosts.size(); host++) {
                traces.fAlone.add(traces.fHosts.get(host), traces.fTracesOfHost.get(host));
            }
            traces.fAlone.addExtracted(extracted);
        }
        return traces;
    }

    private static Path path(ITmfTrace trace) {
        return Path.of(trace.getPath()).toAbsolutePath().normalize();
    }

    private void addHosts(Map<Path, ITmfTrace> traces, Map<ITmfTrace, Manifest> manifests) {
        Map<Path, ITmfTrace> named = new LinkedHashMap<>();
        Map<ITmfTrace, String> names = new LinkedHashMap<>();
        for (Manifest manifest : manifests.values()) {
            for (Manifest.Vm vm : manifest == null ? List.<Manifest.Vm>of() : manifest.vms()) {
                if (vm.guestTrace() != null && traces.containsKey(vm.guestTrace())) {
                    named.put(vm.guestTrace(), traces.get(vm.guestTrace()));
                    names.putIfAbsent(traces.get(vm.guestTrace()), vm.name());
                }
            }
        }
        Map<String, List<ITmfTrace>> byHost = new LinkedHashMap<>();
        traces.values().stream().filter(trace -> !named.containsValue(trace))
                .forEach(trace -> byHost.computeIfAbsent(trace.getHostId(), id -> new ArrayList<>()).add(trace));
        byHost.forEach((id, ofHost) -> add(id, ofHost, manifests));
        int machines = fHosts.size();
        names.keySet().removeIf(GuestTrace::isSource);
        names.forEach(this::addOwnGuest);
        for (int host = 0; host < machines; host++) {
            GuestTrace.collect(host, fHosts.get(host), named, fGuests);
        }
    }

    /** Whose it is changes nothing about what a guest reports of its own boot. */
    private void addOwnGuest(ITmfTrace trace, String name) {
        int number = fHosts.size();
        add(trace.getHostId(), List.of(trace), Map.of());
        Host own = fHosts.get(number);
        fHosts.set(number, new Host(own.id(), name == null ? own.name() : name, own.recorded(), null));
        if (!isOwnGuest(own)) {
            fHosts.remove(number);
            fTracesOfHost.remove(number);
            fHostOfTrace.remove(trace);
        }
    }

    private void addExtracted(ITmfTrace trace) {
        Map<String, String> environment = TraceEnvironment.of(trace);
        String host = environment.getOrDefault(TraceEnvironment.GUEST_HOST, "");
        int number = -1;
        for (int i = 0; i < fHosts.size(); i++) {
            number = host.equals(TraceEnvironment.plain(fHosts.get(i).id())) ? i : number;
        }
        fGuests.add(new GuestTrace(trace, number, Nesting.vm(environment.get(TraceEnvironment.GUEST_VM)), null, -1));
    }

    private void add(String id, List<ITmfTrace> traces, Map<ITmfTrace, Manifest> manifests) {
        Set<String> names = new HashSet<>();
        Set<String> fields = new HashSet<>();
        Manifest manifest = null;
        String name = null;
        for (ITmfTrace trace : traces) {
            fHostOfTrace.put(trace, fHosts.size());
            RecordedEvents.collect(trace, names, fields);
            Manifest found = manifests.get(trace);
            manifest = found == null ? manifest : found;
            String hostname = TraceEnvironment.hostname(trace);
            String own = trace instanceof LineTrace ? String.valueOf(path(trace).getFileName()) : trace.getName();
            name = name != null ? name : hostname != null ? hostname : own;
        }
        if (manifest != null && manifest.host() != null) {
            name = manifest.host();
        }
        fTracesOfHost.add(List.copyOf(traces));
        fHosts.add(new Host(TextLimit.NAME.clip(id), name, LoneMachines.recorded(traces.get(0), names, fields), manifest));
    }

    /**
     * @param trace
     *            a trace or experiment; an experiment itself does not know before all of it was read
     * @return its first moment, ns since the epoch
     */
    public static long begin(ITmfTrace trace) {
        return TmfTraceManager.getTraceSet(trace).stream().map(ITmfTrace::getStartTime)
                .filter(start -> !start.equals(TmfTimestamp.BIG_BANG)).mapToLong(ITmfTimestamp::toNanos).min()
                .orElseGet(() -> trace.getStartTime().toNanos());
    }

    /** @return the machines, in the order of the traces */
    public List<Host> hosts() {
        return fHosts;
    }

    /**
     * @param trace
     *            one of the traces
     * @return the running number of its machine; -1 if it is not one of a machine that runs guests
     */
    public int hostOf(ITmfTrace trace) {
        Integer host = fHostOfTrace.get(trace);
        return host != null && fHosts.get(host).recorded().hasTransitions() ? host : -1;
    }

    /**
     * @param trace
     *            one of the traces
     * @return the running number of its machine if that is a guest itself, which runs none and reports its boot; else -1
     */
    public int ownGuestOf(ITmfTrace trace) {
        Integer host = fHostOfTrace.get(trace);
        return host != null && isOwnGuest(fHosts.get(host)) ? host : -1;
    }

    /** The guest whose events come from this trace, as it reports nothing by hypercall; null if that is none. */
    GuestTrace sourceOf(ITmfTrace trace) {
        return fGuests.stream().filter(guest -> guest.trace() == trace && guest.vm() >= 0).findFirst().orElse(null);
    }

    private static boolean isOwnGuest(Host host) {
        return !host.recorded().hasTransitions() && host.recorded().hasInitcalls();
    }

    /** @return whether there is a guest that was traced itself, of which no manifest reports whose it is */
    public boolean hasOwnGuests() {
        return fHosts.stream().anyMatch(HostTraces::isOwnGuest);
    }

    /**
     * @return where no machine runs guests, the machines whose own traces report threads: guests, as far as is known, without
     *         their hosts; else none
     */
    public List<Host> alone() {
        return fAlone.all();
    }

    /**
     * @param trace
     *            one of the traces
     * @return the place of its machine in {@link #alone}, -1 if it is of none of them
     */
    public int aloneOf(ITmfTrace trace) {
        return fAlone.of(trace);
    }

    /**
     * @param host
     *            the running number of a machine
     * @return its traces, in their order; at least one
     */
    public List<ITmfTrace> tracesOf(int host) {
        return fTracesOfHost.get(host);
    }

    /** @return the traces of guests, a trace again for each host whose manifest names it */
    public List<GuestTrace> guests() {
        return fGuests;
    }

    /** @return whether a guest's entry or exit is declared anywhere */
    public boolean hasTransitions() {
        return fHosts.stream().anyMatch(host -> host.recorded().hasTransitions());
    }

    /** @return what is damaged, missing or misplaced in the traces of the machines and in the guests' own */
    public TraceLosses losses() {
        return fLosses;
    }

    /** @return the first trace of the first machine that declares a guest's entry or exit, null if there is none */
    public ITmfTrace firstWithTransitions() {
        return fHosts.stream().filter(host -> host.recorded().hasTransitions()).findFirst()
                .map(host -> fTracesOfHost.get(fHosts.indexOf(host)).get(0)).orElse(null);
    }

    /** @return what the hosts that run guests did not record, each once */
    public List<RecordedEvents.Missing> missing() {
        return fHosts.stream().map(Host::recorded).filter(RecordedEvents::hasTransitions)
                .flatMap(recorded -> recorded.missing().stream()).distinct().toList();
    }

    /**
     * Changes when a file of a trace does, by its length, time and samples of its contents. So it does when more is left out, or when its
     * times are put on another clock.
     */
    public int recordingHash() {
        Set<ITmfTrace> traces = Collections.newSetFromMap(new IdentityHashMap<>());
        traces.addAll(fHostOfTrace.keySet());
        traces.addAll(fAlone.traces());
        fGuests.stream().filter(guest -> guest.vm() >= 0 || guest.host() >= 0 && guest.reportsNamespaces()).forEach(guest -> traces.add(guest.trace()));
        return traces.stream().mapToInt(trace -> RecordingHash.of(path(trace)) + RecordingHash.ofClock(trace)).sum()
                + fGuests.stream().mapToInt(guest -> RecordingHash.ofClock(guest.trace())).sum() + fLosses.hash();
    }

    /** @return changes when a manifest or a trace that is a text file does */
    public int filesHash() {
        int hash = fHostOfTrace.keySet().stream().mapToInt(trace -> trace instanceof LineTrace text ? text.fileHash() : 0).sum();
        for (Host host : fHosts) {
            hash = 31 * hash + (host.manifest() == null ? 0 : host.manifest().hash());
        }
        return hash;
    }
}
