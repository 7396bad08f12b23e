/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hypertrace.core.event.GuestEvent;

/**
 * The processes of a guest's user space that are there now, as far as it reports about its tasks: those that were dumped, forked or
 * executed a program. The children of {@code kthreadd} are threads of the kernel.
 */
final class UserProcesses {

    /** More are not followed. */
    static final int MAX = 1 << 14;

    private static final int KTHREADD = 2;

    private record Known(String name, int parent, boolean ofKernel) { }

    /** Gets a process. */
    interface Sink {
        void process(int tid, String name, int parent);
    }

    private final Map<Integer, Known> fById = new LinkedHashMap<>();

    void handle(GuestEvent event) {
        if (event instanceof GuestEvent.Task e && isProcess(e.tid(), e.tgid())) {
            put(e.tid(), e.comm(), e.parentTid(), e.parentTid() == KTHREADD || e.tid() == KTHREADD);
        } else if (event instanceof GuestEvent.Fork e && isProcess(e.childTid(), e.childTgid())) {
            put(e.childTid(), e.childComm() == null ? name(e.tid()) : e.childComm(), parent(e), e.tid() == KTHREADD || isOfKernel(e.tid()));
        } else if (event instanceof GuestEvent.Exec e) {
            Known known = fById.get(e.tid());
            put(e.tid(), e.comm(), known == null ? GuestEvent.UNKNOWN_ID : known.parent, false);
        } else if (event instanceof GuestEvent.TaskExit e && isProcess(e.tid(), e.tgid())) {
            fById.remove(e.tid());
        }
    }

    /** A thread of a process that has another id is none; if the process is not recorded, it is one. */
    static boolean isProcess(int tid, int tgid) {
        return tid > 0 && (tgid < 0 || tid == tgid);
    }

    /** Its process, not its thread. */
    static int parent(GuestEvent.Fork e) {
        return e.parentTgid() >= 0 ? e.parentTgid() : e.tid();
    }

    private void put(int tid, String name, int parent, boolean ofKernel) {
        if (fById.size() < MAX || fById.containsKey(tid)) {
            fById.put(tid, new Known(name, parent, ofKernel));
        }
    }

    private boolean isOfKernel(int tid) {
        Known known = fById.get(tid);
        return known != null && known.ofKernel;
    }

    private String name(int tid) {
        Known known = fById.get(tid);
        return known == null ? null : known.name;
    }

    /** Reports all of user space. */
    void forEach(Sink to) {
        fById.forEach((tid, known) -> {
            if (!known.ofKernel) {
                to.process(tid, known.name, known.parent);
            }
        });
    }

    /** Another boot has other ones. */
    void clear() {
        fById.clear();
    }
}
