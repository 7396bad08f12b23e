/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import static org.hypertrace.core.guesttrace.CtfField.address;
import static org.hypertrace.core.guesttrace.CtfField.signed;
import static org.hypertrace.core.guesttrace.CtfField.string;
import static org.hypertrace.core.guesttrace.CtfField.unsigned;

import java.util.EnumMap;
import java.util.Map;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;

/**
 * The events of a guest that LTTng has no counterpart for: {@code hypertrace_} and the kind's name in dictionaries. The help
 * page <em>Guest traces</em> lists them with their fields. What a guest does not report is -1, an empty text, or 0 for addresses.
 */
final class HypertraceEvents {

    private static final CtfField TID = signed("tid", 32);
    private static final CtfField NAME = string("name");
    private static final CtfField TSC = unsigned("tsc", 64);

    private static final Map<EventKind, CtfEventType> TYPES = new EnumMap<>(EventKind.class);
    static {
        declare(signed("number", 64), TSC, NAME, EventKind.BOOT_LEVEL_END);
        declare(unsigned("stage", 32), TSC, NAME, EventKind.STAGE);
        declare(signed("number", 64), address("address"), NAME, EventKind.SHUTDOWN_STEP_BEGIN, EventKind.SHUTDOWN_STEP_END,
                EventKind.DEVICE_SHUTDOWN_BEGIN, EventKind.DEVICE_SHUTDOWN_END, EventKind.REBOOT_NOTIFIER_BEGIN,
                EventKind.REBOOT_NOTIFIER_END);
        declare(string("type"), address("id"), NAME, EventKind.NAME);
        declare(TID, unsigned("monotonic", 64), string("text"), EventKind.PANIC);
        declare(signed("max_depth", 32), unsigned("exit_only", 8), address("stop_function"), EventKind.TRACING_START,
                EventKind.TRACING_STOP);
        put(EventKind.DIE, TID, address("address"), unsigned("trap", 32), address("error"), address("fault_address"));
        put(EventKind.TEXT, string("type"), string("text"), unsigned("begin", 64), unsigned("complete", 8));
        put(EventKind.HELLO, unsigned("version", 32), unsigned("batch_span", 32), TSC, unsigned("monotonic", 64),
                unsigned("realtime", 64));
        put(EventKind.BASE, address("text"), address("etext"), unsigned("tsc_khz", 64), signed("cpus", 32), address("ring_groups"));
        put(EventKind.MARK, TID, unsigned("value", 64));
        put(EventKind.GROUPS_OFF, address("off"), address("on"));
        put(EventKind.CONFIG, unsigned("word_size", 32));
        put(EventKind.APIC_VECTOR_ENTRY, signed("vector", 32), signed("type", 32));
        put(EventKind.APIC_VECTOR_EXIT, signed("vector", 32), signed("type", 32));
        put(EventKind.HOST_EXIT, signed("isa", 32), unsigned("reason", 32), address("rip"), address("info"),
                signed("physical_cpu", 32));
        put(EventKind.HOST_ENTRY, signed("physical_cpu", 32));
        for (EventKind kind : new EventKind[] { EventKind.HOST_SCHED_OUT, EventKind.HOST_SCHED_IN }) {
            put(kind, signed("other_tid", 32), signed("prev_state", 64), string("comm"), signed("physical_cpu", 32));
        }
        for (EventKind kind : new EventKind[] { EventKind.KVM_HYPERCALL, EventKind.UNKNOWN }) {
            put(kind, address("nr"), address("a0"), address("a1"), address("a2"), address("a3"));
        }
    }

    private HypertraceEvents() {
    }

    private static void put(EventKind kind, CtfField... fields) {
        TYPES.put(kind, CtfEventType.of("hypertrace_" + kind.label(), fields));
    }

    private static void declare(CtfField first, CtfField second, CtfField third, EventKind... kinds) {
        for (EventKind kind : kinds) {
            put(kind, first, second, third);
        }
    }

    static KernelEvent of(GuestEvent e) {
        if (e instanceof GuestEvent.BootLevel x) {
            return event(e, x.number(), x.tsc(), text(x.name()));
        } else if (e instanceof GuestEvent.Stage x) {
            return event(e, x.stage(), x.tsc(), text(x.name()));
        } else if (e instanceof GuestEvent.ShutdownStep x) {
            return event(e, x.number(), x.address(), text(x.name()));
        } else if (e instanceof GuestEvent.Name x) {
            return event(e, lower(x.type()), x.id(), text(x.name()));
        } else if (e instanceof GuestEvent.Panic x) {
            return event(e, x.tid(), x.monotonic(), text(x.text()));
        } else if (e instanceof GuestEvent.Tracing x) {
            return event(e, x.maxDepth(), x.exitOnly(), x.stopFunction());
        } else if (e instanceof GuestEvent.Die x) {
            return event(e, x.tid(), x.address(), bits(x.trap()), x.error(), x.faultAddress());
        } else if (e instanceof GuestEvent.Text x) {
            return event(e, lower(x.type()), text(x.text()), x.begin(), x.complete());
        } else if (e instanceof GuestEvent.Hello x) {
            return event(e, bits(x.version()), bits(x.batchSpan()), x.tsc(), x.monotonic(), x.realtime());
        } else if (e instanceof GuestEvent.Base x) {
            return event(e, x.text(), x.etext(), x.tscKhz(), x.cpus(), x.ringGroups());
        } else if (e instanceof GuestEvent.Mark x) {
            return event(e, x.tid(), x.value());
        } else if (e instanceof GuestEvent.GroupsOff x) {
            return event(e, x.off(), x.on());
        } else if (e instanceof GuestEvent.Config x) {
            return event(e, bits(x.wordSize()));
        } else if (e instanceof GuestEvent.ApicVector x) {
            return event(e, x.vector(), x.type());
        } else if (e instanceof GuestEvent.HostExit x) {
            return event(e, x.isa(), x.reason() & 0xffffffffL, x.rip(), x.info(), x.physicalCpu());
        } else if (e instanceof GuestEvent.HostEntry x) {
            return event(e, x.physicalCpu());
        } else if (e instanceof GuestEvent.HostSwitch x) {
            return event(e, x.otherTid(), x.prevState(), text(x.comm()), x.physicalCpu());
        } else if (e instanceof GuestEvent.OtherHypercall x) {
            return event(e, x.nr(), x.a0(), x.a1(), x.a2(), x.a3());
        }
        throw new IllegalArgumentException("LTTng has events of its own for " + e);
    }

    private static KernelEvent event(GuestEvent e, Object... values) {
        return new KernelEvent(TYPES.get(e.kind()), values);
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The bits of an unsigned 32-bit number. */
    private static long bits(int value) {
        return value & 0xffffffffL;
    }
}
