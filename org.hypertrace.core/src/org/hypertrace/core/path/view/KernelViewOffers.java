/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.analysis.os.linux.core.model.OsStrings;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.TraceEnvironment;
import org.hypertrace.core.view.PathOffer;

/** Whose critical path can be asked for in Trace Compass' own views of threads: of a host, and of extracted traces of guests. */
public final class KernelViewOffers {

    private KernelViewOffers() {
    }

    /**
     * @param trace
     *            the trace that the entry is of
     * @param entry
     *            of a thread
     * @return the thread's path: of an extracted trace, that of the guest's thread of this id then; null if it is no thread of a host
     *         or of a VM's guest
     */
    public static PathOffer of(ITmfTrace trace, TimeGraphEntryModel entry) {
        Object tid = entry.getMetadata().get(OsStrings.tid()).stream().findFirst().orElse(null);
        if (!(tid instanceof Integer) || (Integer) tid <= 0 || !(trace instanceof CtfTmfTrace ctf)) {
            return null;
        }
        String name = new ThreadName((Integer) tid, entry.getName()).label();
        List<String> words = new ArrayList<>();
        Map<String, String> environment = ctf.getEnvironment();
        String vm = environment.get(TraceEnvironment.GUEST_VM);
        String alone = alone(trace);
        if (alone != null) {
            words.addAll(List.of("--vm", alone, "--thread", tid.toString()));
        } else if (vm == null) {
            words.addAll(List.of("--host-thread", tid.toString()));
        } else if (!Nesting.vm(TraceEnvironment.plain(vm)).equals(TraceEnvironment.plain(vm))) {
            // the path is of level 1
            return null;
        } else {
            String boot = environment.get(TraceEnvironment.GUEST_BOOT);
            words.addAll(List.of("--vm", word(trace, environment.get(TraceEnvironment.GUEST_HOST), TraceEnvironment.plain(vm)), "--thread", boot == null ? tid.toString()
                    : tid + "@" + TraceEnvironment.plain(boot)));
        }
        // ids are used again
        words.addAll(List.of("--from", Long.toString(entry.getStartTime()), "--to", Long.toString(entry.getEndTime())));
        return new PathOffer(name, words);
    }

    /** A word that means the VM with this key alone; the key if no other host is there. */
    private static String word(ITmfTrace trace, String host, String key) {
        try {
            ITmfTrace whole = Gathered.whole(trace);
            ITmfStateSystem states = host == null || HostTraces.of(whole).hosts().size() < 2 ? null : ModelStates.of(whole);
            for (Machines.Host one : states == null ? List.<Machines.Host>of() : Machines.of(states)) {
                VmName vm = one.id().equals(TraceEnvironment.plain(host)) ? one.who(key) : null;
                if (vm != null) {
                    return vm.word();
                }
            }
        } catch (IOException | StateSystemDisposedException e) {
            // asking for the path shows it
        }
        return key;
    }

    /** What the guest is called that the trace is of, if its host was not traced; else null. */
    private static String alone(ITmfTrace trace) {
        try {
            HostTraces traces = HostTraces.of(Gathered.whole(trace));
            int guest = traces.aloneOf(trace);
            return guest < 0 ? null : traces.alone().get(guest).name();
        } catch (IOException e) {
            // asking for the path shows it
            return null;
        }
    }
}
