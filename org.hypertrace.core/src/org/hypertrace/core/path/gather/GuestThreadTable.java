/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.hypertrace.core.path.store.IntTable;

/** The threads of a boot of a guest by their ids, each made when it is first asked for. */
final class GuestThreadTable {

    private final PathVm fVm;
    private final PathSpool fRows;
    private final Participants fParticipants;
    private final IntTable<GuestThread> fThreads = new IntTable<>();
    private final IntTable<int[]> fCounts = new IntTable<>();
    /** Whose states words may have changed since all were forgotten: a guest may lose words all the time. */
    private final List<GuestThread> fListed = new ArrayList<>();

    GuestThreadTable(PathVm vm, PathSpool rows, Participants participants) {
        fVm = vm;
        fRows = rows;
        fParticipants = participants;
    }

    /** @return the thread with this key, null if there is none */
    GuestThread get(int tid) {
        return fThreads.get(tid);
    }

    /** A thread with this id; of the idle ones that of the vCPU; {@code boot}: where it begins if it is new. */
    GuestThread threadOrNew(int tid, PathVcpu vcpu, int boot) {
        int key = tid == 0 ? Participants.IDLE_OF + vcpu.number() : tid;
        GuestThread thread = fThreads.get(key);
        return thread != null ? listed(thread) : born(key, tid, boot);
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

    GuestThread born(int key, int tid, int boot) {
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
        int id = fParticipants.add(Participants.Kind.GUEST_THREAD, fVm.fHost, key, ++count[0], fVm.fIndex, boot);
        GuestThread thread = new GuestThread(id, tid);
        if (tid == 0) {
            setIdle(thread);
            fParticipants.setName(id, fParticipants.name("swapper/" + (key - Participants.IDLE_OF)));
        }
        fThreads.put(key, thread);
        return listed(thread);
    }

    void setIdle(GuestThread thread) {
        thread.fIsIdle = true;
        fParticipants.setLink(thread.fId, 0);
    }

    void name(GuestThread thread, String comm) {
        if (comm != null && !comm.isBlank() && thread.fTid != 0 && thread.fId != PathRows.NONE) {
            int name = fParticipants.name(comm);
            if (fParticipants.nameNumber(thread.fId) != name) {
                fParticipants.setName(thread.fId, name);
                fRows.named(thread.fId, name);
            }
        }
    }

    void remove(int tid) {
        fThreads.remove(tid);
    }

    void forEach(Consumer<GuestThread> action) {
        fThreads.forEach(action);
    }

    /** Leaves of the listed threads those that the test holds for. */
    void keepListed(Predicate<GuestThread> test) {
        fListed.removeIf(thread -> {
            thread.fIsListed = test.test(thread);
            return !thread.fIsListed;
        });
    }

    void clear() {
        fThreads.clear();
        fListed.clear();
        fCounts.clear();
    }
}
