/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * A vCPU at this moment of the trace, on both sides: its state on the host, and who is on it in the guest's eyes.
 * <p>
 * A thread is a vCPU only if it enters or leaves a guest; of the others what is written is not read.
 */
final class PathVcpu {

    private static final int MAX_OPEN = 16;

    /** Its running number over all hosts, as the machine tracker has it. */
    final int fIndex;
    final int fId;
    final VirtualCpu fVirtual;
    final HostThread fThread;
    /** Null as long as it is not known. */
    PathVm fVm;

    // on the host
    private VcpuState fState;
    private long fSince;
    private int fExit = PathRows.NONE;
    private int fWaitsFor = PathRows.NONE;
    private int fFlags;
    /** How many rows were written since the last exit. */
    private int fRows;
    long fEnd = Long.MAX_VALUE;

    // in the guest
    GuestThread fCurrent;
    private final Handler[] fOpen = new Handler[MAX_OPEN];
    private int fDepth;
    /** What nobody reports and yet runs, null if nothing. */
    Handler fInferred;
    /** The interrupt that ran last, and that may have done what its idle thread seems to do. */
    Handler fLast;
    private int fOn = PathRows.NONE;
    private Object fShown;
    /** The last word that is no waking and no batch, and who was on the vCPU then. */
    long fLastWord = Long.MIN_VALUE;
    int fLastWordOn = PathRows.NONE;
    /** The same of the boot before this one, if the guest booted again. */
    private boolean fIsKept;
    private long fKeptWord;
    private int fKeptWordOn;
    final Handler[] fRaised = new Handler[32];
    /** The first word of the last hypercall. */
    long fLastNumber;
    /** Whether it reported anything in this boot. */
    boolean fHasReported;

    PathVcpu(int index, int id, VirtualCpu virtual, HostThread thread, long begin) {
        fIndex = index;
        fId = id;
        fVirtual = virtual;
        fThread = thread;
        fSince = begin;
        fState = VcpuState.UNKNOWN;
    }

    int number() {
        return fVirtual.number();
    }

    /** Another boot begins: what was reported last in the one before is known from now on. */
    void keepLastWord() {
        fIsKept = true;
        fKeptWord = fLastWord;
        fKeptWordOn = fLastWordOn;
    }

    /** The guest's kernel begins on this vCPU. */
    Moment boots(long time, int boot) {
        return new Moment(time, Moment.Kind.BOOT, fVm.fIndex, boot, fId, fIsKept ? fKeptWordOn : fLastWordOn,
                fIsKept ? fKeptWord : fLastWord, PathRows.NONE);
    }

    VcpuState state() {
        return fState;
    }

    void state(long time, VcpuState state, PathSpool rows) {
        write(time, rows);
        fState = state;
        if (state == VcpuState.UNKNOWN) {
            // what the last exit was for may be among what is lost
            fExit = PathRows.NONE;
            fFlags = 0;
            fRows = 0;
        }
    }

    void exited(long time, int exit, PathSpool rows) {
        write(time, rows);
        fExit = exit;
        fFlags = 0;
        fRows = 0;
    }

    /** The last exit was for the guest's tracer. */
    void ofTracer(PathSpool rows) {
        fFlags |= PathSpool.OF_TRACER;
        if (fRows > 0) {
            rows.ofTracer(fId, fRows);
        }
    }

    void waitsFor(long time, int cpu, PathSpool rows) {
        if (cpu != fWaitsFor) {
            write(time, rows);
            fWaitsFor = cpu;
        }
    }

    private void write(long time, PathSpool rows) {
        if (fSince < time) {
            rows.vcpu(fId, fSince, fExit, fWaitsFor, fState, fFlags);
            fSince = time;
            fRows++;
        }
    }

    void end(long time, PathSpool rows) {
        write(Math.min(time, fEnd), rows);
    }

    /** @return the handler that runs as the guest reports, null if none does */
    Handler reported() {
        return fDepth > 0 ? fOpen[fDepth - 1] : null;
    }

    void begins(Handler handler) {
        if (fDepth < MAX_OPEN) {
            fOpen[fDepth++] = handler;
        }
    }

    void ends(Handler.Kind kind) {
        for (int i = fDepth - 1; i >= 0; i--) {
            if (fOpen[i].fKind == kind) {
                fDepth = i;
                return;
            }
        }
    }

    /** Handlers that began before {@code until} do not run, as far as anybody knows. */
    void forgetHandlers(long until) {
        int depth = 0;
        while (depth < fDepth && fOpen[depth].fBegin >= until) {
            depth++;
        }
        fDepth = depth;
        fInferred = fInferred != null && fInferred.fBegin >= until ? fInferred : null;
        fLast = fLast != null && fLast.fBegin >= until ? fLast : null;
    }

    /** @return who does something there now, put to {@code th}: a handler, or null: the thread itself */
    Handler handler(long time, GuestThread th) {
        if (fDepth > 0) {
            return fOpen[fDepth - 1];
        }
        if (fInferred != null) {
            return fInferred;
        }
        if (th != null && !th.fIsIdle) {
            return null;
        }
        return th != null && fLast != null ? fLast : Handler.notRecorded(fId, true, time);
    }

    /** @return a reference to who does something there now, if nothing reports by which thread */
    int context(long time, PathSpool rows) {
        Handler handler = handler(time, fCurrent);
        return handler != null ? rows.reference(handler) : fCurrent.fId;
    }

    /** Writes who is on the vCPU if that changed. */
    void show(long time, PathSpool rows) {
        Object on = on();
        if (on != fShown) {
            fShown = on;
            fOn = on == null ? PathRows.NONE : on instanceof Handler handler ? rows.reference(handler) : ((GuestThread) on).fId;
            rows.onVcpu(fId, time, fOn);
        }
    }

    /** @return a reference to who is on the vCPU */
    int shown() {
        return fOn;
    }

    private Object on() {
        if (fDepth > 0) {
            return fOpen[fDepth - 1];
        }
        if (fCurrent != null && fCurrent.fIsIdle) {
            return fInferred != null ? fInferred : fLast != null ? fLast : fCurrent;
        }
        return fCurrent;
    }

    boolean isHalted() {
        return fState == VcpuState.HALTED;
    }

    static final int UNKNOWN_ID = HostEvent.UNKNOWN_ID;
}
