/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.kvm.RecordedEvents;

/**
 * The traced machines of a trace or experiment, and which of its traces are of which: traces of one machine share its
 * clock. Traces of guests (our own extractions say so in their environment) are no hosts.
 */
public final class HostTraces {

    /**
     * A traced machine.
     *
     * @param id
     *            what Trace Compass tells machines apart by
     * @param name
     *            its host name, the trace's if that was not recorded
     * @param recorded
     *            the events its traces declare
     * @param manifest
     *            what the recording's manifest says, null without one
     */
    public record Host(String id, String name, RecordedEvents recorded, Manifest manifest) { }

    /** In the environment of a trace: it is of a guest, extracted by us. */
    public static final String GUEST_MARK = "hypertrace_vm";

    private final List<Host> fHosts = new ArrayList<>();
    private final Map<ITmfTrace, Integer> fHostOfTrace = new IdentityHashMap<>();

    private HostTraces() {
    }

    /**
     * @param trace
     *            a trace or an experiment
     * @return its machines
     * @throws IOException
     *             if a manifest is wrong; the message is one sentence for the user
     */
    public static HostTraces of(ITmfTrace trace) throws IOException {
        Map<String, List<ITmfTrace>> byHost = new LinkedHashMap<>();
        for (ITmfTrace child : TmfTraceManager.getTraceSet(trace)) {
            if (child instanceof IKernelTrace && !environment(child).containsKey(GUEST_MARK)) {
                byHost.computeIfAbsent(child.getHostId(), id -> new ArrayList<>()).add(child);
            }
        }
        HostTraces traces = new HostTraces();
        for (Map.Entry<String, List<ITmfTrace>> entry : byHost.entrySet()) {
            traces.add(entry.getKey(), entry.getValue());
        }
        return traces;
    }

    private void add(String id, List<ITmfTrace> traces) throws IOException {
        Set<String> names = new HashSet<>();
        Set<String> fields = new HashSet<>();
        Manifest manifest = null;
        String name = null;
        for (ITmfTrace trace : traces) {
            fHostOfTrace.put(trace, fHosts.size());
            RecordedEvents.collect(trace, names, fields);
            Manifest found = Manifest.beside(Path.of(trace.getPath()));
            manifest = found == null ? manifest : found;
            String hostname = environment(trace).get("hostname");
            name = name != null ? name : hostname != null ? hostname : trace.getName();
        }
        if (manifest != null && manifest.host() != null) {
            name = manifest.host();
        }
        fHosts.add(new Host(id, name, new RecordedEvents(names, fields), manifest));
    }

    private static Map<String, String> environment(ITmfTrace trace) {
        Map<String, String> environment = new LinkedHashMap<>();
        if (trace instanceof CtfTmfTrace ctf) {
            ctf.getEnvironment().forEach((key, value) -> environment.put(key, value.replaceAll("^\"|\"$", "")));
        }
        return environment;
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

    /** @return whether a guest's entry or exit is declared anywhere */
    public boolean hasTransitions() {
        return fHosts.stream().anyMatch(host -> host.recorded().hasTransitions());
    }

    /** @return changes when a manifest does */
    public int manifestHash() {
        int hash = 0;
        for (Host host : fHosts) {
            hash = 31 * hash + (host.manifest() == null ? 0 : host.manifest().hash());
        }
        return hash;
    }
}
