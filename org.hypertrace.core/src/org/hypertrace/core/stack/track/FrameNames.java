/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import org.hypertrace.core.describe.Softirqs;
import org.hypertrace.core.describe.SystemCalls;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.event.TextType;
import org.hypertrace.core.exit.columns.Interned;
import org.hypertrace.core.exit.track.FunctionNameTable;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.timeline.Guest;

/**
 * What frames are called. Functions have the names that the guest gives them, else those of its symbols, boot by boot, since a
 * kernel may lie elsewhere in each.
 */
public final class FrameNames implements FrameLabels {

    /** The value of the frame of all further exits of a node, and the like. */
    public static final long FURTHER = -1;

    /** Boots whose names are distinguished; all further ones share the last one's. */
    private static final int MAX_BOOTS = 1 << 10;
    /** Texts of guests and of the host, and of each boot devices and marks. */
    private static final int MAX_TEXTS = 1 << 14;
    private static final int MAX_WORDS = 1 << 10;
    private static final String[] VECTORS = { "local timer", "reschedule", "function call", "single function call" };

    /** What is named in one boot of a guest. */
    private static final class Boot {
        private final FunctionNameTable fFunctions;
        private final Map<Long, String> fWords = new HashMap<>();
        private long fMark;

        Boot(Symbols symbols) {
            fFunctions = new FunctionNameTable(symbols);
        }

        void learn(long frame, String word) {
            if (word != null && !word.isBlank() && (fWords.size() < MAX_WORDS || fWords.containsKey(frame))) {
                fWords.put(frame, word);
            }
        }
    }

    private final BiFunction<Guest, String, Symbols> fSymbols;
    private final List<Boot> fBoots = new ArrayList<>();
    private final Interned<String> fTexts = new Interned<>(MAX_TEXTS, "unnamed", "further");

    /** @param symbols of the kernel of a guest, or of the one with this key nested in it; null for none */
    public FrameNames(BiFunction<Guest, String, Symbols> symbols) {
        fSymbols = symbols;
    }

    /** A guest boots, or is first seen; returns the number of that boot. */
    public int boots(Guest guest, String nested) {
        if (fBoots.size() < MAX_BOOTS) {
            fBoots.add(new Boot(fSymbols.apply(guest, nested)));
        }
        return fBoots.size() - 1;
    }

    /** A guest reports what shows names. */
    public void learn(int boot, GuestEvent event) {
        Boot names = fBoots.get(boot);
        if (event instanceof GuestEvent.FunctionEntry e) {
            names.fFunctions.seen(e.address());
        } else if (event instanceof GuestEvent.FunctionExit e) {
            names.fFunctions.seen(e.address());
        } else if (event instanceof GuestEvent.InitcallStart e) {
            names.fFunctions.seen(e.address());
        } else if (event instanceof GuestEvent.Name e && e.type() == NameType.FUNCTION) {
            names.fFunctions.named(e.id(), e.name());
        } else if (event instanceof GuestEvent.Base e) {
            names.fFunctions.loadedAt(e.text());
        } else if (event instanceof GuestEvent.IrqEntry e) {
            names.learn(Frames.of(FrameKind.IRQ, e.irq()), e.name());
        } else if (event instanceof GuestEvent.ApicVector e && e.type() >= 0 && e.type() < VECTORS.length) {
            names.learn(Frames.of(FrameKind.APIC, e.vector()), VECTORS[e.type()]);
        } else if (event instanceof GuestEvent.Mark e) {
            names.fMark = Frames.of(FrameKind.MARK, e.value());
        } else if (event instanceof GuestEvent.Text e && e.type() == TextType.MARK) {
            names.learn(names.fMark, e.text());
        }
    }

    /** The frame for something that only has a name. */
    long named(FrameKind kind, String name) {
        return Frames.of(kind, fTexts.number(name == null || name.isBlank() ? "unnamed" : name));
    }

    @Override
    public String of(StackThread thread, long frame) {
        long value = Frames.value(frame);
        Boot boot = fBoots.get(thread.boot());
        String name = switch (Frames.kind(frame)) {
        case FUNCTION -> boot.fFunctions.of(frame);
        case INITCALL -> prefixed("initcall: ", boot.fFunctions.of(value << 8 >> 8));
        case NAMED -> text(value);
        case PREEMPTED_BY -> "host: preempted by " + text(value);
        case IRQ -> prefixed("irq: " + value + ' ', boot.fWords.get(frame));
        case APIC -> prefixed("vector: ", boot.fWords.get(frame));
        case MARK -> prefixed("mark: " + value + ' ', boot.fWords.get(frame));
        default -> null;
        };
        return name != null ? name : plain(frame);
    }

    private static String prefixed(String prefix, String name) {
        return name == null ? null : prefix + name;
    }

    /**
     * @param frame
     *            any frame
     * @return its name for people, of which no guest has reported anything
     */
    public static String plain(long frame) {
        long value = Frames.value(frame);
        return switch (Frames.kind(frame)) {
        case FUNCTION -> hexadecimal(frame);
        case SYSCALL -> syscall((int) value, value >> 32 != 0);
        case IRQ -> "irq: " + value;
        case SOFTIRQ -> "softirq: " + Softirqs.name((int) value);
        case APIC -> "vector: " + value;
        case INITCALL -> "initcall: " + hexadecimal(value << 8 >> 8);
        case NAMED -> "unnamed";
        case MARK -> "mark: " + value;
        case EXIT -> isFurther(value) ? "exit: (others)" : "exit: " + ExitReason.label(value >> 32 == 0xffffff ? -1 : (int) (value >> 32), value & 0xffffffffL);
        case TRACER -> "exit: tracer";
        case STATE -> "host: " + Frames.stateLabel(frame);
        case PREEMPTED_BY -> "host: preempted by unnamed";
        case OFF_CPU -> isFurther(value) ? "off CPU: (others)" : "off CPU: " + TaskState.values()[(int) value].label();
        case IMPLAUSIBLE -> "implausible address";
        case THREAD -> "(thread)";
        case INTERRUPTS -> "(interrupts)";
        case OTHERS -> "(others)";
        };
    }

    /**
     * @param thread
     *            whose frame it is
     * @param frame
     *            the frame of a function
     * @return whether the guest or its symbols name the function; else its name is its address
     */
    public boolean isNamed(StackThread thread, long frame) {
        return fBoots.get(thread.boot()).fFunctions.of(frame) != null;
    }

    /** Frames for which there was no room in a tree. */
    private static boolean isFurther(long value) {
        return value == Frames.value(Frames.of(FrameKind.EXIT, FURTHER));
    }

    private static String syscall(int number, boolean compat) {
        String name = number == GuestEvent.UNKNOWN_ID ? "unknown" : SystemCalls.name(number, compat);
        return "syscall: " + (name == null ? Integer.toString(number) : name) + (compat ? " (i386)" : "");
    }

    private static String hexadecimal(long address) {
        return "0x" + Long.toHexString(address);
    }

    private String text(long value) {
        return fTexts.values().get((int) value);
    }
}
