/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import java.util.ArrayDeque;

import org.hypertrace.core.event.GuestEvent;

/** What a thread of a guest is in at this moment: functions, a system call, initcalls. */
final class GuestCalls {

    /** Kernels' stacks have no room for more; of more the outermost are forgotten. */
    private static final int MAX = 256;

    private record Frame(long address, int depth, String name) { }

    private final ArrayDeque<Frame> fFunctions = new ArrayDeque<>(4);
    private final ArrayDeque<Frame> fInitcalls = new ArrayDeque<>(2);
    private int fSyscall = -1;
    private boolean fCompat;

    /** @return whether the event changed something */
    boolean handle(GuestEvent event) {
        if (event instanceof GuestEvent.FunctionEntry e) {
            // an interrupt may come while the function at this depth is being left
            dropDeeper(e.depth());
            push(fFunctions, new Frame(e.address(), e.depth(), null));
        } else if (event instanceof GuestEvent.FunctionExit e && !e.exitOnly()) {
            if (!pop(fFunctions, e.address(), null)) {
                dropDeeper(e.depth());
            }
        } else if (event instanceof GuestEvent.SyscallEntry e) {
            fSyscall = e.number();
            fCompat = e.compat();
        } else if (event instanceof GuestEvent.SyscallExit) {
            fSyscall = -1;
            fCompat = false;
        } else if (event instanceof GuestEvent.InitcallStart e) {
            push(fInitcalls, new Frame(e.address(), 0, e.name()));
        } else if (event instanceof GuestEvent.InitcallFinish e) {
            pop(fInitcalls, e.address(), e.name());
        } else {
            return false;
        }
        return true;
    }

    Cause cause(Cause of) {
        Frame function = fFunctions.peek();
        Frame initcall = fInitcalls.peek();
        return new Cause(of.guest(), of.task(), of.mode(), function == null ? 0 : function.address, fSyscall, fCompat,
                initcall == null ? 0 : initcall.address, initcall == null ? null : initcall.name);
    }

    private void dropDeeper(int depth) {
        while (depth >= 0 && !fFunctions.isEmpty() && fFunctions.peek().depth > depth) {
            fFunctions.pop();
        }
    }

    private static void push(ArrayDeque<Frame> frames, Frame frame) {
        if (frames.size() >= MAX) {
            frames.removeLast();
        }
        frames.push(frame);
    }

    /** Takes away the innermost frame of that address or name and all in it. */
    private static boolean pop(ArrayDeque<Frame> frames, long address, String name) {
        boolean found = contains(frames, address, name);
        while (found && !is(frames.pop(), address, name)) {
            // its exit was not recorded
        }
        return found;
    }

    /** Not by a stream: functions return millions of times. */
    private static boolean contains(ArrayDeque<Frame> frames, long address, String name) {
        for (Frame frame : frames) {
            if (is(frame, address, name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean is(Frame frame, long address, String name) {
        return frame.address == address && (name == null || name.equals(frame.name));
    }
}
