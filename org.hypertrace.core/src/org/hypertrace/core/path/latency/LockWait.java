/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import org.hypertrace.core.path.gather.PathRows;

/** The wait that is looked at: how long, and what the vCPU of the one that is waited for was in meanwhile. */
final class LockWait {

    private final PathRows fRows;
    private long fNs;
    private long fPreempted;
    private long fWakingUp;
    private long fInHost;
    private long fPreemptedSince;
    private long fLooked;

    LockWait(PathRows rows) {
        fRows = rows;
    }

    /** The wait is for this vCPU. */
    void look(int holder, long begin, long end) {
        clear();
        add(holder, begin, end);
    }

    /** Another wait begins. */
    void clear() {
        fNs = 0;
        fPreempted = 0;
        fWakingUp = 0;
        fInHost = 0;
    }

    /** In the time from {@code begin} to {@code end} one waits for this vCPU, or for a thread on it. */
    void add(int holder, long begin, long end) {
        fNs += end - begin;
        VcpuPieces.each(fRows, holder, begin, end, (state, cpu, a, z) -> {
            fLooked++;
            if (VcpuPieces.hasNoProcessor(state)) {
                noProcessor(cpu, a, z);
            } else if (WakePart.of(state) == WakePart.IN_HOST) {
                fInHost += z - a;
            }
        });
    }

    private void noProcessor(int cpu, long begin, long end) {
        long[] idle = { 0, begin };
        if (cpu >= 0) {
            VcpuPieces.occupants(fRows, cpu, begin, end, (thread, from, to) -> {
                fLooked++;
                if (fRows.participants.isIdleOfProcessor(thread)) {
                    idle[0] += to - from;
                    idle[1] = idle[1] == from ? to : idle[1];
                }
            });
        }
        fWakingUp += idle[0];
        if (end - begin > idle[0]) {
            fPreemptedSince = fPreempted == 0 ? idle[1] : fPreemptedSince;
            fPreempted += end - begin - idle[0];
        }
    }

    /** @return how long it is preempted, ns */
    long preempted() {
        return fPreempted;
    }

    /** @return from when on it first is, ns since the epoch */
    long preemptedSince() {
        return fPreemptedSince;
    }

    /** Something else was looked at. */
    void sees() {
        fLooked++;
    }

    /** @return how many pieces were looked at in all waits */
    long looked() {
        return fLooked;
    }

    void addTo(LockGroups.Group group, long begin) {
        group.add(begin, fNs, fPreempted, fWakingUp, fInHost);
    }

    /** Reports who has the processor that the vCPU waits for; that is nobody while it is idle. */
    void preemptors(LockGroups.Group group, int holder, long begin, long end) {
        VcpuPieces.each(fRows, holder, begin, end, (state, cpu, a, z) -> {
            if (VcpuPieces.hasNoProcessor(state) && cpu >= 0) {
                VcpuPieces.occupants(fRows, cpu, a, z, (thread, from, to) -> {
                    if (!fRows.participants.isIdleOfProcessor(thread)) {
                        int vcpu = fRows.participants.link(thread);
                        group.preempted(vcpu >= 0 ? vcpu : thread, to - from);
                    }
                });
            }
        });
    }
}
