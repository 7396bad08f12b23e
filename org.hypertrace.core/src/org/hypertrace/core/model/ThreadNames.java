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
        private final HostThread fThread;
        private final int fQuark;
        private String fText;

        Name(HostThread thread, int quark) {
            fThread = thread;
            fQuark = quark;
        }

        boolean isOf(HostThread thread) {
            return fThread == thread || fThread.tid() == thread.tid() && fThread.host() == thread.host();
        }
    }

    private static final int RECENT = 1 << 8;

    private final ITmfStateSystemBuilder fStates;
    private final int[] fHosts;
    private final List<Map<Integer, Name>> fNames = new ArrayList<>();
    /** Those that were asked for last, by the lowest bits of their ids. */
    private final Name[] fRecent = new Name[RECENT];

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
        int place = thread.tid() & RECENT - 1;
        Name name = fRecent[place];
        if (name == null || !name.isOf(thread)) {
            name = fNames.get(thread.host()).computeIfAbsent(thread.tid(), tid -> new Name(thread, fStates.getQuarkRelativeAndAdd(
                    fHosts[thread.host()], MachineAttributes.THREADS, Integer.toString(tid))));
            fRecent[place] = name;
        }
        if (!thread.comm().equals(name.fText)) {
            name.fText = thread.comm();
            fStates.modifyAttribute(time, name.fText, name.fQuark);
        }
    }
}
