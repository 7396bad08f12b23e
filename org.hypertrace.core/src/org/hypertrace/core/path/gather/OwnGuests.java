/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;

/**
 * Guests that were traced themselves and whose hosts were not. Each is put to a VM with a vCPU for each of its processors. In place of
 * the host stand threads that only have these vCPUs; no state of a vCPU is known.
 */
final class OwnGuests {

    /** The process that stands for the VMM; the threads of its vCPUs have the ids after it. */
    private static final int PROCESS = 1;

    private final Consumer<HostEvent> fHost;
    private final Map<Long, Boolean> fKnown = new HashMap<>();

    /** @param host gets the events that stand for the host's */
    OwnGuests(Consumer<HostEvent> host) {
        fHost = host;
    }

    /** Whether what is called a host is a guest itself. */
    boolean is(int host) {
        // asked for each state of a vCPU; there is none in most traces
        return !fKnown.isEmpty() && fKnown.containsKey((long) host << 32);
    }

    /** The thread that stands for the vCPU that a processor of the guest is; it has it from when the guest first reports something there. */
    int thread(long time, int host, int cpu) {
        int tid = PROCESS + 1 + cpu;
        // the guest itself has number 0, its processors have those from 1 on
        fKnown.put((long) host << 32, true);
        if (fKnown.put((long) host << 32 | cpu + 1, true) == null) {
            String name = "CPU " + cpu + "/KVM";
            fHost.accept(new HostEvent.ThreadKnown(time, host, cpu, tid, PROCESS, name));
            fHost.accept(new HostEvent.SchedSwitch(time, host, cpu, 0, "swapper/" + cpu, 0, tid, name));
            fHost.accept(new HostEvent.KvmEntry(time, host, cpu));
        }
        return tid;
    }
}
