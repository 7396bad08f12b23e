/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineAttributes;

/** Writes the names of threads that had a processor: a name once, and again when the thread is called otherwise. */
final class ThreadNames {

    private static final class Name {
        private final int fQuark;
        private String fText;

        Name(int quark) {
            fQuark = quark;
        }
    }

    private final ITmfStateSystemBuilder fStates;
    private final int[] fHosts;
    private final List<Map<Integer, Name>> fNames = new ArrayList<>();

    /** @param hosts the places of the hosts in the state system */
    ThreadNames(ITmfStateSystemBuilder states, int[] hosts) {
        fStates = states;
        fHosts = hosts;
        for (int i = 0; i < hosts.length; i++) {
            fNames.add(new HashMap<>());
        }
    }

    /** Somebody needs the name the thread has now, if it was reported. */
    void report(long time, HostThread thread) {
        if (thread.comm().isEmpty()) {
            return;
        }
        Name name = fNames.get(thread.host()).computeIfAbsent(thread.tid(), tid -> new Name(fStates.getQuarkRelativeAndAdd(
                fHosts[thread.host()], MachineAttributes.THREADS, Integer.toString(tid))));
        if (!thread.comm().equals(name.fText)) {
            name.fText = thread.comm();
            fStates.modifyAttribute(time, name.fText, name.fQuark);
        }
    }
}
