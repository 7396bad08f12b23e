/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.timeline.BootMark;

/**
 * The states of the threads of one guest and what ends their sleeps, as the guest says; boot by boot.
 * <p>
 * Thread 0 of a boot's first vCPU is a thread like others until it first leaves that vCPU, and then an idle one; other threads 0
 * are idle from the start. At a boot all threads are dead.
 */
final class GuestThreads {

    private static final int DEAD_STATES = 0xb0;

    private final PathVm fVm;
    private final PathSpool fRows;
    private final Participants fParticipants;
    private final IntTable<GuestThread> fThreads = new IntTable<>();
    private final IntTable<int[]> fCounts = new IntTable<>();
    /** Whose states words may have changed since all were forgotten: a guest may lose words all the time. */
    private final List<GuestThread> fListed = new ArrayList<>();
    private int fBoot;
    private boolean fIsMarked;
    /** When this boot first told of its scheduling. */
    private long fSchedulingSince = Long.MIN_VALUE;

    GuestThreads(PathVm vm, PathSpool rows, Participants participants) {
        fVm = vm;
        fRows = rows;
        fParticipants = participants;
    }

    int boot() {
        return fBoot;
    }

    /** @return the thread with this id, null if nothing was heard of it */
    GuestThread thread(int tid) {
        return fThreads.get(tid);
    }

    /** A thread with this id; of the idle ones that of the vCPU. */
    private GuestThread threadOrNew(int tid, PathVcpu vcpu) {
        int key = tid == 0 ? Participants.IDLE_OF + vcpu.number() : tid;
        GuestThread thread = fThreads.get(key);
        return thread != null ? listed(thread) : born(key, tid);
    }

    private GuestThread listed(GuestThread thread) {
        if (!thread.fIsListed) {
            if (fListed.size() > 2 * fThreads.size() + 64) {
                fListed.removeIf(other -> !(other.fIsListed = other.fState != ThreadState.DEAD));
            }
            thread.fIsListed = true;
            fListed.add(thread);
        }
        return thread;
    }

    private GuestThread born(int key, int tid) {
        if (!fParticipants.hasRoom(Participants.Kind.GUEST_THREAD, fVm.fIndex)) {
            // there is no room for it: nobody will know it
            GuestThread unknown = new GuestThread(PathRows.NONE, tid);
            unknown.fIsIdle = tid == 0;
            return unknown;
        }
        int[] count = fCounts.get(key);
        if (count == null) {
            count = new int[1];
            fCounts.put(key, count);
        }
        int id = fParticipants.add(Participants.Kind.GUEST_THREAD, fVm.fHost, key, ++count[0], fVm.fIndex, fBoot);
        GuestThread thread = new GuestThread(id, tid);
        if (tid == 0) {
            setIdle(thread);
            fParticipants.setName(id, fParticipants.name("swapper/" + (key - Participants.IDLE_OF)));
        }
        fThreads.put(key, thread);
        return listed(thread);
    }

    private void setIdle(GuestThread thread) {
        thread.fIsIdle = true;
        fParticipants.setLink(thread.fId, 0);
    }

    private void name(GuestThread thread, String comm) {
        if (comm != null && !comm.isEmpty() && thread.fTid != 0 && thread.fId != PathRows.NONE) {
            int name = fParticipants.name(comm);
            if (fParticipants.nameNumber(thread.fId) != name) {
                fParticipants.setName(thread.fId, name);
                fRows.named(thread.fId, name);
            }
        }
    }

    /**
     * The guest says something in a boot; its kernel's first code is where the boot's path begins.
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
            // of this boot a vCPU may say more before its kernel's first code
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
        fListed.clear();
        fCounts.clear();
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

    /** What the guest says may be of threads. */
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
            GuestThread thread = born(e.childTid(), e.childTid());
            thread.change(HostThread.FOR_EVER, ThreadState.BLOCKED, null, PathRows.NONE, fRows);
            name(thread, e.childComm());
        } else if (event instanceof GuestEvent.Exec e && e.tid() > 0) {
            name(threadOrNew(e.tid(), vcpu), e.comm());
        } else if (event instanceof GuestEvent.TaskExit e && e.tid() > 0) {
            name(threadOrNew(e.tid(), vcpu), e.comm());
        } else if (event instanceof GuestEvent.Task e && e.tid() > 0) {
            name(threadOrNew(e.tid(), vcpu), e.comm());
        }
    }

    /** @return whether it comes from a batch of switches, which do not say who leaves */
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
        name(next, e.nextComm());
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
            setIdle(prev);
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
        name(thread, e.comm());
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
     * Words are missing: no thread is known, and no handler, that no word told from {@code until} on.
     *
     * @param since
     *            from then on they may be missing, ns since the epoch
     * @param until
     *            nothing is missing any more, ns since the epoch; {@link Long#MAX_VALUE}: all is forgotten
     * @param time
     *            now, ns since the epoch
     */
    void forget(long since, long until, long time) {
        fListed.removeIf(thread -> {
            if (thread.isKnown() && thread.fSince < until) {
                thread.change(Math.max(since, thread.fSince), ThreadState.UNKNOWN, null, PathRows.NONE, fRows);
            }
            thread.fIsListed = thread.isKnown();
            return !thread.fIsListed;
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
