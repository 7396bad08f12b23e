/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;

/**
 * Reports what the parts of a shutdown are. Steps, devices and notifiers that the guest reports as such are what they are; of
 * functions the name and the place show it: what the kernel's function for the shutdown calls is a step, what a chain of
 * notifiers calls is a notifier, and what {@code device_shutdown} calls and is itself a shutdown is a device's.
 */
final class ShutdownLines {

    private static final Pattern CHAIN = Pattern.compile("(blocking|atomic|raw|srcu)_notifier_call_chain");
    private static final Pattern CHAIN_INSIDE = Pattern.compile("notifier_call_chain|(down|up)_(read|write)|__cond_resched|.*_lock|.*_unlock");
    private static final Pattern NOTIFIERS = Pattern.compile(".*notif.*|do_kernel_restar.*");
    private static final Pattern DEVICES = Pattern.compile("device_shutdown");
    private static final Pattern DEVICE = Pattern.compile("(.+)_shutdown");
    /** What a bus or driver calls its function besides its own name. */
    private static final Pattern OF_DRIVER = Pattern.compile("(_device|_dev|_drv|_driver|_bus)?_shutdown$");
    /** Interrupts come in between: they are no steps. */
    private static final Pattern INTERRUPT = Pattern.compile("irq_(enter|exit)(_rcu)?|idle_cpu|(__)?handle_softirqs|__do_softirq|"
            + "(__|asm_)?sysvec_.*|(__|asm_)?common_interrupt|handle_.*irq.*|do_softirq.*|.*_apic_timer_interrupt|rcu_irq_.*|"
            + "irqentry_.*|tick_.*|hrtimer_interrupt");
    /** The numbers of the dialect P5, which reports no names. */
    private static final Map<Long, String> NUMBERED = Map.ofEntries(Map.entry(104L, "reboot notifiers"),
            Map.entry(105L, "usermode helper disabled"), Map.entry(106L, "device shutdown"), Map.entry(107L, "migrate to reboot CPU"),
            Map.entry(108L, "syscore shutdown"), Map.entry(12101L, "md_notify_reboot"), Map.entry(12102L, "kvm_pv_reboot_notify"),
            Map.entry(12103L, "capsule_reboot_notify"), Map.entry(12104L, "tts_notify_reboot"),
            Map.entry(12105L, "fw_shutdown_notify"), Map.entry(12106L, "perf_reboot"));

    /** A line without its figures; {@code since}: when its thread was on the vCPU, at its begin or before. */
    record Found(Section section, ShutdownProfile.Kind kind, String name, String driver, String function, long begin, long end, boolean open,
            boolean lost, int tid, int vcpu, long since) {

        Found during(long from, long to) {
            return new Found(section, kind, name, driver, function, from, to, open, lost, tid, vcpu, since);
        }

        /** What is known of it: from then on packets are missing. */
        Found seenUntil(long to) {
            return new Found(section, kind, name, driver, function, begin, to, true, true, tid, vcpu, since);
        }

        /** Its rest, of which nothing is known. */
        Found unknownFrom(long from) {
            return new Found(section, ShutdownProfile.Kind.MISSING, ShutdownProfile.MISSING, null, null, from, end, open, true, -1, -1, from);
        }
    }

    private final GuestShutdown fShutdown;
    private final BootSymbols fNames;
    private final List<Found> fLines = new ArrayList<>();

    ShutdownLines(GuestShutdown shutdown, BootSymbols names) {
        fShutdown = shutdown;
        fNames = names;
    }

    /** The steps of the whole, then what is in them, each in the order of their begins. */
    List<Found> lines() {
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
        List<Found> reported = fLines.stream().filter(line -> line.section() == Section.STEP)
                .sorted(Comparator.comparingLong(Found::begin)).toList();
        List<Found> all = new ArrayList<>(new ShutdownSteps(fShutdown).with(reported));
        fLines.stream().filter(line -> line.section() != Section.STEP).forEach(all::add);
        return all;
    }

    private void add(GuestShutdown.Part part, GuestShutdown.Part top, GuestShutdown.Part parent, boolean devicesDone) {
        String name = name(part);
        switch (part.kind()) {
        case DEVICE -> add(Section.DEVICE, part, name, driver(part));
        case NOTIFIER -> add(Section.NOTIFIER, part, name, null);
        case STEP -> {
            if (top == null) {
                add(Section.STEP, part, step(name, devicesDone), null);
            } else if (DEVICES.matcher(name(top)).matches() || name(top).contains("device")) {
                add(Section.DEVICE, part, name, driver(part));
            } else {
                add(NOTIFIERS.matcher(name(top)).matches() ? Section.NOTIFIER : Section.PART, part, name, null);
            }
        }
        case FUNCTION -> function(part, name, top, parent, devicesDone);
        }
    }

    private String driver(GuestShutdown.Part part) {
        String function = fNames.name(part.address());
        return part.driver() != null ? part.driver()
                : function == null || !DEVICE.matcher(function).matches() ? null : OF_DRIVER.matcher(function).replaceFirst("");
    }

    private void function(GuestShutdown.Part part, String name, GuestShutdown.Part top, GuestShutdown.Part parent,
            boolean devicesDone) {
        if (INTERRUPT.matcher(name).matches()) {
            return;
        }
        if (top == null) {
            add(Section.STEP, part, step(name, devicesDone), null);
        } else if (CHAIN.matcher(name(top)).matches()) {
            boolean called = part.depth() == 1 ? !CHAIN_INSIDE.matcher(name).matches()
                    : part.depth() == 2 && name(parent).equals("notifier_call_chain") && !CHAIN_INSIDE.matcher(name).matches();
            if (called) {
                add(Section.NOTIFIER, part, name, null);
            }
        } else if (DEVICES.matcher(name(top)).matches() && part.depth() == 1 && DEVICE.matcher(name).matches()) {
            add(Section.DEVICE, part, name, OF_DRIVER.matcher(name).replaceFirst(""));
        }
    }

    private static String step(String function, boolean devicesDone) {
        if (CHAIN.matcher(function).matches()) {
            return devicesDone ? "notifiers before the end" : "reboot notifiers";
        }
        return switch (function) {
        // names are cut on their way where symbols do not complete them
        case "blocking_notifie" -> devicesDone ? "notifiers before the end" : "reboot notifiers";
        case "__usermodehelper_disable", "usermodehelper_disable", "usermodehelper_d" -> "usermode helper disabled";
        case "device_shutdown" -> "device shutdown";
        case "do_kernel_restart_prepare", "do_kernel_restar" -> "restart prepared";
        case "migrate_to_reboot_cpu", "migrate_to_reboo", "migrate_cpu" -> "migrate to reboot CPU";
        case "syscore_shutdown" -> "syscore shutdown";
        case "machine_shutdown" -> "other CPUs stopped";
        case "machine_restart", "machine_emergency_restart" -> ShutdownSteps.RESTART;
        case "machine_power_off", "machine_power_of", "power_off" -> ShutdownSteps.POWER_OFF;
        case "machine_halt" -> ShutdownSteps.HALT;
        case "machine_kexec" -> ShutdownSteps.KEXEC;
        default -> function;
        };
    }

    private void add(Section section, GuestShutdown.Part part, String name, String driver) {
        fLines.add(new Found(section, ShutdownProfile.Kind.REPORTED, name, driver, part.address() == 0 ? null : fNames.label(part.address()), part.begin(),
                Math.max(part.begin(), part.end()), part.open(), false, part.tid() >= 0 ? part.tid() : fShutdown.tid(), part.vcpu(),
                part.begin()));
    }

    private String name(GuestShutdown.Part part) {
        if (part.driver() != null) {
            return part.name();
        }
        String symbol = fNames.name(part.address());
        // a name is cut at 16 characters on its way
        return symbol != null && (part.name() == null || part.name().length() == 16 && symbol.startsWith(part.name())) ? symbol
                : part.name() != null ? part.name() : part.address() != 0 ? fNames.label(part.address())
                        : NUMBERED.getOrDefault(part.id(), "number " + part.id());
    }
}
