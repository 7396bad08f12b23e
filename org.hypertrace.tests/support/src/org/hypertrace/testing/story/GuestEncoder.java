/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Hypercall.Origin;

/**
 * Reports guest events in ABI version 1, as a guest's tracer would. Written from the ABI's table alone: it knows nothing of the
 * dictionary with which the decoder reads.
 */
public final class GuestEncoder {

    private GuestEncoder() {
    }

    /** The word {@code high<<32 | low}. */
    private static long two(long high, long low) {
        return high << 32 | low & 0xffffffffL;
    }

    /** Characters {@code from} to {@code from + 7} of a name, little endian. */
    private static long chars(byte[] bytes, int from) {
        byte[] eight = Arrays.copyOfRange(bytes, Math.min(from, bytes.length), Math.min(from, bytes.length) + 8);
        return ByteBuffer.wrap(eight).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private static Hypercall say(GuestEvent e, long nr, long a0, long a1, long a2, long a3) {
        long prefix = (long) e.from().level() << 16 | (long) e.from().nested() << 20;
        Origin origin = nr >= 0xa0 && nr <= 0xa3 ? Origin.RING : Origin.KERNEL;
        return new Hypercall(e.time(), e.from().vcpu(), origin, prefix | nr, a0, a1, a2, a3);
    }

    private static Hypercall say(GuestEvent e, long nr, long a0, long a1, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return say(e, nr, a0, a1, chars(bytes, 0), chars(bytes, 8));
    }

    /**
     * @param h
     *            a hypercall
     * @param number
     *            1 to 2^32 - 1
     * @return the same with this number of its sender's
     */
    public static Hypercall numbered(Hypercall h, long number) {
        return new Hypercall(h.time(), h.vcpu(), h.origin(), h.nr() | number << 32, h.a0(), h.a1(), h.a2(), h.a3());
    }

    /**
     * @param e
     *            an event that one hypercall reports
     * @return that hypercall
     */
    public static Hypercall encode(GuestEvent e) {
        long cpu = e.from().cpu();
        long current = two(cpu, e.tid());
        if (e instanceof GuestEvent.FunctionEntry x) {
            return say(e, 0x64, x.address(), x.depth(), 0, current);
        } else if (e instanceof GuestEvent.FunctionExit x) {
            return say(e, 0x65, x.address(), x.duration(), x.depth(), current);
        } else if (e instanceof GuestEvent.SchedSwitch x) {
            return say(e, 0x66, two(x.prevTid(), x.nextTid()),
                    cpu << 48 | (long) x.prevPrio() << 40 | (long) x.nextPrio() << 32 | x.prevState(), x.nextComm());
        } else if (e instanceof GuestEvent.Wakeup x) {
            long isNew = x.kind() == EventKind.SCHED_WAKEUP_NEW ? 1L << 63 : 0;
            return say(e, x.kind() == EventKind.SCHED_WAKING ? 0x67 : 0x68, two(x.targetCpu(), x.tid()),
                    isNew | two(cpu, x.wakerTid()), x.comm());
        } else if (e instanceof GuestEvent.Fork x) {
            return say(e, 0x69, two(x.tid(), x.childTid()), two(x.parentTgid(), x.childTgid()), x.childComm());
        } else if (e instanceof GuestEvent.Exec x) {
            return say(e, 0x6a, two(x.oldTid(), x.tid()), x.tgid(), x.comm());
        } else if (e instanceof GuestEvent.TaskExit x) {
            return say(e, 0x6b, two(x.tgid(), x.tid()), x.code(), x.comm());
        } else if (e instanceof GuestEvent.SyscallEntry x) {
            return say(e, 0x6c, current, x.number() | (x.compat() ? 1L << 31 : 0), x.arg0(), x.arg1());
        } else if (e instanceof GuestEvent.SyscallExit x) {
            return say(e, 0x6d, current, x.number() | (x.compat() ? 1L << 31 : 0), x.ret(), 0);
        } else if (e instanceof GuestEvent.IrqEntry x) {
            return say(e, 0x6e, two(cpu, x.irq()), 0, x.name());
        } else if (e instanceof GuestEvent.IrqExit x) {
            return say(e, 0x6f, two(cpu, x.irq()), x.handled(), 0, 0);
        } else if (e instanceof GuestEvent.Softirq x) {
            int nr = x.kind() == EventKind.IRQ_SOFTIRQ_ENTRY ? 0x70 : x.kind() == EventKind.IRQ_SOFTIRQ_EXIT ? 0x71 : 0x72;
            return say(e, nr, two(cpu, x.vec()), 0, 0, 0);
        } else if (e instanceof GuestEvent.ApicVector x) {
            return say(e, x.kind() == EventKind.APIC_VECTOR_ENTRY ? 0x73 : 0x74, two(cpu, x.vector()), x.type(), 0, 0);
        } else if (e instanceof GuestEvent.Hrtimer x) {
            return switch (x.kind()) {
            case TIMER_HRTIMER_START -> say(e, 0x75, x.timer(), x.function(), x.when(), two(cpu, x.mode()));
            case TIMER_HRTIMER_CANCEL -> say(e, 0x76, x.timer(), 0, 0, two(cpu, 0));
            case TIMER_HRTIMER_EXPIRE_ENTRY -> say(e, 0x77, x.timer(), x.function(), x.when(), current);
            default -> say(e, 0x78, x.timer(), 0, 0, current);
            };
        } else if (e instanceof GuestEvent.Timer x) {
            return say(e, x.kind() == EventKind.TIMER_EXPIRE_ENTRY ? 0x79 : 0x7a, x.timer(), x.function(), x.clock(), current);
        }
        return encodeRare(e, current);
    }

    private static Hypercall encodeRare(GuestEvent e, long current) {
        if (e instanceof GuestEvent.BootLevel x) {
            return say(e, 0x7b, x.number(), x.tsc(), x.name());
        } else if (e instanceof GuestEvent.InitcallStart x) {
            return say(e, 0x7c, x.address(), current, 0, 0);
        } else if (e instanceof GuestEvent.InitcallFinish x) {
            return say(e, 0x7d, x.address(), x.ret(), x.duration(), current);
        } else if (e instanceof GuestEvent.Panic x) {
            return say(e, 0x7e, current, x.monotonic(), x.text());
        } else if (e instanceof GuestEvent.Die x) {
            return say(e, 0x7f, x.address(), two(x.trap(), x.error()), x.faultAddress(), current);
        } else if (e instanceof GuestEvent.Hello x) {
            return say(e, 0x81, 0x47545243L << 32 | (long) x.batchSpan() << 16 | x.version() << 8 | e.from().cpu() & 0xff,
                    x.tsc(), x.monotonic(), x.realtime());
        } else if (e instanceof GuestEvent.Base x) {
            return say(e, 0x82, x.text(), x.etext(), x.tscKhz(), two(x.ringGroups(), x.cpus()));
        } else if (e instanceof GuestEvent.GroupsOff x) {
            return say(e, 0x89, x.off(), x.on(), 0, 0);
        } else if (e instanceof GuestEvent.Task x) {
            return say(e, 0x83, two(x.tgid(), x.tid()), two(x.parentTid(), (long) x.cpu() << 16 | x.state()), x.comm());
        } else if (e instanceof GuestEvent.Mark x) {
            return say(e, 0x84, current, x.value(), 0, 0);
        } else if (e instanceof GuestEvent.Stage x) {
            return say(e, 0x85, x.stage(), x.tsc(), x.name());
        } else if (e instanceof GuestEvent.ShutdownStep x) {
            return say(e, x.kind() == EventKind.SHUTDOWN_STEP_BEGIN ? 0x86 : 0x87, x.number(), x.address(), x.name());
        } else if (e instanceof GuestEvent.HostExit x) {
            return say(e, 0xa0, two(x.isa(), x.reason()), x.rip(), x.info(), x.physicalCpu());
        } else if (e instanceof GuestEvent.HostEntry x) {
            return say(e, 0xa1, 0, 0, 0, x.physicalCpu());
        } else if (e instanceof GuestEvent.HostSwitch x) {
            return say(e, x.kind() == EventKind.HOST_SCHED_OUT ? 0xa2 : 0xa3, x.otherTid(), x.prevState(),
                    chars(x.comm().getBytes(StandardCharsets.UTF_8), 0), x.physicalCpu());
        } else if (e instanceof GuestEvent.OtherHypercall x) {
            return new Hypercall(x.time(), x.from().vcpu(), Origin.KERNEL, x.nr(), x.a0(), x.a1(), x.a2(), x.a3());
        }
        throw new IllegalArgumentException("Not one hypercall: " + e);
    }

    private static long delta(List<? extends GuestEvent> events, int back) {
        int i = events.size() - 1 - back;
        return i < 0 ? 0 : events.get(events.size() - 1).time() - events.get(i).time();
    }

    private static Hypercall batch(List<? extends GuestEvent> events, long nr, long... records) {
        int n = records.length;
        return say(events.get(n - 1), nr, two(delta(events, 2), delta(events, 1)), n < 3 ? 0 : records[n - 3],
                n < 2 ? 0 : records[n - 2], records[n - 1]);
    }

    /**
     * @param exits
     *            one to three exits of one processor and one thread, in order, whose durations fit
     * @return the batch
     */
    public static Hypercall functionBatch(List<GuestEvent.FunctionExit> exits) {
        return batch(exits, 0x90, exits.stream().mapToLong(x -> {
            int shift = 0;
            while (x.duration() >>> 2 * shift > 0xffffff) {
                shift++;
            }
            return (x.address() & 0x7fffffff) << 33 | (long) x.depth() << 28 | (long) shift << 24 | x.duration() >>> 2 * shift;
        }).toArray());
    }

    /**
     * @param switches
     *            one to three of one processor, in order
     * @return the batch
     */
    public static Hypercall switchBatch(List<GuestEvent.SchedSwitch> switches) {
        return batch(switches, 0x92, switches.stream().mapToLong(
                x -> (long) x.nextTid() << 32 | x.prevState() << 24 | (long) x.nextPrio() << 16 | x.from().cpu()).toArray());
    }

    /**
     * @param entry
     *            the begin of a system call
     * @param exit
     *            its end
     * @return both in one
     */
    public static Hypercall syscallPair(GuestEvent.SyscallEntry entry, GuestEvent.SyscallExit exit) {
        return say(exit, 0x91, two(exit.from().cpu(), exit.tid()),
                two(exit.time() - entry.time(), exit.number() | (exit.compat() ? 1L << 31 : 0)), exit.ret(), entry.arg0());
    }

    /**
     * @param text
     *            a text whose {@code begin} is the time of all its pieces
     * @return its pieces
     */
    public static List<Hypercall> text(GuestEvent.Text text) {
        byte[] bytes = text.text().getBytes(StandardCharsets.UTF_8);
        List<Hypercall> pieces = new ArrayList<>();
        for (int at = 0; at == 0 || at < bytes.length; at += 24) {
            pieces.add(say(text, 0x80, (long) (1 + text.type().ordinal()) << 32 | (long) at << 16 | bytes.length,
                    chars(bytes, at), chars(bytes, at + 8), chars(bytes, at + 16)));
        }
        return pieces;
    }

    /**
     * @param name
     *            a name
     * @return its pieces
     */
    public static List<Hypercall> name(GuestEvent.Name name) {
        byte[] bytes = name.name().getBytes(StandardCharsets.UTF_8);
        List<Hypercall> pieces = new ArrayList<>();
        for (int at = 0; at == 0 || at < bytes.length; at += 16) {
            long last = at + 16 >= bytes.length ? 1L << 63 : 0;
            pieces.add(say(name, 0x88, name.id(), last | (long) at << 16 | 1 + name.type().ordinal(), chars(bytes, at),
                    chars(bytes, at + 8)));
        }
        return pieces;
    }
}
