/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import org.hypertrace.core.describe.Softirqs;
import org.hypertrace.core.path.gather.Handler;
import org.hypertrace.core.path.gather.HandlerRuns;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;

/** What those on a path are to each other, as the whole trace reports. */
final class Relations {

    private final PathRows fRows;
    private final Participants fWho;

    Relations(PathRows rows) {
        fRows = rows;
        fWho = rows.participants;
    }

    /** What stands for the thread that a processor had before its first switch, if that is no idle one. */
    int resolved(int x) {
        if (HandlerRuns.isRun(x) && fRows.runs.standsForThread(x)) {
            int thread = fRows.cpus.get(fRows.runs.where(x)).first();
            return thread >= 0 && !fWho.isIdleOfProcessor(thread) ? thread : x;
        }
        return x;
    }

    /** The vCPU that this is, or whose thread; negative if none. */
    int vcpuOf(int x) {
        return switch (fWho.kind(x)) {
        case VCPU -> x;
        case HOST_THREAD -> fWho.link(x);
        case GUEST_THREAD -> PathRows.NONE;
        };
    }

    /** Whether it is an idle thread of a guest, by the end of the trace. */
    boolean isIdle(int thread) {
        return fWho.kind(thread) == Participants.Kind.GUEST_THREAD && fWho.isIdleOfProcessor(thread) && fWho.link(thread) == 0;
    }

    boolean isOfGuest(int thread) {
        return fWho.kind(thread) == Participants.Kind.GUEST_THREAD;
    }

    /** Whether it is a thread of a VMM, or one of the kernel that works for a VM, and no vCPU. */
    boolean isMate(int thread) {
        for (PathRows.Vm vm : fRows.vms) {
            if (vm.runs() && isMate(thread, vm)) {
                return true;
            }
        }
        return false;
    }

    boolean isMate(int thread, PathRows.Vm vm) {
        return vm.pid() >= 0 && fWho.process(thread) == vm.pid() && fWho.host(thread) == vm.host()
                && (fWho.boot(thread) == 0 || fWho.boot(thread) == vm.incarnation()) && fWho.link(thread) < 0;
    }

    /** Who is on the vCPU at this time in the guest's eyes, {@link PathRows#NONE} if that is not known. */
    int onVcpu(int vcpu, long time) {
        int row = fRows.onVcpu.at(vcpu, time);
        return row < fRows.onVcpu.first(vcpu) ? PathRows.NONE : fRows.onVcpu.a(row);
    }

    /** Whether the first that the vCPU did after its sleep was to be given a timer's interrupt. */
    boolean timerFollows(int v, long sleepEnd) {
        int row = fRows.timerWakes.at(v, sleepEnd);
        return row >= fRows.timerWakes.first(v) && fRows.timerWakes.begin(row) == sleepEnd;
    }

    /** Whether it may have raised an interrupt of the VM. */
    boolean mayHaveRaised(int reference, int vm) {
        if (reference == PathRows.NONE || vm < 0) {
            return false;
        }
        int who = resolved(reference);
        if (HandlerRuns.isRun(who)) {
            return !fRows.runs.isOfGuest(who) && (fRows.runs.kind(who) == Handler.Kind.IRQ
                    || fRows.runs.kind(who) == Handler.Kind.SOFTIRQ && !fRows.runs.isTimer(who));
        }
        int vcpu = vcpuOf(who);
        return vcpu >= 0 && fWho.vm(vcpu) == vm || vcpu < 0 && isMate(who, fRows.vms.get(vm))
                || fWho.name(who).startsWith("kworker/");
    }

    /** An interrupt's name, else its number, else null. */
    String waitedFor(int x) {
        String name = fRows.runs.name(x);
        long number = fRows.runs.number(x);
        return !name.isEmpty() ? name : number == Handler.NO_NUMBER && fRows.runs.kind(x) == Handler.Kind.INTERRUPT ? null
                : fRows.runs.kind(x) == Handler.Kind.SOFTIRQ ? Softirqs.name((int) number) : Long.toUnsignedString(number);
    }
}
