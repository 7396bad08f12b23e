/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.BooleanSupplier;

import org.hypertrace.core.event.GuestEvent;

/** The initcalls that the threads of a guest are in: one in another where a probe was deferred. */
final class RunningInitcalls {

    /** More initcalls, threads that run some, and nesting than any boot has. */
    private static final int MAX_INITCALLS = 1 << 14;
    private static final int MAX_THREADS = 1 << 10;
    private static final int MAX_DEPTH = 64;

    private final BootSink fSink;
    private final BooleanSupplier fKeeps;
    private final Map<Integer, Deque<Initcall>> fRunning = new HashMap<>();
    private int fCount;
    private long fLostSince;
    private long fLostUntil = Long.MIN_VALUE;

    RunningInitcalls(BootSink sink, BooleanSupplier keeps) {
        fSink = sink;
        fKeeps = keeps;
    }

    void begins(GuestEvent.InitcallStart e, Boot boot, int level, int vcpu) {
        Deque<Initcall> running = fRunning.size() < MAX_THREADS ? fRunning.computeIfAbsent(e.tid(), tid -> new ArrayDeque<>())
                : fRunning.get(e.tid());
        while (running != null && !running.isEmpty() && running.peek().begin() < fLostUntil) {
            // more probably its return was lost than that it is in it that another begins
            Initcall lost = running.pop();
            fSink.initcallLost(e.time(), boot, lost, Math.max(lost.begin(), fLostSince));
        }
        if (running == null || running.size() >= MAX_DEPTH || fCount >= MAX_INITCALLS || !fKeeps.getAsBoolean()) {
            fSink.others(e.time(), boot);
            return;
        }
        Initcall initcall = new Initcall(fCount++, running.size(), level, e.address(), e.name(), e.tid(), vcpu, e.time());
        running.push(initcall);
        fSink.initcallBegins(e.time(), boot, initcall);
    }

    void ends(GuestEvent.InitcallFinish e, Boot boot) {
        Deque<Initcall> running = fRunning.getOrDefault(e.tid(), new ArrayDeque<>());
        boolean known = running.stream().anyMatch(initcall -> same(initcall, e));
        if (!known) {
            fSink.unmatched(e.time(), boot);
            return;
        }
        // those begun later on this thread never returned: they are left without an end
        for (Iterator<Initcall> i = running.iterator(); i.hasNext();) {
            Initcall initcall = i.next();
            i.remove();
            if (same(initcall, e)) {
                fSink.initcallEnds(e.time(), boot, initcall, e.ret(), e.duration());
                return;
            }
        }
    }

    /** One that was found among the functions returned, if it is one. */
    void leaves(GuestEvent.FunctionExit e, Boot boot) {
        Deque<Initcall> running = fRunning.get(e.tid());
        if (running != null && !running.isEmpty() && running.peek().address() == e.address()) {
            fSink.initcallEnds(e.time(), boot, running.pop(), null, e.duration());
        }
    }

    private static boolean same(Initcall initcall, GuestEvent.InitcallFinish e) {
        return e.address() != 0 ? initcall.address() == e.address() : e.name() != null && e.name().equals(initcall.name());
    }

    /** Events of that time were lost. */
    void lost(long since, long until) {
        fLostSince = since;
        fLostUntil = Math.max(fLostUntil, until);
    }

    /** The innermost one of a thread, null if it is in none. */
    Initcall of(int tid) {
        Deque<Initcall> running = fRunning.get(tid);
        return running == null ? null : running.peek();
    }

    void clear() {
        fRunning.clear();
        fCount = 0;
    }
}
