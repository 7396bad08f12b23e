/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;

/**
 * What guests report, put to the states of their threads, the handlers on their vCPUs, their clocks, and the moments from which
 * subjects are found. Of guests of guests only initcalls count.
 */
final class GuestWords {

    /** Numbers below are KVM's own hypercalls. */
    static final int FIRST_NUMBER = 0x64;
    private static final int SEND_IPI = 10;
    /** The group that reports switches. */
    private static final int SWITCHES = 1;
    private static final int TIMER = 1;
    private static final int HRTIMER = 8;
    private static final String[] VECTORS = { "timer", "reschedule", "call function", "call function single" };

    private final PathSpool fRows;
    private final Participants fNames;

    GuestWords(PathSpool rows, Participants names) {
        fRows = rows;
        fNames = names;
    }

    /** @param boot the number of the guest's boot */
    void handle(PathVcpu vcpu, GuestEvent event, int boot) {
        if (event.from().level() > 0) {
            initcall(vcpu, event, true);
            return;
        }
        long time = event.time();
        PathVm vm = vcpu.fVm;
        if (event instanceof GuestEvent.Lost e) {
            // known late: what was reported since then counts
            vm.fThreads.forget(e.since(), e.until(), time);
            return;
        }
        int before = vm.fThreads.boot();
        if (before != 0 && before != boot) {
            lastWord(vm, before);
        }
        if (vm.fThreads.boots(vcpu, event, boot)) {
            vm.fInjections.boots();
            vm.fVcpus.forEach(other -> other.fHasReported = false);
        }
        if (event instanceof GuestEvent.Hello && vcpu.fLastNumber >>> 32 == 1 && vcpu.fHasReported
                || event instanceof GuestEvent.GroupsOff off && (off.off() & SWITCHES) != 0) {
            // its tracer was off, or reports no more who leaves
            vm.fThreads.forget(time, Long.MAX_VALUE, time);
        }
        if (endsInferred(event)) {
            vcpu.fInferred = null;
        }
        vm.fThreads.handle(vcpu, event);
        handlers(vcpu, event);
        clock(vm, event);
        moments(vcpu, event);
        vcpu.show(time, fRows);
        vm.fLastWord = time;
        vcpu.fHasReported = true;
        if (!(event instanceof GuestEvent.Wakeup) && !isOfBatch(event)) {
            vcpu.fLastWord = time;
            vcpu.fLastWordOn = vcpu.shown();
        }
    }

    private static boolean isOfBatch(GuestEvent event) {
        return event instanceof GuestEvent.FunctionExit e && e.exitOnly()
                || event instanceof GuestEvent.SchedSwitch change && GuestThreads.isOfBatch(change);
    }

    /** Whether no interrupt reports that: what nobody reported to run does not run any more. */
    private static boolean endsInferred(GuestEvent event) {
        return switch (event.kind()) {
        case FUNC_ENTRY, SCHED_SWITCH, SCHED_PROCESS_FORK, SCHED_PROCESS_EXEC, SCHED_PROCESS_EXIT, SYSCALL_ENTRY, SYSCALL_EXIT,
                IRQ_SOFTIRQ_ENTRY, IRQ_SOFTIRQ_EXIT, INITCALL_START, INITCALL_FINISH, MARK, STAGE, SHUTDOWN_STEP_BEGIN,
                SHUTDOWN_STEP_END, DEVICE_SHUTDOWN_BEGIN, DEVICE_SHUTDOWN_END, REBOOT_NOTIFIER_BEGIN, REBOOT_NOTIFIER_END -> true;
        case FUNC_EXIT -> !((GuestEvent.FunctionExit) event).exitOnly();
        default -> false;
        };
    }

    private void handlers(PathVcpu vcpu, GuestEvent event) {
        if (event instanceof GuestEvent.IrqEntry e) {
            Handler handler = new Handler(Handler.Kind.IRQ, vcpu.fId, true, e.irq(), e.time());
            handler.fTimer = "timer".equals(e.name());
            handler.fName = e.name() == null || e.name().isEmpty() ? PathRows.NONE : fNames.name(e.name());
            Handler inferred = vcpu.fInferred;
            if (inferred != null && (!inferred.fTimer || handler.fTimer)) {
                takeOver(handler, inferred);
                vcpu.fVm.fInjections.named(handler.fVector, handler.fName);
            }
            identify(vcpu, handler);
        } else if (event instanceof GuestEvent.ApicVector e && e.kind() == EventKind.APIC_VECTOR_ENTRY) {
            Handler handler = new Handler(Handler.Kind.VECTOR, vcpu.fId, true, e.vector(), e.time());
            handler.fTimer = e.type() == 0;
            handler.fName = e.type() >= 0 && e.type() < VECTORS.length ? fNames.name(VECTORS[e.type()]) : PathRows.NONE;
            if (vcpu.fInferred != null && vcpu.fInferred.fNumber == e.vector()) {
                takeOver(handler, vcpu.fInferred);
            }
            identify(vcpu, handler);
        } else if (event instanceof GuestEvent.Softirq e) {
            softirq(vcpu, e);
        } else if (event instanceof GuestEvent.IrqExit) {
            vcpu.ends(Handler.Kind.IRQ);
        } else if (event instanceof GuestEvent.ApicVector) {
            vcpu.ends(Handler.Kind.VECTOR);
        } else if (event instanceof GuestEvent.OtherHypercall e && e.kind() == EventKind.KVM_HYPERCALL && e.nr() == SEND_IPI) {
            vcpu.fVm.fInjections.sends(e.time(), vcpu, e.a0(), e.a1(), e.a2(), (int) e.a3());
        }
    }

    private static void takeOver(Handler handler, Handler inferred) {
        handler.fVector = inferred.fVector;
        handler.raised(inferred.fSince, inferred.fBy, inferred.fByHandler);
    }

    private static void identify(PathVcpu vcpu, Handler handler) {
        vcpu.fInferred = null;
        vcpu.begins(handler);
        vcpu.fLast = handler;
    }

    private void softirq(PathVcpu vcpu, GuestEvent.Softirq e) {
        int vector = e.vec();
        boolean known = vector >= 0 && vector < vcpu.fRaised.length;
        switch (e.kind()) {
        case IRQ_SOFTIRQ_RAISE -> {
            if (known && vcpu.fRaised[vector] == null) {
                Handler raise = new Handler(Handler.Kind.SOFTIRQ, vcpu.fId, true, vector, e.time());
                Handler by = vcpu.handler(e.time(), vcpu.fCurrent);
                if (by != null && by.fByHandler != null) {
                    // no chains of raisers are kept in memory
                    fRows.reference(by);
                }
                raise.raised(e.time(), by == null ? vcpu.fCurrent.fId : PathRows.NONE, by);
                vcpu.fRaised[vector] = raise;
            }
        }
        case IRQ_SOFTIRQ_ENTRY -> {
            vcpu.ends(Handler.Kind.SOFTIRQ);
            Handler handler = new Handler(Handler.Kind.SOFTIRQ, vcpu.fId, true, vector, e.time());
            handler.fTimer = vector == TIMER || vector == HRTIMER;
            if (known && vcpu.fRaised[vector] != null) {
                Handler raise = vcpu.fRaised[vector];
                handler.raised(raise.fSince, raise.fBy, raise.fByHandler);
                vcpu.fRaised[vector] = null;
            }
            vcpu.begins(handler);
        }
        default -> vcpu.ends(Handler.Kind.SOFTIRQ);
        }
    }

    private void clock(PathVm vm, GuestEvent event) {
        if (event instanceof GuestEvent.Hello e) {
            vm.fInjections.pair(e.tsc(), e.time());
        } else if (event instanceof GuestEvent.Stage e) {
            vm.fInjections.pair(e.tsc(), e.time());
        } else if (event instanceof GuestEvent.BootLevel e) {
            vm.fInjections.pair(e.tsc(), e.time());
        } else if (event instanceof GuestEvent.Base e) {
            vm.fInjections.khz(e.tscKhz());
        }
    }

    private void moments(PathVcpu vcpu, GuestEvent event) {
        int current = vcpu.fCurrent == null ? PathRows.NONE : vcpu.fCurrent.fId;
        if (event instanceof GuestEvent.Mark e) {
            GuestThread thread = vcpu.fVm.fThreads.thread(e.tid());
            moment(vcpu, e, Moment.Kind.MARK, thread == null ? PathRows.NONE : thread.fId, e.value(), PathRows.NONE);
        } else if (event instanceof GuestEvent.Stage e && (e.stage() == 3 || e.stage() == 4)) {
            moment(vcpu, e, e.stage() == 3 ? Moment.Kind.USER_SPACE : Moment.Kind.READY, current, 0, PathRows.NONE);
        } else if (event instanceof GuestEvent.ShutdownStep e) {
            boolean begins = e.kind() == EventKind.SHUTDOWN_STEP_BEGIN || e.kind() == EventKind.DEVICE_SHUTDOWN_BEGIN
                    || e.kind() == EventKind.REBOOT_NOTIFIER_BEGIN;
            moment(vcpu, e, begins ? Moment.Kind.STEP_BEGIN : Moment.Kind.STEP_END, current, e.address(), name(e.name()));
        } else if (event instanceof GuestEvent.Name e && e.name() != null) {
            moment(vcpu, e, Moment.Kind.NAME, PathRows.NONE, e.id(), name(e.name()));
        } else {
            initcall(vcpu, event, false);
        }
    }

    private void initcall(PathVcpu vcpu, GuestEvent event, boolean nested) {
        if (event instanceof GuestEvent.InitcallStart e) {
            moment(vcpu, e, nested ? Moment.Kind.NESTED_START : Moment.Kind.INITCALL_START, nested ? vcpu.shown() : e.tid(), e.address(),
                    name(e.name()));
        } else if (event instanceof GuestEvent.InitcallFinish e) {
            moment(vcpu, e, nested ? Moment.Kind.NESTED_FINISH : Moment.Kind.INITCALL_FINISH, nested ? vcpu.shown() : e.tid(), e.address(),
                    name(e.name()));
        }
    }

    private int name(String text) {
        return text == null || text.isEmpty() ? PathRows.NONE : fNames.name(text);
    }

    private void moment(PathVcpu vcpu, GuestEvent event, Moment.Kind kind, int thread, long value, int name) {
        fRows.moment(new Moment(event.time(), kind, vcpu.fVm.fIndex, vcpu.fVm.fThreads.boot(), vcpu.fId, thread, value, name));
    }

    private void lastWord(PathVm vm, int boot) {
        fRows.moment(new Moment(vm.fLastWord, Moment.Kind.LAST_WORD, vm.fIndex, boot, PathRows.NONE, PathRows.NONE, 0, PathRows.NONE));
    }

    /** Nothing more comes of the VM. */
    void finish(PathVm vm) {
        if (vm.fLastWord != Long.MIN_VALUE) {
            lastWord(vm, vm.fThreads.boot());
        }
    }
}
