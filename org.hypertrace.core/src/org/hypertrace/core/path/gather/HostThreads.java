/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.path.store.IntTable;

/**
 * The states of the threads of one host, what ends their sleeps, and who has its processors.
 * <p>
 * Before its first switch a processor has the thread which that takes off it, from the trace's first event on. A sleep ends with
 * the first waking or wakeup after the thread left its processor, put to the context of that event. A thread that is made sleeps
 * since for ever; its maker ends that. What losses hide is unknown until the next event that decides.
 */
final class HostThreads {

    private final int fHost;
    private final PathSpool fRows;
    private final Participants fParticipants;
    private final HostThreadSink fSink;
    private final IntTable<HostThread> fThreads = new IntTable<>();
    private final IntTable<int[]> fCounts = new IntTable<>();
    private final List<HostCpu> fCpus = new ArrayList<>();
    private final IntTable<HostThread> fIdle = new IntTable<>();
    private final List<HostCpu> fAllCpus;
    private long fBegin = Long.MIN_VALUE;
    private long fEnd;
    private long fLostUntil = Long.MIN_VALUE;
    /** How often events were lost, and how many as far as the tracer counts them. */
    long fLosses;
    long fLost;

    HostThreads(int host, PathSpool rows, Participants participants, List<HostCpu> allCpus, HostThreadSink sink) {
        fHost = host;
        fRows = rows;
        fParticipants = participants;
        fAllCpus = allCpus;
        fSink = sink;
    }

    long begin() {
        return fBegin;
    }

    long end() {
        return fEnd;
    }

    void seen(long time) {
        fBegin = fBegin == Long.MIN_VALUE ? time : fBegin;
        fEnd = time;
    }

    HostCpu cpu(int number) {
        while (fCpus.size() <= number) {
            HostCpu cpu = new HostCpu(fHost, fCpus.size(), fAllCpus.size());
            fAllCpus.add(cpu);
            fCpus.add(cpu);
        }
        return fCpus.get(number);
    }

    /** @return the thread with this id, null if it was never seen or has ended */
    HostThread thread(int tid) {
        return fThreads.get(tid);
    }

    private HostThread threadOrNew(int tid) {
        HostThread thread = fThreads.get(tid);
        return thread != null ? thread : born(tid);
    }

    /** If there is no room for it, nobody will know it. */
    private HostThread born(int tid) {
        if (!fParticipants.hasRoom(Participants.Kind.HOST_THREAD, PathRows.NONE)) {
            return new HostThread(PathRows.NONE, tid, false);
        }
        int[] count = fCounts.get(tid);
        if (count == null) {
            count = new int[1];
            fCounts.put(tid, count);
        }
        int id = fParticipants.add(Participants.Kind.HOST_THREAD, fHost, tid, ++count[0], PathRows.NONE, 0);
        HostThread thread = new HostThread(id, tid, false);
        fThreads.put(tid, thread);
        return thread;
    }

    private HostThread idle(HostCpu cpu) {
        HostThread idle = fIdle.get(cpu.fNumber);
        if (idle == null) {
            int id = fParticipants.add(Participants.Kind.HOST_THREAD, fHost, Participants.IDLE_OF + cpu.fNumber, 1, PathRows.NONE, 0);
            fParticipants.setName(id, fParticipants.name("swapper/" + cpu.fNumber));
            idle = new HostThread(id, 0, true);
            fIdle.put(cpu.fNumber, idle);
        }
        return idle;
    }

    private HostThread of(HostCpu cpu, int tid) {
        return tid == 0 ? idle(cpu) : threadOrNew(tid);
    }

    private void name(HostThread thread, String comm) {
        if (!comm.isEmpty() && !thread.fIsIdle && thread.fId != PathRows.NONE && thread.isRenamed(comm)) {
            int name = fParticipants.name(comm);
            if (fParticipants.nameNumber(thread.fId) != name) {
                fParticipants.setName(thread.fId, name);
                fSink.known(thread, comm);
            }
        }
    }

    void switched(HostEvent.SchedSwitch e) {
        long time = e.time();
        HostCpu cpu = cpu(e.cpu());
        HostThread prev = of(cpu, e.prevTid());
        name(prev, e.prevComm());
        decide(time, cpu, prev);
        if (cpu.fCurrent != prev) {
            displace(time, cpu);
            if (prev.fState == null) {
                // it came when nobody looked
                prev.change(time, ThreadState.UNKNOWN, 0, 0, PathRows.NONE, fRows);
            }
        }
        leaves(time, cpu, prev, e.prevState());
        HostThread next = of(cpu, e.nextTid());
        name(next, e.nextComm());
        if (next.fState == null) {
            next.change(fBegin, ThreadState.READY, cpu.fNumber, 0, PathRows.NONE, fRows);
        }
        comes(time, cpu, next);
        cpu.switched();
    }

    /** Who has a processor is known for the first time: so it was since the trace began. */
    private void decide(long time, HostCpu cpu, HostThread thread) {
        if (cpu.fIsKnown) {
            return;
        }
        cpu.fIsKnown = true;
        cpu.fCurrent = thread;
        cpu.fStandIn = thread.fId;
        fRows.occupant(cpu.fIndex, fBegin, thread.fId);
        // whatever was thought of it before is wrong
        thread.fState = ThreadState.RUN;
        thread.fSince = fBegin;
        thread.fPlace = cpu.fNumber;
        thread.fFlags = PathSpool.AFRESH;
        fSink.runs(thread);
    }

    private void displace(long time, HostCpu cpu) {
        HostThread before = cpu.fCurrent;
        if (before != null) {
            before.fRanUntil = time;
            fSink.leaves(before);
            before.change(time, ThreadState.UNKNOWN, 0, 0, PathRows.NONE, fRows);
        }
        cpu.fCurrent = null;
    }

    private void leaves(long time, HostCpu cpu, HostThread prev, long prevState) {
        int state = (int) (prevState & 0xff);
        prev.fRanUntil = time;
        fSink.leaves(prev);
        if (prev.fIsIdle || state == 0) {
            prev.change(time, ThreadState.READY, cpu.fNumber, 0, PathRows.NONE, fRows);
        } else if (state == 16 || state == 32) {
            dies(time, prev);
        } else {
            prev.change(time, time < fLostUntil ? ThreadState.UNKNOWN : ThreadState.BLOCKED, cpu.fNumber, (state & 1) != 0 ? PathSpool.INTERRUPTIBLY : 0, PathRows.NONE, fRows);
        }
        cpu.fCurrent = null;
    }

    private void comes(long time, HostCpu cpu, HostThread next) {
        if (next.runs() && next.fPlace != cpu.fNumber && cpu(next.fPlace).fCurrent == next) {
            cpu(next.fPlace).fCurrent = null;
        }
        next.change(time, ThreadState.RUN, cpu.fNumber, 0, PathRows.NONE, fRows);
        cpu.fCurrent = next;
        fRows.occupant(cpu.fIndex, time, next.fId);
        fSink.runs(next);
    }

    private void dies(long time, HostThread thread) {
        thread.change(time, ThreadState.DEAD, 0, 0, PathRows.NONE, fRows);
        fRows.state(thread.fId, time, PathRows.NONE, 0, ThreadState.DEAD, thread.fFlags);
        fThreads.remove(thread.fTid);
    }

    /** A context of an event reports who has the processor. */
    void onCpu(HostEvent.ThreadOnCpu e, HostProcess process) {
        HostCpu cpu = cpu(e.cpu());
        HostThread thread = of(cpu, e.tid());
        decide(e.time(), cpu, thread);
        processKnown(thread, process);
        if (cpu.fCurrent != thread) {
            displace(e.time(), cpu);
            if (thread.fState == null) {
                thread.change(e.time(), ThreadState.UNKNOWN, 0, 0, PathRows.NONE, fRows);
            }
            comes(e.time(), cpu, thread);
        }
    }

    void wakes(HostEvent.SchedWakeup e) {
        if (e.tid() <= 0) {
            return;
        }
        HostThread thread = threadOrNew(e.tid());
        name(thread, e.comm());
        if (thread.fState == null) {
            thread.change(e.isNew() ? HostThread.FOR_EVER : fBegin, ThreadState.BLOCKED, 0,
                    e.isNew() ? PathSpool.INTERRUPTIBLY : 0, PathRows.NONE, fRows);
        }
        int target = e.targetCpu() >= 0 ? e.targetCpu() : thread.fPlace;
        if (thread.fState == ThreadState.BLOCKED) {
            boolean slept = thread.fSince < e.time();
            HostCpu cpu = cpu(e.cpu());
            // threads are made by threads, whatever handlers run
            Handler handler = !slept || e.isNew() && cpu.fCurrent != null && !cpu.fCurrent.fIsIdle ? null : cpu.handler(e.time());
            int context = !slept ? PathRows.NONE : handler != null ? fRows.reference(handler) : cpu.fCurrent.fId;
            thread.change(e.time(), ThreadState.READY, target, 0, context, fRows);
            if (slept) {
                fSink.woken(e.time(), thread, context, handler, cpu.fCurrent);
            }
        } else if (thread.fState == ThreadState.UNKNOWN) {
            thread.change(e.time(), ThreadState.READY, target, 0, PathRows.NONE, fRows);
        }
    }

    void migrates(HostEvent.SchedMigrate e) {
        HostThread thread = fThreads.get(e.tid());
        if (thread != null && thread.fState == ThreadState.READY && thread.fPlace != e.destCpu()) {
            thread.change(e.time(), ThreadState.READY, e.destCpu(), 0, PathRows.NONE, fRows);
        }
    }

    void begins(HostEvent.ThreadBegins e, HostProcess process) {
        HostThread old = fThreads.get(e.tid());
        if (old != null) {
            dies(e.time(), old);
        }
        HostThread thread = born(e.tid());
        thread.change(HostThread.FOR_EVER, ThreadState.BLOCKED, 0, PathSpool.INTERRUPTIBLY, PathRows.NONE, fRows);
        processKnown(thread, process);
        name(thread, e.comm());
    }

    /** The tracer's state dump reports a thread. */
    void known(HostEvent.ThreadKnown e, HostProcess process) {
        if (e.tid() > 0) {
            HostThread thread = threadOrNew(e.tid());
            processKnown(thread, process);
            name(thread, e.comm());
        }
    }

    private void processKnown(HostThread thread, HostProcess process) {
        if (process != null && !process.equals(thread.fProcess)) {
            thread.fProcess = process;
            fSink.known(thread, "");
        }
    }

    void lost(HostEvent.LostEvents e) {
        HostCpu cpu = cpu(e.cpu());
        cpu.lost();
        fLosses += e.count() == 0 ? 0 : 1;
        fLost += e.loss() == HostEvent.Loss.DISCARDED ? Math.max(0, e.count()) : 0;
        if (cpu.fCurrent != null) {
            displace(e.time(), cpu);
            fRows.occupant(cpu.fIndex, e.time(), PathRows.NONE);
        }
        fLostUntil = Math.max(fLostUntil, e.end());
        fThreads.forEach(thread -> {
            if (thread.fState == ThreadState.BLOCKED) {
                thread.change(e.time(), ThreadState.UNKNOWN, 0, 0, PathRows.NONE, fRows);
            }
        });
    }

    /** Nothing more comes. */
    void finish() {
        fThreads.forEach(this::finish);
        fIdle.forEach(this::finish);
    }

    private void finish(HostThread thread) {
        if (thread.fState != null && thread.fSince < fEnd) {
            fRows.state(thread.fId, thread.fSince, PathRows.NONE, thread.fPlace, thread.fState, thread.fFlags);
        }
    }
}
