/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

import org.hypertrace.core.event.GuestEvent;

/** The functions that a guest's threads are in, to be reported when one of them crashes. */
final class CallStacks {

    private static final int MAX_THREADS = 1 << 10;
    private static final int MAX_DEPTH = 1 << 7;

    private record Frame(long address, int depth) { }

    private final BooleanSupplier fKeeps;
    private final Map<Integer, List<Frame>> fFrames = new HashMap<>();

    /** @param keeps asked before one more thread is kept */
    CallStacks(BooleanSupplier keeps) {
        fKeeps = keeps;
    }

    void entry(GuestEvent.FunctionEntry e) {
        List<Frame> frames = fFrames.get(e.tid());
        if (frames == null && !e.userSpace() && fFrames.size() < MAX_THREADS && fKeeps.getAsBoolean()) {
            frames = new ArrayList<>();
            fFrames.put(e.tid(), frames);
        }
        if (frames != null && !e.userSpace()) {
            // an interrupt may begin at the depth of a function that is just being left
            frames.removeIf(frame -> frame.depth > e.depth());
            if (frames.size() < MAX_DEPTH) {
                frames.add(new Frame(e.address(), e.depth()));
            }
        }
    }

    void exit(GuestEvent.FunctionExit e) {
        List<Frame> frames = fFrames.get(e.tid());
        for (int i = frames == null ? -1 : frames.size() - 1; i >= 0; i--) {
            Frame left = frames.get(i);
            if (left.address == e.address()) {
                // what is deeper never returned; at the same depth is an interrupt that came while this one was being left
                frames.subList(i + 1, frames.size()).removeIf(above -> above.depth > left.depth);
                frames.remove(i);
                return;
            }
        }
    }

    List<Long> of(int tid) {
        return fFrames.getOrDefault(tid, List.of()).stream().map(Frame::address).toList();
    }

    void clear() {
        fFrames.clear();
    }
}
