/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.describe;

import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.quantity.Amount;

/** Words for what a guest reports about itself as a whole: its boot and its end, its names and clocks, its tracer. */
final class RareEventDescriber {

    private static final String[] STAGES = { "first kernel code", "start_kernel", "user space", "ready",
            "shutdown requested", "last kernel action" };

    /** Fields that all events have. */
    private static final Set<String> ENVELOPE = Set.of("time", "from", "kind");
    private static final Pattern UPPER = Pattern.compile("\\p{Upper}");

    private final EventDescriber fWords;

    RareEventDescriber(EventDescriber words) {
        fWords = words;
    }

    void add(GuestEvent event, DescriptionLine line) {
        if (!life(event, line) && !texts(event, line) && !tracer(event, line) && !ring(event, line)) {
            fields(event, line);
        }
    }

    /** What has no words of its own: each field that is reported, by its name. */
    private static void fields(GuestEvent event, DescriptionLine line) {
        for (RecordComponent field : event.getClass().getRecordComponents()) {
            Object value = value(event, field);
            if (!ENVELOPE.contains(field.getName()) && value != null && !value.equals(GuestEvent.UNKNOWN_ID)) {
                line.add(UPPER.matcher(field.getName()).replaceAll(" $0").toLowerCase(Locale.ROOT) + ' ' + value);
            }
        }
    }

    private static Object value(GuestEvent event, RecordComponent field) {
        try {
            return field.getAccessor().invoke(event);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean life(GuestEvent event, DescriptionLine line) {
        if (event instanceof GuestEvent.BootLevel e) {
            line.add(text(e.name())).reported("level", e.number());
        } else if (event instanceof GuestEvent.Stage e) {
            line.add(e.stage() > 0 && e.stage() <= STAGES.length ? STAGES[e.stage() - 1] : "stage " + e.stage())
                    .add(text(e.name()));
        } else if (event instanceof GuestEvent.ShutdownStep e) {
            line.add(e.address() == 0 && text(e.name()).isEmpty() ? "" : fWords.named(e.address(), e.name()));
            line.reported("number", e.number());
        } else if (event instanceof GuestEvent.Panic e) {
            line.add(fWords.by(e)).add(quoted(text(e.text())));
        } else if (event instanceof GuestEvent.Die e) {
            // the trap of a page fault may be reported as 0, which is not a division
            line.add(fWords.by(e)).add("at " + fWords.address(e.address())).reported("trap", e.trap() == 0 ? -1 : e.trap());
            line.add("error " + EventDescriber.hex(e.error())).add("fault address " + EventDescriber.hex(e.faultAddress()));
        } else {
            return false;
        }
        return true;
    }

    private boolean texts(GuestEvent event, DescriptionLine line) {
        if (event instanceof GuestEvent.Text e) {
            line.add(e.type().name().toLowerCase(Locale.ROOT) + ':').add(quoted(e.text()));
        } else if (event instanceof GuestEvent.Name e) {
            line.add((e.type() == NameType.VM ? "this VM" : e.type() == NameType.NODE ? "this VM's node"
                    : e.type().name().toLowerCase(Locale.ROOT) + ' ' + EventDescriber.hex(e.id())) + " is " + quoted(e.name()));
        } else if (event instanceof GuestEvent.Mark e) {
            line.add(fWords.by(e)).add("value " + EventDescriber.hex(e.value()));
        } else {
            return false;
        }
        return true;
    }

    private boolean tracer(GuestEvent event, DescriptionLine line) {
        if (event instanceof GuestEvent.Hello e) {
            line.add("ABI " + e.version())
                    .add(e.batchSpan() == 0 ? "no batches" : "batches reach back " + e.batchSpan() + " ms");
            line.add("TSC " + Long.toUnsignedString(e.tsc())).add("up for " + Amount.ns(e.monotonic()));
        } else if (event instanceof GuestEvent.Base e) {
            line.add(e.text() == 0 ? "" : "_text " + EventDescriber.hex(e.text()) + ", _etext " + EventDescriber.hex(e.etext()));
            line.add("TSC " + e.tscKhz() + " kHz").reported("processors", e.cpus());
            line.add(e.ringGroups() == 0 ? "" : "only in rings " + TracerGroups.of(e.ringGroups()));
        } else if (event instanceof GuestEvent.GroupsOff e) {
            line.add("off " + TracerGroups.of(e.off())).add("on " + TracerGroups.of(e.on()));
        } else if (event instanceof GuestEvent.Tracing e) {
            line.reported("depth up to", e.maxDepth()).add(e.exitOnly() ? "exits only" : "");
            line.add(e.stopFunction() == 0 ? "" : "until " + fWords.address(e.stopFunction()));
        } else if (event instanceof GuestEvent.Lost e) {
            line.add(e.count() == 1 ? "1 hypercall did not arrive" : e.count() + " hypercalls did not arrive");
        } else if (event instanceof GuestEvent.OtherHypercall e) {
            line.add(e.kind() == EventKind.KVM_HYPERCALL ? KvmHypercalls.words(e) : KvmHypercalls.raw(e));
        } else {
            return false;
        }
        return true;
    }

    private static boolean ring(GuestEvent event, DescriptionLine line) {
        if (event instanceof GuestEvent.HostExit e) {
            line.add(ExitReason.label(e.isa(), e.reason())).reported("processor", e.physicalCpu());
        } else if (event instanceof GuestEvent.HostEntry e) {
            line.reported("processor", e.physicalCpu());
        } else if (event instanceof GuestEvent.HostSwitch e) {
            if (e.otherTid() >= 0) {
                line.add(text(e.comm()) + '(' + e.otherTid() + ')');
            }
            line.reported("processor", e.physicalCpu());
        } else {
            return false;
        }
        return true;
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
