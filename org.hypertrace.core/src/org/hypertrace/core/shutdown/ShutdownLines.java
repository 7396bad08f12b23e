/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

import org.hypertrace.core.boot.BootSymbols;

/**
 * Tells what the parts of a shutdown are. Steps, devices and notifiers that the guest tells as such are what they are; of
 * functions the name and the place tell it: what the kernel's function for the shutdown calls is a step, what a chain of
 * notifiers calls is a notifier, and what {@code device_shutdown} calls and is itself a shutdown is a device's.
 */
final class ShutdownLines {

    private static final Pattern CHAIN = Pattern.compile("(blocking|atomic|raw|srcu)_notifier_call_chain");
    private static final Pattern CHAIN_INSIDE = Pattern.compile("notifier_call_chain|(down|up)_(read|write)|__cond_resched|.*_lock|.*_unlock");
    private static final Pattern DEVICES = Pattern.compile("device_shutdown");
    private static final Pattern DEVICE = Pattern.compile("(.+)_shutdown");
    /** Interrupts come in between: they are no steps. */
    private static final Pattern INTERRUPT = Pattern.compile("irq_(enter|exit)(_rcu)?|idle_cpu|(__)?handle_softirqs|__do_softirq|"
            + "(__|asm_)?sysvec_.*|(__|asm_)?common_interrupt|handle_.*irq.*|do_softirq.*|.*_apic_timer_interrupt|rcu_irq_.*|"
            + "irqentry_.*|tick_.*|hrtimer_interrupt");

    /** A line without its figures. */
    record Found(ShutdownProfile.Section section, String name, String driver, String function, long begin, long end, boolean open, int tid,
            int vcpu) { }

    private final GuestShutdown fShutdown;
    private final BootSymbols fNames;
    private final List<Found> fLines = new ArrayList<>();

    ShutdownLines(GuestShutdown shutdown, BootSymbols names) {
        fShutdown = shutdown;
        fNames = names;
    }

    List<Found> lines() {
        long asked = fShutdown.requested();
        if (asked >= 0 && (fShutdown.kernel() < 0 || asked < fShutdown.kernel())) {
            long until = fShutdown.kernel() >= 0 ? fShutdown.kernel() : fShutdown.last() >= 0 ? fShutdown.last() : fShutdown.end();
            // the processes of user space run anywhere
            fLines.add(new Found(ShutdownProfile.Section.STEP, "user space", null, null, asked, until, fShutdown.kernel() < 0, -1, -1));
        }
        Deque<GuestShutdown.Part> in = new ArrayDeque<>();
        boolean devicesDone = false;
        for (GuestShutdown.Part part : fShutdown.parts()) {
            while (!in.isEmpty() && in.peek().depth() >= part.depth()) {
                in.pop();
            }
            add(part, in.peekLast(), in.peek(), devicesDone);
            devicesDone |= part.depth() == 0 && DEVICES.matcher(name(part)).matches();
            in.push(part);
        }
        if (fShutdown.last() >= 0 && fShutdown.ending() != null) {
            fLines.add(new Found(ShutdownProfile.Section.STEP, "host, until " + fShutdown.ending().label(), null, null,
                    fShutdown.last(),
                    fShutdown.end(), false, -1, fShutdown.vcpu()));
        }
        return fLines;
    }

    private void add(GuestShutdown.Part part, GuestShutdown.Part top, GuestShutdown.Part parent, boolean devicesDone) {
        String name = name(part);
        switch (part.kind()) {
        case DEVICE -> add(ShutdownProfile.Section.DEVICE, part, name, null);
        case NOTIFIER -> add(ShutdownProfile.Section.NOTIFIER, part, name, null);
        case STEP -> {
            String told = top == null ? step(name, devicesDone) : name;
            String above = top == null ? "" : name(top);
            add(top == null ? ShutdownProfile.Section.STEP : above.contains("notif") ? ShutdownProfile.Section.NOTIFIER
                    : above.contains("device") ? ShutdownProfile.Section.DEVICE : ShutdownProfile.Section.STEP, part, told, null);
        }
        case FUNCTION -> function(part, name, top, parent, devicesDone);
        }
    }

    private void function(GuestShutdown.Part part, String name, GuestShutdown.Part top, GuestShutdown.Part parent,
            boolean devicesDone) {
        if (INTERRUPT.matcher(name).matches()) {
            return;
        }
        if (top == null) {
            add(ShutdownProfile.Section.STEP, part, step(name, devicesDone), null);
        } else if (CHAIN.matcher(name(top)).matches()) {
            boolean called = part.depth() == 1 ? !CHAIN_INSIDE.matcher(name).matches()
                    : part.depth() == 2 && name(parent).equals("notifier_call_chain") && !CHAIN_INSIDE.matcher(name).matches();
            if (called) {
                add(ShutdownProfile.Section.NOTIFIER, part, name, null);
            }
        } else if (DEVICES.matcher(name(top)).matches() && part.depth() == 1 && DEVICE.matcher(name).matches()) {
            add(ShutdownProfile.Section.DEVICE, part, name, DEVICE.matcher(name).replaceFirst("$1"));
        }
    }

    private static String step(String function, boolean devicesDone) {
        if (CHAIN.matcher(function).matches()) {
            return devicesDone ? "notifiers before the end" : "reboot notifiers";
        }
        return switch (function) {
        case "__usermodehelper_disable", "usermodehelper_disable" -> "usermode helper disabled";
        case "device_shutdown" -> "device shutdown";
        case "migrate_to_reboot_cpu" -> "migrate to reboot CPU";
        case "syscore_shutdown" -> "syscore shutdown";
        case "machine_restart" -> "machine restart";
        case "machine_power_off" -> "machine power off";
        case "machine_halt" -> "machine halt";
        default -> function;
        };
    }

    private void add(ShutdownProfile.Section section, GuestShutdown.Part part, String name, String driver) {
        fLines.add(new Found(section, name, driver, part.address() == 0 ? null : fNames.label(part.address()), part.begin(), part.end(), part.open(), part.tid() >= 0 ? part.tid()
                : fShutdown.tid(), part.vcpu()));
    }

    private String name(GuestShutdown.Part part) {
        String symbol = fNames.name(part.address());
        // a name is cut at 16 characters on its way
        return symbol != null && (part.name() == null || part.name().length() == 16 && symbol.startsWith(part.name())) ? symbol
                : part.name() != null ? part.name() : part.address() != 0 ? fNames.label(part.address()) : "number " + part.id();
    }
}
