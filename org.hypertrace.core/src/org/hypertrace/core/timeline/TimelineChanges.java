/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.function.Consumer;

import org.hypertrace.core.event.Timed;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.stream.dialect.Dialect;

/**
 * Puts what becomes known of vCPUs and guests among what comes out of a {@link TimelineInlet}, at its place. What is about them can then be
 * asked on another thread, too: {@link TimelineCopy}.
 */
final class TimelineChanges implements TimelineInlet.Known {

    /** Something became known. Its time is that of what came out before it. */
    sealed interface Change extends Timed {
        void to(TimelineCopy copy);
    }

    /** A vCPU appeared, or is known better. */
    record OfVcpu(long time, VmNames.Vcpu vcpu, HostThread thread) implements Change {
        @Override
        public void to(TimelineCopy copy) {
            copy.vcpu(vcpu, thread);
        }
    }

    /** A VM, or the only guest nested in it, has a name. */
    record OfName(long time, HostProcess vm, String name, boolean isInner) implements Change {
        @Override
        public void to(TimelineCopy copy) {
            copy.named(vm, name, isInner);
        }
    }

    /** A guest is new, or known better; {@code dialect}: null if it is not known. */
    record OfGuest(long time, int number, int host, String vm, Dialect dialect, String reason) implements Change {
        @Override
        public void to(TimelineCopy copy) {
            copy.guest(this);
        }
    }

    private final Consumer<Object> fTo;
    private TimelineInlet fInlet;

    TimelineChanges(Consumer<Object> to) {
        fTo = to;
    }

    /** Of what; to be called before any event. */
    void follow(TimelineInlet inlet) {
        fInlet = inlet;
    }

    @Override
    public void guest(Guest guest) {
        fTo.accept(new OfGuest(fInlet.passed(), guest.number(), guest.host(), guest.vm(), guest.dialect(), guest.reason()));
    }

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        identified(time, vcpu);
    }

    @Override
    public void identified(long time, VirtualCpu vcpu) {
        fTo.accept(new OfVcpu(fInlet.passed(), VmNames.Vcpu.of(vcpu), vcpu.thread()));
    }

    @Override
    public void named(long time, HostProcess vm, String name) {
        fTo.accept(new OfName(fInlet.passed(), vm, name, false));
    }

    @Override
    public void innerNamed(long time, HostProcess vm, String name) {
        fTo.accept(new OfName(fInlet.passed(), vm, name, true));
    }
}
