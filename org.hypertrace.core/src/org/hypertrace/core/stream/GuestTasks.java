/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hypertrace.core.event.GuestEvent;

/**
 * What a guest reported about its tasks so far: names and priorities by thread id, for the events that carry only the id. To be fed
 * one guest's events in time order. Of many tasks those seen last are kept.
 */
public final class GuestTasks {

    /** Twice the default of Linux' pid_max. */
    static final int MAX = 1 << 16;

    /** The priority that is taken where none was reported, in LTTng's count: nice 0. */
    public static final int DEFAULT_PRIO = 20;

    private static final class Task {
        private String fComm;
        private int fPrio = GuestEvent.UNKNOWN_ID;
    }

    private final int fLimit;
    private final Map<Integer, Task> fTasks = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Task> eldest) {
            return size() > fLimit;
        }
    };

    /** Of a guest whose tasks are all kept, up to {@value #MAX}. */
    public GuestTasks() {
        this(MAX);
    }

    /** @param limit how many tasks are kept at the most */
    public GuestTasks(int limit) {
        fLimit = limit;
    }

    /**
     * @param prio
     *            the kernel's, 0-139; 255 stands for the -1 of a deadline task
     * @return the same in LTTng's count, as {@code top} shows it: 20 is nice 0
     */
    public static int lttngPrio(int prio) {
        return (prio == 255 ? -1 : prio) - 100;
    }

    /** @param event the next event in time order */
    public void accept(GuestEvent event) {
        if (event instanceof GuestEvent.SchedSwitch s) {
            learn(s.prevTid(), null, s.prevPrio());
            learn(s.nextTid(), s.nextComm(), s.nextPrio());
        } else if (event instanceof GuestEvent.Wakeup w) {
            learn(w.tid(), w.comm(), w.prio());
        } else if (event instanceof GuestEvent.Fork f) {
            Task parent = fTasks.get(f.tid());
            String comm = f.childComm() != null ? f.childComm() : parent == null ? null : parent.fComm;
            learn(f.childTid(), comm, parent == null ? GuestEvent.UNKNOWN_ID : parent.fPrio);
        } else if (event instanceof GuestEvent.Exec e) {
            learn(e.tid(), e.comm(), GuestEvent.UNKNOWN_ID);
        } else if (event instanceof GuestEvent.Task t) {
            learn(t.tid(), t.comm(), GuestEvent.UNKNOWN_ID);
        } else if (event instanceof GuestEvent.TaskExit x) {
            learn(x.tid(), x.comm(), x.prio());
        } else if (event instanceof GuestEvent.TaskFree x) {
            fTasks.remove(x.tid());
        } else if (event instanceof GuestEvent.Stage s && s.stage() <= 2) {
            fTasks.clear();
        }
    }

    /**
     * @param tid
     *            a thread of the guest
     * @param cpu
     *            the processor on which it is: idle threads, all with id 0, are named after it
     * @return its name, null if not recorded
     */
    public String comm(int tid, int cpu) {
        if (tid == 0) {
            return "swapper/" + Math.max(cpu, 0);
        }
        Task task = fTasks.get(tid);
        return task == null ? null : task.fComm;
    }

    /**
     * @param tid
     *            a thread of the guest
     * @return its priority in LTTng's count (the kernel's - 100), {@link #DEFAULT_PRIO} if not recorded
     */
    public int prio(int tid) {
        Task task = fTasks.get(tid);
        return task == null || task.fPrio == GuestEvent.UNKNOWN_ID ? DEFAULT_PRIO : lttngPrio(task.fPrio);
    }

    private void learn(int tid, String comm, int prio) {
        if (tid <= 0) {
            return;
        }
        Task task = fTasks.computeIfAbsent(tid, key -> new Task());
        if (comm != null) {
            task.fComm = comm;
        }
        if (prio != GuestEvent.UNKNOWN_ID) {
            task.fPrio = prio;
        }
    }
}
