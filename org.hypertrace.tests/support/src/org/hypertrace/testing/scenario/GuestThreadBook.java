/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * The book about the threads of a guest, as far as events report them: running from switch to switch, waiting when left
 * runnable or woken, sleeping else; unknown before the first event that reports it. The time running is split by the states of
 * the vCPU, which the book about that vCPU knows.
 */
final class GuestThreadBook {

    private enum Part { RUNNING, OPEN, WAITING, SLEEPING, UNKNOWN }

    private static final VcpuState[] STATES = VcpuState.values();

    private static final class Entry {
        private final int fTid;
        private final int fNth;
        private final int fCpu;
        private String fComm;
        private final long fFirst;
        private long fLast;
        private long fSince;
        private Part fPart = Part.UNKNOWN;
        private int fSwitchIns;
        private long[] fAtSwitch;
        private final long[] fParts = new long[Part.values().length];
        private final long[] fNs = new long[2 * STATES.length];

        Entry(int tid, int nth, int cpu, String comm, long time) {
            fTid = tid;
            fNth = nth;
            fCpu = cpu;
            fComm = comm;
            fFirst = time;
            fSince = time;
        }

        /** What it did until now, and what it does next. */
        void was(Part part, long time, Part next) {
            fParts[part.ordinal()] += time - fSince;
            fSince = time;
            fPart = next;
        }
    }

    private final List<Entry> fAll = new ArrayList<>();
    private final Map<Integer, Entry> fByTid = new HashMap<>();
    private final Map<Integer, Integer> fNth = new HashMap<>();
    private final Map<Vcpu, Entry> fRunning = new HashMap<>();

    /** All threads of the boot before are gone. */
    void boots() {
        fByTid.clear();
        fRunning.clear();
    }

    void accept(Vcpu vcpu, GuestEvent event) {
        long time = event.time();
        if (event instanceof GuestEvent.SchedSwitch s) {
            switched(vcpu, s);
        } else if (event instanceof GuestEvent.Wakeup w) {
            seen(w.wakerTid(), vcpu, time);
            Entry woken = seen(w.tid(), vcpu, time);
            woken.fComm = w.comm();
            if (woken.fPart != Part.RUNNING && woken.fPart != Part.WAITING) {
                woken.was(woken.fPart, time, Part.WAITING);
            }
        } else if (event instanceof GuestEvent.Fork f) {
            seen(f.tid(), vcpu, time);
            fByTid.remove(f.childTid());
            Entry child = seen(f.childTid(), vcpu, time);
            child.fComm = f.childComm();
            child.fPart = Part.SLEEPING;
        } else if (event instanceof GuestEvent.Task t) {
            Entry task = seen(t.tid(), vcpu, time);
            task.fComm = t.comm();
            if (task.fPart == Part.UNKNOWN && (t.state() & 0xff) != 0) {
                task.was(Part.UNKNOWN, time, Part.SLEEPING);
            }
        } else if (event.tid() >= 0) {
            Entry sender = seen(event.tid(), vcpu, time);
            if (event instanceof GuestEvent.Exec e) {
                sender.fComm = e.comm();
            }
        }
    }

    private void switched(Vcpu vcpu, GuestEvent.SchedSwitch s) {
        long time = s.time();
        Entry prev = seen(s.prevTid(), vcpu, time);
        Part next = s.prevState() == 0 && s.prevTid() != 0 ? Part.WAITING : Part.SLEEPING;
        if (fRunning.get(vcpu) == prev) {
            long[] now = vcpu.life().ns();
            for (int i = 0; i < now.length; i++) {
                prev.fNs[i] += now[i] - prev.fAtSwitch[i];
            }
            prev.was(Part.RUNNING, time, next);
        } else {
            prev.was(Part.UNKNOWN, time, next);
        }
        Entry on = seen(s.nextTid(), vcpu, time);
        if (s.nextTid() != 0 && s.nextComm() != null) {
            on.fComm = s.nextComm();
        }
        on.was(on.fPart, time, Part.RUNNING);
        on.fSwitchIns++;
        on.fAtSwitch = vcpu.life().ns();
        fRunning.put(vcpu, on);
    }

    private Entry seen(int tid, Vcpu vcpu, long time) {
        int key = tid == 0 ? -1 - vcpu.number() : tid;
        Entry entry = fByTid.get(key);
        if (entry == null) {
            entry = new Entry(tid, fNth.merge(key, 1, Integer::sum), tid == 0 ? vcpu.number() : -1,
                    tid == 0 ? "swapper/" + vcpu.number() : "", time);
            fByTid.put(key, entry);
            fAll.add(entry);
        }
        entry.fLast = time;
        return entry;
    }

    List<Truth.Thread> truth() {
        List<Truth.Thread> threads = new ArrayList<>();
        for (Entry e : fAll) {
            long[] parts = e.fParts.clone();
            parts[(e.fPart == Part.RUNNING ? Part.OPEN : e.fPart).ordinal()] += e.fLast - e.fSince;
            Map<VcpuState, Long> byState = new EnumMap<>(VcpuState.class);
            Map<VcpuState, Long> tracer = new EnumMap<>(VcpuState.class);
            for (VcpuState state : STATES) {
                byState.put(state, e.fNs[state.ordinal()]);
                tracer.put(state, e.fNs[STATES.length + state.ordinal()]);
            }
            threads.add(new Truth.Thread(e.fTid, e.fNth, e.fCpu, e.fComm, e.fFirst, e.fLast, parts[0], parts[1], parts[2],
                    parts[3], parts[4], e.fSwitchIns, byState, tracer));
        }
        return threads;
    }
}
