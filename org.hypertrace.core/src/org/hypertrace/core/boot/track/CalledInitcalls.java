/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import java.util.HashMap;
import java.util.Map;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.symbol.Symbols;

/**
 * Finds initcalls among the functions that a kernel calls: {@code do_one_initcall} calls them, and they lie in the part of the
 * kernel that only boots, or in a module. (It calls others too, and interrupts come in between: these lie elsewhere.) What they
 * return is not recorded.
 */
final class CalledInitcalls {

    private static final String CALLER = "do_one_initcall";
    private static final int MAX_THREADS = 1 << 10;

    private final Symbols fSymbols;
    private final long fCaller;
    /** By thread: how deep the caller is that it is in. */
    private final Map<Integer, Integer> fDepth = new HashMap<>();

    /** @param symbols of the boot's kernel, where it is in this boot; null if they are not known */
    CalledInitcalls(Symbols symbols) {
        fSymbols = symbols;
        fCaller = symbols == null ? 0 : symbols.address(CALLER);
    }

    /** Whether an initcall begins with it. */
    boolean begins(GuestEvent.FunctionEntry e) {
        if (fCaller == 0) {
            return false;
        }
        if (e.address() == fCaller) {
            if (fDepth.size() < MAX_THREADS || fDepth.containsKey(e.tid())) {
                fDepth.put(e.tid(), e.depth());
            }
            return false;
        }
        return isInitcall(e.tid(), e.depth(), e.address());
    }

    /** Whether an initcall may end with it. */
    boolean ends(GuestEvent.FunctionExit e) {
        if (fCaller != 0 && e.address() == fCaller) {
            fDepth.remove(e.tid());
            return false;
        }
        return fCaller != 0 && isInitcall(e.tid(), e.depth(), e.address());
    }

    private boolean isInitcall(int tid, int depth, long address) {
        Integer caller = fDepth.get(tid);
        return caller != null && depth == caller + 1 && (fSymbols.isInit(address) || fSymbols.isModule(address));
    }
}
