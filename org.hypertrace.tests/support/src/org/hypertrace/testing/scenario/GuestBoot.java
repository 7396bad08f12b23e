/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.nio.charset.StandardCharsets;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.event.TextType;

/** How a guest comes up, who it reports it is, and how it goes down: on one of its processors, as {@link GuestCode}. */
public final class GuestBoot {

    private static final long FUNCTION = 0xffffffff81000200L;

    private final GuestCode fCode;

    GuestBoot(GuestCode code) {
        fCode = code;
    }

    /** The tracer greets: it announces its batches and begins to number anew. */
    public GuestBoot hello(long time) {
        fCode.reports(time, EventKind.HELLO, message -> new GuestEvent.Hello(time, fCode.cpu(), 1, fCode.vcpu().vm().spanInMs(),
                time, time, time));
        return this;
    }

    /** Where the kernel is. */
    public GuestBoot base(long time) {
        fCode.reports(time, EventKind.BASE, message -> new GuestEvent.Base(time, fCode.cpu(), 0xffffffff81000000L,
                0xffffffff82000000L, 1_000_000, 2, 0));
        return this;
    }

    /** The VM reports its own name. */
    public GuestBoot tellsName(long time, String name) {
        fCode.names(time, NameType.VM, name);
        return this;
    }

    /**
     * The guest reaches a milestone: 1 first kernel code, 2 start_kernel, 3 userspace, 4 ready, 5 shutdown, 6 last action.
     */
    public GuestBoot stage(long time, int stage, String name) {
        fCode.reports(time, EventKind.STAGE, message -> new GuestEvent.Stage(time, fCode.cpu(), stage, time, name))
                .marker(stage < 3 ? stage : 0);
        return this;
    }

    /** An initcall level begins. */
    public GuestBoot level(long time, long number, String name) {
        EventKind kind = EventKind.BOOT_LEVEL_BEGIN;
        fCode.reports(time, kind, message -> new GuestEvent.BootLevel(time, fCode.cpu(), kind, number, time, name))
                .marker(name.equals("start_kernel") ? 3 : 0);
        return this;
    }

    /** A function of the boot runs and returns something. */
    public GuestBoot initcall(long from, long to, long address, long result) {
        fCode.reports(from, EventKind.INITCALL_START, message -> new GuestEvent.InitcallStart(from, fCode.cpu(),
                fCode.task().tid(), address, null));
        fCode.reports(to, EventKind.INITCALL_FINISH, message -> new GuestEvent.InitcallFinish(to, fCode.cpu(),
                fCode.task().tid(), address, result, to - from, null));
        return this;
    }

    /** A function of the boot begins, and nothing is seen its end. */
    public GuestBoot initcallWithoutEnd(long from, long address) {
        fCode.reports(from, EventKind.INITCALL_START, message -> new GuestEvent.InitcallStart(from, fCode.cpu(),
                fCode.task().tid(), address, null));
        return this;
    }

    /** A function is entered, and nothing is seen its end. */
    public GuestBoot functionWithoutEnd(long from, long address, int depth) {
        fCode.reports(from, EventKind.FUNC_ENTRY, message -> new GuestEvent.FunctionEntry(from, fCode.cpu(), fCode.task().tid(),
                address, depth, false));
        return this;
    }

    /** The kernel oopses in its code at an address, for it accessed another one; the text reports why. */
    public GuestBoot oopses(long time, long address, long access, String text) {
        fCode.reports(time, EventKind.DIE, message -> new GuestEvent.Die(time, fCode.cpu(), fCode.task().tid(), address, 14, 0, access));
        fCode.text(fCode.last(time, 2), TextType.DIE, text);
        return this;
    }

    /** A step of the shutdown. */
    public GuestBoot shutdownStep(long from, long to, long number, String name) {
        shutdown(from, EventKind.SHUTDOWN_STEP_BEGIN, number, name);
        shutdown(to, EventKind.SHUTDOWN_STEP_END, number, name);
        return this;
    }

    private void shutdown(long time, EventKind kind, long number, String name) {
        fCode.reports(time, kind, message -> new GuestEvent.ShutdownStep(time, fCode.cpu(), kind, number, FUNCTION, name));
    }

    /** The kernel panics: the reason's begin in one hypercall, the whole in those that follow. */
    public GuestBoot panics(long time, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String begin = new String(bytes, 0, Math.min(16, bytes.length), StandardCharsets.UTF_8);
        fCode.reports(time, EventKind.PANIC, message -> new GuestEvent.Panic(time, fCode.cpu(), fCode.task().tid(), time, begin));
        fCode.text(fCode.last(time, 2), TextType.PANIC, text);
        return this;
    }

    /** The thread that this happens on. */
    public Vcpu vcpu() {
        return fCode.vcpu();
    }
}
