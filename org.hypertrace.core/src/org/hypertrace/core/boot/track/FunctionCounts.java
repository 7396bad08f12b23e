/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

import org.hypertrace.core.event.GuestEvent;

/**
 * How often a boot's kernel calls which function, and how long it is in them, by the guest's own clock.
 * <p>
 * Self time is a call's duration without those of the calls in it. What returns at depth d + 1 since the last return at depth
 * d is in the next one that returns at depth d. So entries are not needed, as where only exits are recorded.
 */
public final class FunctionCounts {

    /** More than any kernel has that is traced. */
    private static final int MAX_FUNCTIONS = 1 << 16;
    private static final int MAX_THREADS = 1 << 10;
    private static final int MAX_DEPTH = 1 << 7;

    /** What is counted of a function. */
    public static final class Count {
        private long fCalls;
        private long fReturns;
        private long fTotal;
        private long fSelf;

        /** @return how often it was called, also where the call never returned */
        public long calls() {
            return Math.max(fCalls, fReturns);
        }

        /** @return how long it was in it, ns, of the calls that returned */
        public long total() {
            return fTotal;
        }

        /** @return the same without the calls from there, ns */
        public long self() {
            return fSelf;
        }
    }

    private final BooleanSupplier fKeeps;
    private final Map<Long, Count> fFunctions = new LinkedHashMap<>();
    /** By thread and depth: how long the calls took that are in the one that did not return yet. */
    private final Map<Integer, long[]> fInside = new HashMap<>();
    private long fOthers;

    /** @param keeps asked before one more function or thread is kept */
    FunctionCounts(BooleanSupplier keeps) {
        fKeeps = keeps;
    }

    void entry(GuestEvent.FunctionEntry e, int vcpu) {
        if (e.userSpace()) {
            return;
        }
        Count count = of(e.address());
        if (count != null) {
            count.fCalls++;
        }
        long[] inside = inside(e.tid(), vcpu, e.depth());
        if (inside != null) {
            // what is left of a call that never returned is not in this one
            inside[e.depth() + 1] = 0;
        }
    }

    void exit(GuestEvent.FunctionExit e, int vcpu) {
        if (e.userSpace()) {
            return;
        }
        long duration = Math.max(0, e.duration());
        long within = 0;
        long[] inside = inside(e.tid(), vcpu, e.depth());
        if (inside != null) {
            within = Math.min(duration, inside[e.depth() + 1]);
            inside[e.depth() + 1] = 0;
            inside[e.depth()] += duration;
        }
        Count count = of(e.address());
        if (count != null) {
            count.fReturns++;
            count.fTotal += duration;
            count.fSelf += duration - within;
        }
    }

    private Count of(long address) {
        Count count = fFunctions.get(address);
        if (count == null && fFunctions.size() < MAX_FUNCTIONS && fKeeps.getAsBoolean()) {
            count = new Count();
            fFunctions.put(address, count);
        }
        fOthers += count == null ? 1 : 0;
        return count;
    }

    /** Of a thread, with room for what is called at this depth; null if it is not followed. */
    private long[] inside(int tid, int vcpu, int depth) {
        // where the dialect does not report the thread, it is the one of the vCPU
        int thread = tid >= 0 ? tid : -2 - vcpu;
        long[] inside = fInside.get(thread);
        if (depth + 1 >= MAX_DEPTH || inside == null && (fInside.size() >= MAX_THREADS || !fKeeps.getAsBoolean())) {
            return null;
        }
        if (inside == null || inside.length < depth + 2) {
            inside = inside == null ? new long[depth + 2] : Arrays.copyOf(inside, depth + 2);
            fInside.put(thread, inside);
        }
        return inside;
    }

    /** @return what is counted by the functions' addresses, in the order of their first calls */
    public Map<Long, Count> functions() {
        return fFunctions;
    }

    /** @return how many events are of functions that are not kept */
    public long others() {
        return fOthers;
    }
}
