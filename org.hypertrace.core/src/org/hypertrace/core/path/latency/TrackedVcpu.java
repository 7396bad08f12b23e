/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.path.gather.HandlerRuns;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.store.RowTable;
import org.hypertrace.core.path.gather.ThreadState;
import org.hypertrace.core.vcpu.VcpuState;

/** What a vCPU does, followed in the order of time: since when and until when it is out of the guest, and whether only for a halt. */
final class TrackedVcpu {

    private final PathRows fRows;
    final int fVcpu;
    private int fRow;
    /** The first row since it was last in the guest, negative if it is, or that is not known. */
    private int fFirst = -1;
    private boolean fHalts;
    private boolean fSlept;
    /** The next row in which it is in the guest, or unknown. */
    private int fNext;
    /** The first rows of what was counted last. */
    private int fKicked = -1;
    private int fYielded = -1;

    TrackedVcpu(PathRows rows, int vcpu) {
        fRows = rows;
        fVcpu = vcpu;
        fRow = rows.vcpus.first(vcpu) - 1;
        fNext = fRow + 1;
    }

    void comeTo(long time) {
        RowTable rows = fRows.vcpus;
        while (fRow + 1 < rows.end(fVcpu) && rows.begin(fRow + 1) <= time) {
            fRow++;
            VcpuState state = state(fRow);
            if (state == VcpuState.GUEST || state == VcpuState.UNKNOWN) {
                fFirst = -1;
                continue;
            }
            if (fFirst < 0) {
                fFirst = fRow;
                fHalts = true;
                fSlept = false;
            }
            int exit = rows.a(fRow);
            fHalts &= exit >= 0 && ExitReason.isHalt(fRows.participants.isa(exit), fRows.participants.reason(exit));
            fSlept |= state == VcpuState.HALTED || state == VcpuState.BLOCKED || state == VcpuState.WAKING;
        }
        while (fNext < rows.end(fVcpu) && (fNext <= fRow || state(fNext) != VcpuState.GUEST && state(fNext) != VcpuState.UNKNOWN)) {
            fNext++;
        }
    }

    /** Whether it is out of the guest, and since it was in it all is known. */
    boolean isOut(long time) {
        return fFirst >= 0 && time < fRows.endOfVcpu(fVcpu);
    }

    long outSince() {
        return fRows.vcpus.begin(fFirst);
    }

    /** Until when it is not in the guest, or something is not known. */
    long outUntil() {
        return fNext < fRows.vcpus.end(fVcpu) ? fRows.vcpus.begin(fNext) : fRows.endOfVcpu(fVcpu);
    }

    /** Whether the one that kicks it at this time, and nothing else, lets it go on after a halt. */
    boolean isHaltEndedBy(TrackedVcpu kicking, long time) {
        if (!isOut(time) || !fHalts || fKicked == fFirst) {
            return false;
        }
        if (state(fRow) != VcpuState.HALTED) {
            return !fSlept;
        }
        int thread = fRows.participants.link(fVcpu);
        int sleep = fRows.states.at(thread, time);
        if (sleep < fRows.states.first(thread) || fRows.threadState(sleep) != ThreadState.BLOCKED) {
            return false;
        }
        int by = fRows.states.a(sleep);
        if (HandlerRuns.isRun(by)) {
            by = fRows.runs.standsForThread(by) ? fRows.cpus.get(fRows.runs.where(by)).first() : PathRows.NONE;
        }
        return by >= 0 && fRows.participants.kind(by) == Participants.Kind.HOST_THREAD && fRows.participants.link(by) == kicking.fVcpu
                && fRows.endOfState(sleep, thread) <= kicking.outUntil();
    }

    /** The halt is counted. */
    void kicked() {
        fKicked = fFirst;
    }

    /** Whether it has not yielded since it was in the guest; now it has. */
    boolean yieldsFirst() {
        boolean first = fYielded != fFirst;
        fYielded = fFirst;
        return first;
    }

    private VcpuState state(int row) {
        return VcpuState.of(fRows.vcpus.b(row) & 0xf);
    }
}
