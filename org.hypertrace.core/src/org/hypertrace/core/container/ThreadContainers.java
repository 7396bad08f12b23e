/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.container;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.HostEvent;

/**
 * The containers of a machine's threads over a trace of that machine. An id of a thread that is used again is another thread. Threads of an
 * id are distinguished by when they lived.
 */
public final class ThreadContainers {

    /** Linux has at most 2^22 ids; more threads than this over a trace are not followed. */
    static final int MOST = 1 << 20;
    private static final int FIRST_PROCESS = 1;

    /** A thread since its fork, else since its first report, until its id is used again. */
    private static final class Life {
        private final long fBegin;
        private long fEnd = Long.MAX_VALUE;
        private final Namespaces fNamespaces;

        Life(long begin, Namespaces namespaces) {
            fBegin = begin;
            fNamespaces = namespaces;
        }

        /** How long it and something else were there together, at least 1 if they were. */
        long overlap(long begin, long end) {
            long from = Math.max(begin, fBegin);
            long until = Math.min(end, fEnd);
            return from > until || from == fEnd ? 0 : until - from + 1;
        }
    }

    private final Map<Integer, List<Life>> fLives = new HashMap<>();
    private final List<ContainerName> fNames;
    private int fCount;

    /** @param names of the machine's containers, of processes the first ones with their ids */
    public ThreadContainers(List<ContainerName> names) {
        fNames = names;
    }

    /** @param event the next event of the trace; most report nothing of this */
    public void handle(HostEvent event) {
        if (event instanceof HostEvent.ThreadNamespace e) {
            Life life = last(e.tid());
            life = life != null ? life : begins(e.tid(), e.time(), new Namespaces());
            if (life != null) {
                life.fNamespaces.report(e);
            }
        } else if (event instanceof HostEvent.ThreadBegins e && e.tid() >= 0) {
            Life parent = last(e.parent());
            begins(e.tid(), e.time(), Namespaces.ofChild(parent == null ? null : parent.fNamespaces, e.pidNamespace()));
        }
    }

    private Life last(int tid) {
        List<Life> lives = fLives.get(tid);
        return lives == null ? null : lives.get(lives.size() - 1);
    }

    private Life begins(int tid, long time, Namespaces namespaces) {
        Life before = last(tid);
        if (before != null) {
            before.fEnd = time;
        }
        if (fCount >= MOST) {
            return null;
        }
        fCount++;
        Life life = new Life(time, namespaces);
        fLives.computeIfAbsent(tid, id -> new ArrayList<>()).add(life);
        return life;
    }

    /**
     * @param tid
     *            the id of a thread
     * @param begin
     *            when it was seen first, ns since the epoch
     * @param end
     *            when it was gone, ns since the epoch
     * @return its container: that of the thread with this id that lived longest meanwhile; null if it is not known
     */
    public Container of(int tid, long begin, long end) {
        Life found = null;
        for (Life life : fLives.getOrDefault(tid, List.of())) {
            boolean longer = life.overlap(begin, end) > (found == null ? 0 : found.overlap(begin, end));
            found = longer ? life : found;
        }
        List<Life> first = fLives.get(FIRST_PROCESS);
        // a process of a container may be another one with its id later
        return found == null ? null : found.fNamespaces.container(first == null ? null : first.get(0).fNamespaces, fNames,
                pid -> fLives.containsKey(pid) ? fLives.get(pid).get(0).fNamespaces : null);
    }
}
