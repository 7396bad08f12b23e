/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.util.Arrays;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.kvm.ExitReason;

/**
 * A processor of the host: the thread that has it, and in whose name what happens on it is done - the <em>context</em>: the
 * innermost handler that runs; else an interrupt that nobody reports, if the guest has the processor, or an idle thread, or one
 * that is not known; else the thread.
 * <p>
 * The guest has it from an entry to the exit, and after an exit for an interruption until the hypervisor goes on.
 */
final class HostCpu {

    private static final int MAX_OPEN = 16;
    private static final int SOFTIRQS = 32;
    private static final int TIMER = 1;
    private static final int HRTIMER = 8;

    final int fHost;
    final int fNumber;
    /** The participant among the processors, over all hosts. */
    final int fIndex;
    /** Null if it is not known. */
    HostThread fCurrent;
    /** Whether a switch reported who has it; before, the first one will. */
    boolean fIsKnown;
    /** Before that: stands for the thread it will report. */
    int fStandIn = PathRows.NONE;
    private final Handler[] fOpen = new Handler[MAX_OPEN];
    private int fDepth;
    private final Handler[] fRaised = new Handler[SOFTIRQS];
    private boolean fInGuest;
    private boolean fAfterInterruption;

    HostCpu(int host, int number, int index) {
        fHost = host;
        fNumber = number;
        fIndex = index;
    }

    /** @return the handler, or what nobody reports, in whose name something is done now; null: the thread does it */
    Handler handler(long time) {
        if (fDepth > 0) {
            return fOpen[fDepth - 1];
        }
        if (!fIsKnown && !fInGuest && !fAfterInterruption) {
            Handler standIn = Handler.notRecorded(fIndex, false, time);
            standIn.fStandsForThread = true;
            standIn.fBy = fIndex;
            return standIn;
        }
        return fInGuest || fAfterInterruption || fCurrent == null || fCurrent.fIsIdle ? Handler.notRecorded(fIndex, false, time)
                : null;
    }

    /** @return a reference to who does something now */
    int context(long time, PathSpool rows) {
        Handler handler = handler(time);
        return handler != null ? rows.reference(handler) : fCurrent.fId;
    }

    /** After everything that the event may have done was put to its context. */
    void handle(HostEvent event, PathSpool rows, Participants names) {
        if (event instanceof HostEvent.KvmEntry) {
            fInGuest = true;
            fAfterInterruption = false;
        } else if (event instanceof HostEvent.KvmExit exit) {
            fInGuest = false;
            fAfterInterruption = isInterruption(exit.isa(), exit.reason());
        } else if (event instanceof HostEvent.KvmOther || event instanceof HostEvent.KvmHypercall
                || event instanceof HostEvent.KvmUserspaceExit || event instanceof HostEvent.KvmTscOffset) {
            fAfterInterruption = false;
        } else if (event instanceof HostEvent.InterruptEntry entry) {
            begins(entry, names);
        } else if (event instanceof HostEvent.InterruptExit exit) {
            ends(kind(exit.kind()));
        } else if (event instanceof HostEvent.SoftirqRaise raise) {
            raised(raise, rows);
        }
    }

    /** Whether the guest was left for an interrupt of the host or an exception of the guest's. */
    static boolean isInterruption(int isa, long reason) {
        return isa == ExitReason.SVM ? reason == 96 || reason == 97
                : isa == ExitReason.VMX && (reason & 0xffff) <= 1;
    }

    private static Handler.Kind kind(Interrupt kind) {
        return switch (kind) {
        case IRQ -> Handler.Kind.IRQ;
        case SOFTIRQ -> Handler.Kind.SOFTIRQ;
        case HRTIMER -> Handler.Kind.HRTIMER;
        // vectors of the host's local APIC are no handlers here: what they do, others report
        case APIC -> null;
        };
    }

    private void begins(HostEvent.InterruptEntry entry, Participants names) {
        Handler.Kind kind = kind(entry.kind());
        if (kind == null) {
            return;
        }
        if (kind == Handler.Kind.SOFTIRQ) {
            ends(kind);
        }
        Handler handler = new Handler(kind, fIndex, false, kind == Handler.Kind.HRTIMER ? entry.function() : entry.number(),
                entry.time());
        handler.fTimer = kind == Handler.Kind.HRTIMER
                || kind == Handler.Kind.SOFTIRQ && (entry.number() == TIMER || entry.number() == HRTIMER);
        handler.fName = entry.name().isEmpty() ? PathRows.NONE : names.name(entry.name());
        if (kind == Handler.Kind.SOFTIRQ && entry.number() >= 0 && entry.number() < SOFTIRQS) {
            Handler raise = fRaised[entry.number()];
            if (raise != null) {
                handler.raised(raise.fSince, raise.fBy, raise.fByHandler);
                fRaised[entry.number()] = null;
            }
        }
        if (fDepth < MAX_OPEN) {
            fOpen[fDepth++] = handler;
        }
    }

    private void ends(Handler.Kind kind) {
        for (int i = fDepth - 1; kind != null && i >= 0; i--) {
            if (fOpen[i].fKind == kind) {
                fDepth = i;
                return;
            }
        }
    }

    private void raised(HostEvent.SoftirqRaise raise, PathSpool rows) {
        int vector = raise.number();
        if (vector < 0 || vector >= SOFTIRQS || fRaised[vector] != null) {
            return;
        }
        Handler by = handler(raise.time());
        Handler raised = new Handler(Handler.Kind.SOFTIRQ, fIndex, false, vector, raise.time());
        if (by == null) {
            raised.raised(raise.time(), fCurrent.fId, null);
        } else {
            if (by.fByHandler != null) {
                // no chains of raisers are kept in memory
                rows.reference(by);
            }
            // a raise by something unknown is seen only when
            raised.raised(raise.time(), PathRows.NONE, by.isNotRecorded() && !by.fStandsForThread ? null : by);
        }
        fRaised[vector] = raised;
    }

    /** Events of it are missing. */
    void lost() {
        switched();
        Arrays.fill(fRaised, null);
        fIsKnown = true;
    }

    /** The processor changes from one thread to another. */
    void switched() {
        fDepth = 0;
        fInGuest = false;
        fAfterInterruption = false;
    }
}
