/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.VirtualCpu;

/** The processors and vCPUs that are tracked, each made when it is first asked for. */
final class Tracked {

    private final List<List<TrackedCpu>> fCpus = new ArrayList<>();
    private final List<TrackedVcpu> fVcpus = new ArrayList<>();
    /** By host, until when packets of some processor are missing. */
    private final List<Long> fLostUntil = new ArrayList<>();

    /** @return the vCPU that the thread is; null if it is none */
    TrackedVcpu vcpu(HostThread thread) {
        VirtualCpu vcpu = thread == null ? null : thread.vcpu();
        if (vcpu == null) {
            return null;
        }
        while (fVcpus.size() <= vcpu.index()) {
            fVcpus.add(null);
        }
        TrackedVcpu track = fVcpus.get(vcpu.index());
        if (track == null) {
            track = new TrackedVcpu(vcpu);
            fVcpus.set(vcpu.index(), track);
        }
        return track;
    }

    /** @return the vCPUs by their numbers; null: not asked for yet */
    List<TrackedVcpu> vcpus() {
        return fVcpus;
    }

    TrackedCpu cpu(int host, int number) {
        while (fCpus.size() <= host) {
            fCpus.add(new ArrayList<>());
        }
        List<TrackedCpu> cpus = fCpus.get(host);
        while (cpus.size() <= number) {
            cpus.add(new TrackedCpu(cpus.size()));
        }
        return cpus.get(number);
    }

    /** Until when packets of some processor of a host are missing. */
    long lostUntil(int host) {
        return host < fLostUntil.size() ? fLostUntil.get(host) : Long.MIN_VALUE;
    }

    void lost(HostEvent.LostEvents e) {
        if (e.loss() == HostEvent.Loss.PACKETS) {
            while (fLostUntil.size() <= e.host()) {
                fLostUntil.add(Long.MIN_VALUE);
            }
            fLostUntil.set(e.host(), Math.max(lostUntil(e.host()), e.end()));
        }
    }
}
