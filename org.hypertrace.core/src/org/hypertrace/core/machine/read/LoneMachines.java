/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.LoneVmTrace;
import org.hypertrace.core.untrusted.TextLimit;

/** Machines whose own traces have threads, where no machine runs guests: they may be guests without their hosts. */
final class LoneMachines {

    private final List<HostTraces.Host> fAll = new ArrayList<>();
    private final Map<ITmfTrace, Integer> fOfTrace = new IdentityHashMap<>();

    /** What Trace Compass distinguishes the machine of a trace by. */
    static String id(ITmfTrace trace) {
        return trace instanceof LoneVmTrace vm ? vm.id() : trace.getHostId();
    }

    /** The events that traces of a machine report, the first of which this is; {@code names}, {@code fields}: what they declare. */
    static RecordedEvents recorded(ITmfTrace first, Set<String> names, Set<String> fields) {
        return first instanceof LoneVmTrace vm ? vm.recorded() : new RecordedEvents(names, fields, TraceEnvironment.isOfTracepoints(first));
    }

    /** Adds a machine with its traces if they have threads. */
    void add(HostTraces.Host host, List<ITmfTrace> traces) {
        if (host.recorded().hasThreads()) {
            traces.forEach(trace -> fOfTrace.put(trace, fAll.size()));
            fAll.add(host);
        }
    }

    /** Adds the guests of extracted traces: each boot of a guest has a trace. */
    void addExtracted(List<ITmfTrace> extracted) {
        Map<String, Integer> guests = new HashMap<>();
        for (ITmfTrace trace : extracted) {
            Set<String> names = new HashSet<>();
            RecordedEvents.collect(trace, names, new HashSet<>());
            RecordedEvents recorded = new RecordedEvents(names, Set.of(), false);
            Map<String, String> environment = TraceEnvironment.of(trace);
            String of = environment.get(TraceEnvironment.GUEST_HOST) + ' ' + environment.get(TraceEnvironment.GUEST_VM);
            if (recorded.hasThreads()) {
                fOfTrace.put(trace, guests.computeIfAbsent(of, key -> {
                    String name = environment.get("hostname");
                    fAll.add(new HostTraces.Host(TextLimit.NAME.clip(trace.getHostId()), name == null ? trace.getName() : name, recorded, null));
                    return fAll.size() - 1;
                }));
            }
        }
    }

    List<HostTraces.Host> all() {
        return fAll;
    }

    /** @return the place of the trace's machine, -1 if it is of none of them */
    int of(ITmfTrace trace) {
        return fOfTrace.getOrDefault(trace, -1);
    }

    Set<ITmfTrace> traces() {
        return fOfTrace.keySet();
    }
}
