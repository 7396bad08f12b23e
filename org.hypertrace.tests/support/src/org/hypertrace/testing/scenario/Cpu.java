/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.ArrayDeque;
import java.util.Deque;

/** A processor of a host: who has it, and the interrupts that the host serves there. */
public final class Cpu {

    private static final long HRTIMER = 0xffff888000001000L;

    private final Host fHost;
    private final int fNumber;
    private final HostTask fIdle;
    private final Deque<String> fInterrupts = new ArrayDeque<>();
    private HostThread<?> fOccupant;

    Cpu(Host host, int number) {
        fHost = host;
        fNumber = number;
        fIdle = new HostTask(host, "swapper/" + number, 0, 0);
        fOccupant = fIdle;
    }

    /** A device's interrupt: its handler runs between two times. */
    public Cpu irq(long from, long to, int irq) {
        return interrupt(from, to, "irq_handler", new Object[] { irq, "device" }, new Object[] { irq, 1 });
    }

    /** A softirq is served. */
    public Cpu softirq(long from, long to, int vec) {
        return interrupt(from, to, "irq_softirq", new Object[] { vec }, new Object[] { vec });
    }

    /** A high resolution timer expires, and its function runs. */
    public Cpu hrtimer(long from, long to) {
        return interrupt(from, to, "timer_hrtimer_expire", new Object[] { HRTIMER, 0, 16 }, new Object[] { HRTIMER });
    }

    /** The local APIC's timer interrupts. */
    public Cpu localTimer(long from, long to) {
        return interrupt(from, to, "x86_irq_vectors_local_timer", new Object[] { 236 }, new Object[] { 236 });
    }

    /** The host does something that reports no more than that it, not a guest, has the processor. */
    public Cpu event(long time) {
        fHost.schedule().at(time, () -> fHost.record(this, time, "irq_softirq_raise", 1));
        return this;
    }

    private Cpu interrupt(long from, long to, String name, Object[] entry, Object[] exit) {
        if (to < from) {
            throw new IllegalStateException(to + ": " + this + " cannot end an interrupt that begins at " + from);
        }
        fHost.schedule().at(from, () -> {
            fHost.record(this, from, name + "_entry", entry);
            fInterrupts.push(name);
        });
        fHost.schedule().at(to, () -> {
            if (!name.equals(fInterrupts.peek())) {
                throw new IllegalStateException(to + ": " + this + " cannot end " + name + " before " + fInterrupts.peek());
            }
            fHost.record(this, to, name + "_exit", exit);
            fInterrupts.pop();
        });
        return this;
    }

    /** From now on another thread has the processor. */
    void switches(long time, long prevState, HostThread<?> next) {
        if (inInterrupt()) {
            throw new IllegalStateException(time + ": " + this + " cannot switch in the middle of " + fInterrupts.peek());
        }
        HostThread<?> prev = fOccupant;
        prev.named(time, this);
        next.arrives(time, this);
        next.named(time, this);
        fHost.record(this, time, "sched_switch", prev.name(), prev.tid(), 20, prevState, next.name(), next.tid(), 20);
        fOccupant = next;
        prev.leaves(this, prevState);
        next.gets(this);
    }

    boolean inInterrupt() {
        return !fInterrupts.isEmpty();
    }

    boolean isIdle() {
        return fOccupant == fIdle;
    }

    HostThread<?> occupant() {
        return fOccupant;
    }

    HostTask idle() {
        return fIdle;
    }

    int number() {
        return fNumber;
    }

    @Override
    public String toString() {
        return fHost.name() + " cpu" + fNumber;
    }
}
