/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.store.RowTable;
import org.hypertrace.core.vcpu.VcpuState;

/** What a vCPU is in, in some time, and who has the processor that it waits for. */
final class VcpuPieces {

    /** Gets a piece of the time. */
    interface Piece {
        /**
         * @param cpu
         *            the processor, over all hosts, that it waits for; negative if it waits for none
         */
        void is(VcpuState state, int cpu, long begin, long end);
    }

    /** Gets who has a processor for a while: a thread of the host. */
    interface Occupant {
        void has(int thread, long begin, long end);
    }

    private VcpuPieces() {
    }

    /** Reports the pieces of the time from {@code begin} to {@code end}; they have no gaps. */
    static void each(PathRows of, int vcpu, long begin, long end, Piece to) {
        RowTable rows = of.vcpus;
        long last = of.endOfVcpu(vcpu);
        int row = rows.at(vcpu, begin);
        for (long a = begin; a < end; row++) {
            boolean known = row >= rows.first(vcpu) && a < last;
            long z = Math.min(end, row + 1 < rows.end(vcpu) ? rows.begin(row + 1) : known ? last : Long.MAX_VALUE);
            if (z > a) {
                to.is(known ? VcpuState.of(rows.b(row) & 0xf) : VcpuState.UNKNOWN, known ? (rows.b(row) >>> 8) - 1 : -1, a, z);
                a = z;
            }
        }
    }

    /** Whether it could run and has no processor: another thread of the host has it, or it is idle and about to take it. */
    static boolean hasNoProcessor(VcpuState state) {
        return state == VcpuState.PREEMPTED || state == VcpuState.WAKING;
    }

    /** Reports who has the processor in the time from {@code begin} to {@code end}, as far as that is known. */
    static void occupants(PathRows of, int cpu, long begin, long end, Occupant to) {
        RowTable rows = of.occupants;
        for (int row = Math.max(rows.first(cpu), rows.at(cpu, begin)); row < rows.end(cpu) && rows.begin(row) < end; row++) {
            long from = Math.max(begin, rows.begin(row));
            long until = row + 1 < rows.end(cpu) ? Math.min(end, rows.begin(row + 1)) : end;
            if (from < until && rows.a(row) != PathRows.NONE) {
                to.has(rows.a(row), from, until);
            }
        }
    }
}
