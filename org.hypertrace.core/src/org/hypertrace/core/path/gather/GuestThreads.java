/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.timeline.BootMark;

/**
 * The states of the threads of one guest and what ends their sleeps, as the guest reports; boot by boot.
 * <p>
 * Thread 0 of a boot's first vCPU is a thread like others until it first leaves that vCPU, and then an idle one; other threads 0
 * are idle from the start. At a boot all threads are dead.
 */
final class GuestThreads {

    private static final int DEAD_STATES = 0xb0;

    private final PathVm fVm;
    private final PathSpool fRows;
    private final Participants fParticipants;
    private final GuestThreadTable fThreads;
    private int fBoot;
    private boolean fIsMarked;
    /** When this boot first reported its scheduling. */
    private long fSchedulingSince = Long.MIN_VALUE;

    GuestThreads(PathVm vm, PathSpool rows, Participants participants) {
        fVm = vm;
        fRows = rows;
        fParticipants = participants;
        fThreads = new GuestThreadTable(vm, rows, participants);
    }

    int boot() {
        return fBoot;
    }

    /** @return the thread with this id, null if nothing was seen of it */
    GuestThread thread(int tid) {
        return fThreads.get(tid);
    }

    private GuestThread threadOrNew(int tid, PathVcpu vcpu) {
        return fThreads.threadOrNew(tid, vcpu, fBoot);
    }

    /**
     * The guest reports something in a boot; its kernel's first code is where the boot's path begins.
     *
     * @param number
     *            the boot's
     * @return whether nothing goes on of what was before
     */
    boolean boots(PathVcpu vcpu, GuestEvent event, int number) {
        boolean another = fBoot != 0 && fBoot != number;
        fIsMarked &= fBoot == number;
        fBoot = number;
        if (another) {
            // of this boot a vCPU may report more before its kernel's first code
            fVm.fVcpus.forEach(PathVcpu::keepLastWord);
        }
        boolean begins = !fIsMarked && BootMark.of(event) != BootMark.NONE;
        if (another || begins) {
            end(vcpu, event.time());
        }
        if (begins) {
            fIsMarked = true;
            begin(vcpu, event.time());
        }
        return another || begins;
    }

    private void end(PathVcpu vcpu, long time) {
        fThreads.forEach(thread -> dies(time, thread));
        fThreads.clear();
        fSchedulingSince = Long.MIN_VALUE;
        for (PathVcpu other : fVm.fVcpus) {
            other.fCurrent = null;
            other.forgetHandlers(Long.MAX_VALUE);
            if (other != vcpu) {
                other.show(time, fRows);
            }
        }
    }

    private void begin(PathVcpu vcpu, long time) {
        fRows.moment(vcpu.boots(time, fBoot));
        GuestThread first = threadOrNew(0, vcpu);
        if (vcpu.number() == 0) {
            first.fIsIdle = false;
            fParticipants.setLink(first.fId, PathRows.NONE);
        }
        first.change(time, ThreadState.RUN, vcpu, PathRows.NONE, fRows);
        vcpu.fCurrent = first;
    }

    private void dies(long time, GuestThread thread) {
        if (thread.fState != null) {
            thread.change(time, ThreadState.DEAD, null, PathRows.NONE, fRows);
            thread.write(PathRows.NONE, fRows);
        }
    }

    private void scheduling(long time) {
        fVm.fReportsScheduling = true;
        if (fSchedulingSince == Long.MIN_VALUE) {
            fSchedulingSince = time;
        }
    }

    /** What the guest reports may be of threads. */
    void handle(PathVcpu vcpu, GuestEvent event) {
        if (event instanceof GuestEvent.SchedSwitch e) {
            switched(vcpu, e);
        } else if (event instanceof GuestEvent.Wakeup e) {
            wakes(vcpu, e);
        } else if (event instanceof GuestEvent.Fork e && e.childTid() > 0) {
            GuestThread old = fThreads.get(e.childTid());
            if (old != null) {
                dies(e.time(), old);
            }
            GuestThread thread = fThreads.born(e.childTid(), e.childTid(), fBoot);
            thread.change(HostThread.FOR_EVER, ThreadState.BLOCKED, null, PathRows.NONE, fRows);
            fThreads.name(thread, e.childComm());
        } else if (event instanceof GuestEvent.Exec e && e.tid() > 0) {
            fThreads.name(threadOrNew(e.tid(), vcpu), e.comm());
        } else if (event instanceof GuestEvent.TaskExit e && e.tid() > 0) {
            fThreads.name(threadOrNew(e.tid(), vcpu), e.comm());
        } else if (event instanceof GuestEvent.Task e && e.tid() > 0) {
            fThreads.name(threadOrNew(e.tid(), vcpu), e.comm());
        }
    }

    /** @return whether it comes from a batch of switches, which do not report who leaves */
    static boolean isOfBatch(GuestEvent.SchedSwitch e) {
        return e.nextComm() == null && e.prevPrio() == GuestEvent.UNKNOWN_ID && e.prevTgid() == GuestEvent.UNKNOWN_ID;
    }

    private void switched(PathVcpu vcpu, GuestEvent.SchedSwitch e) {
        long time = e.time();
        scheduling(time);
        GuestThread prev = isOfBatch(e) || e.prevTid() < 0 ? vcpu.fCurrent : threadOrNew(e.prevTid(), vcpu);
        if (prev != null) {
            leaves(time, vcpu, prev, e.prevState());
        }
        GuestThread next = threadOrNew(e.nextTid(), vcpu);
        fThreads.name(next, e.nextComm());
        if (next.fState == null) {
            next.change(fSchedulingSince, ThreadState.READY, vcpu, PathRows.NONE, fRows);
        }
        if (next.fState == ThreadState.RUN && next.fPlace != vcpu && next.fPlace.fCurrent == next) {
            next.fPlace.fCurrent = null;
            next.fPlace.show(time, fRows);
        }
        next.change(time, ThreadState.RUN, vcpu, PathRows.NONE, fRows);
        vcpu.fCurrent = next;
        vcpu.forgetHandlers(Long.MAX_VALUE);
    }

    private void leaves(long time, PathVcpu vcpu, GuestThread prev, long state) {
        if (prev.fState == null) {
            prev.change(fSchedulingSince, ThreadState.RUN, vcpu, PathRows.NONE, fRows);
        }
        if (vcpu.fCurrent != null && vcpu.fCurrent != prev && vcpu.fCurrent.runsOn(vcpu)) {
            vcpu.fCurrent.change(time, ThreadState.UNKNOWN, null, PathRows.NONE, fRows);
        }
        if (prev.fState == ThreadState.RUN && prev.fPlace != vcpu && prev.fPlace != null && prev.fPlace.fCurrent == prev) {
            prev.fPlace.fCurrent = null;
            prev.fPlace.show(time, fRows);
        }
        if (prev.fTid == 0) {
            fThreads.setIdle(prev);
            prev.change(time, ThreadState.READY, vcpu, PathRows.NONE, fRows);
        } else if (state == 0) {
            prev.change(time, ThreadState.READY, vcpu, PathRows.NONE, fRows);
        } else if ((state & DEAD_STATES) != 0) {
            dies(time, prev);
            fThreads.remove(prev.fTid);
        } else {
            prev.change(time, ThreadState.BLOCKED, vcpu, PathRows.NONE, fRows);
        }
    }

    private void wakes(PathVcpu vcpu, GuestEvent.Wakeup e) {
        scheduling(e.time());
        if (e.tid() <= 0) {
            return;
        }
        boolean isNew = e.kind() == EventKind.SCHED_WAKEUP_NEW;
        GuestThread thread = threadOrNew(e.tid(), vcpu);
        fThreads.name(thread, e.comm());
        if (thread.fState == null) {
            thread.change(isNew ? HostThread.FOR_EVER : fSchedulingSince, ThreadState.BLOCKED, null, PathRows.NONE, fRows);
        }
        PathVcpu target = e.targetCpu() < 0 ? null : fVm.vcpu(e.targetCpu());
        target = target == null ? vcpu : target;
        if (thread.fState == ThreadState.BLOCKED) {
            int context = thread.fSince == e.time() ? PathRows.NONE : context(vcpu, e, isNew);
            thread.change(e.time(), ThreadState.READY, target, context, fRows);
        } else if (thread.fState == ThreadState.UNKNOWN) {
            thread.change(e.time(), ThreadState.READY, target, PathRows.NONE, fRows);
        }
    }

    private int context(PathVcpu vcpu, GuestEvent.Wakeup e, boolean isNew) {
        GuestThread current = vcpu.fCurrent;
        if (isNew) {
            GuestThread maker = current != null ? current : e.wakerTid() < 0 ? null : threadOrNew(e.wakerTid(), vcpu);
            if (maker != null) {
                return maker.fId;
            }
        }
        GuestThread by = e.wakerTid() < 0 || current != null && current.fTid == e.wakerTid() ? current
                : threadOrNew(e.wakerTid(), vcpu);
        Handler handler = vcpu.handler(e.time(), by);
        return handler != null ? fRows.reference(handler) : by.fId;
    }

    /**
     * Words are missing: no thread is known, and no handler, that no word reported from {@code until} on.
     *
     * @param since
     *            from then on they may be missing, ns since the epoch
     * @param until
     *            nothing is missing any more, ns since the epoch; {@link Long#MAX_VALUE}: all is forgotten
     * @param time
     *            now, ns since the epoch
     */
    void forget(long since, long until, long time) {
        fThreads.keepListed(thread -> {
            if (thread.isKnown() && thread.fSince < until) {
                thread.change(Math.max(since, thread.fSince), ThreadState.UNKNOWN, null, PathRows.NONE, fRows);
            }
            return thread.isKnown();
        });
        for (PathVcpu vcpu : fVm.fVcpus) {
            if (vcpu.fCurrent != null && !vcpu.fCurrent.runsOn(vcpu)) {
                vcpu.fCurrent = null;
            }
            vcpu.forgetHandlers(until);
            vcpu.show(time, fRows);
        }
    }

    /** Nothing more comes. */
    void finish(long end) {
        fThreads.forEach(thread -> {
            if (thread.fState != null && thread.fState != ThreadState.DEAD && thread.fSince < end) {
                thread.write(PathRows.NONE, fRows);
            }
        });
    }
}
