/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;

/** Which frame begins or ends when a guest reports something. */
final class GuestFrames {

    /** A system call that ends without its number. */
    static final long UNKNOWN_CALL = syscall(GuestEvent.UNKNOWN_ID, false);

    private GuestFrames() {
    }

    /**
     * Changes the stack of who reports, or if the event does not name that, of the thread that has the processor.
     *
     * @param time
     *            when it happened, ns since the epoch
     */
    static void change(long time, GuestEvent event, ThreadChanges reporter, ThreadChanges current, FrameNames names) {
        if (event instanceof GuestEvent.FunctionEntry e) {
            reporter.function(time, Frames.function(e.address()), depth(e.depth(), e.userSpace()));
        } else if (event instanceof GuestEvent.FunctionExit e) {
            long frame = Frames.function(e.address());
            if (e.exitOnly()) {
                reporter.returnsOnly(time, frame, depth(e.depth(), e.userSpace()), Math.max(0, e.duration()));
            } else {
                reporter.returns(time, frame, depth(e.depth(), e.userSpace()), e.duration());
            }
        } else if (event instanceof GuestEvent.SyscallEntry e) {
            reporter.begins(time, syscall(e.number(), e.compat()));
        } else if (event instanceof GuestEvent.SyscallExit e) {
            reporter.ends(time, syscall(e.number(), e.compat()), -1);
        } else if (event instanceof GuestEvent.InitcallStart e) {
            reporter.begins(time, initcall(e.address(), e.name(), names));
        } else if (event instanceof GuestEvent.InitcallFinish e) {
            reporter.ends(time, initcall(e.address(), e.name(), names), e.duration());
        } else if (event instanceof GuestEvent.IrqEntry e) {
            current.begins(time, Frames.of(FrameKind.IRQ, e.irq()));
        } else if (event instanceof GuestEvent.IrqExit e) {
            current.ends(time, Frames.of(FrameKind.IRQ, e.irq()), -1);
        } else if (event instanceof GuestEvent.Softirq e && e.kind() != EventKind.IRQ_SOFTIRQ_RAISE) {
            turn(e.kind() == EventKind.IRQ_SOFTIRQ_ENTRY, time, Frames.of(FrameKind.SOFTIRQ, e.vec()), current);
        } else if (event instanceof GuestEvent.ApicVector e) {
            turn(e.kind() == EventKind.APIC_VECTOR_ENTRY, time, Frames.of(FrameKind.APIC, e.vector()), current);
        } else if (event instanceof GuestEvent.Mark e) {
            // a process may report any thread id
            current.marks(time, Frames.of(FrameKind.MARK, e.value()));
        } else if (event instanceof GuestEvent.ShutdownStep e) {
            shutdown(time, e, current, names);
        }
    }

    private static void turn(boolean begins, long time, long frame, ThreadChanges changes) {
        if (begins) {
            changes.begins(time, frame);
        } else {
            changes.ends(time, frame, -1);
        }
    }

    private static void shutdown(long time, GuestEvent.ShutdownStep e, ThreadChanges changes, FrameNames names) {
        String what = switch (e.kind()) {
        case DEVICE_SHUTDOWN_BEGIN, DEVICE_SHUTDOWN_END -> "device: ";
        case REBOOT_NOTIFIER_BEGIN, REBOOT_NOTIFIER_END -> "notifier: ";
        default -> "step: ";
        };
        String name = e.name() != null && !e.name().isBlank() ? e.name()
                : e.address() != 0 ? "0x" + Long.toHexString(e.address()) : Long.toString(e.number());
        boolean begins = switch (e.kind()) {
        case SHUTDOWN_STEP_BEGIN, DEVICE_SHUTDOWN_BEGIN, REBOOT_NOTIFIER_BEGIN -> true;
        default -> false;
        };
        turn(begins, time, names.named(FrameKind.NAMED, what + name), changes);
    }

    private static int depth(int depth, boolean userSpace) {
        return userSpace ? OpenFrames.USER + Math.max(0, depth) : depth;
    }

    private static long syscall(int number, boolean compat) {
        return Frames.of(FrameKind.SYSCALL, number & 0xffffffffL | (compat ? 1L << 32 : 0));
    }

    private static long initcall(long address, String name, FrameNames names) {
        return address != 0 || name == null ? Frames.of(FrameKind.INITCALL, address)
                : names.named(FrameKind.NAMED, "initcall: " + name);
    }
}
