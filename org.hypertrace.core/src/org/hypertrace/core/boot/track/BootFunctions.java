/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.symbol.Symbols;

/** What the functions of a boot show: how often each is called, what a thread is in, and initcalls that nothing else shows. */
final class BootFunctions {

    private final Supplier<Symbols> fSymbols;
    private final RunningInitcalls fInitcalls;
    private final BooleanSupplier fKeeps;
    private final CallStacks fStacks;
    private FunctionCounts fCounts;
    private CalledInitcalls fCalled;
    private long fText;
    private boolean fInitcallsAreReported;

    /**
     * @param symbols
     *            of the guest's kernel as their file has them, null if they are not known
     * @param keeps
     *            asked before one more function or thread is kept
     */
    BootFunctions(Supplier<Symbols> symbols, RunningInitcalls initcalls, BooleanSupplier keeps) {
        fSymbols = symbols;
        fInitcalls = initcalls;
        fKeeps = keeps;
        fStacks = new CallStacks(keeps);
        fCounts = new FunctionCounts(keeps);
    }

    void enters(GuestEvent.FunctionEntry e, Boot boot, int level, int vcpu) {
        fStacks.entry(e);
        fCounts.entry(e, vcpu);
        if (!fInitcallsAreReported && !e.userSpace() && called().begins(e)) {
            fInitcalls.begins(new GuestEvent.InitcallStart(e.time(), e.from(), e.tid(), e.address(), null), boot, level, vcpu);
        }
    }

    void leaves(GuestEvent.FunctionExit e, Boot boot, int vcpu) {
        fStacks.exit(e);
        fCounts.exit(e, vcpu);
        if (!fInitcallsAreReported && !e.userSpace() && !e.exitOnly() && called().ends(e)) {
            fInitcalls.leaves(e, boot);
        }
    }

    private CalledInitcalls called() {
        if (fCalled == null) {
            Symbols symbols = fSymbols.get();
            fCalled = new CalledInitcalls(symbols == null ? null : symbols.at(fText));
        }
        return fCalled;
    }

    /** The guest reports initcalls itself. */
    void initcallsAreReported() {
        fInitcallsAreReported = true;
    }

    /** The kernel is there. */
    void based(long text) {
        fText = text;
        fCalled = null;
    }

    /** Addresses of the functions that a thread is in, the outermost first. */
    List<Long> stack(int tid) {
        return fStacks.of(tid);
    }

    FunctionCounts counts() {
        return fCounts;
    }

    /** Another boot begins. */
    void clear() {
        fStacks.clear();
        fCounts = new FunctionCounts(fKeeps);
        fCalled = null;
        fText = 0;
        fInitcallsAreReported = false;
    }
}
