/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.StyleProperties;
import org.hypertrace.core.settings.Preferences;

/**
 * How everything looks: the one table of colours and names, for views in Trace Compass and for the trace server alike.
 * Where Trace Compass has a colour for the notion in a Linux kernel trace, it is that one, or near to it. Colours that can touch are also
 * apart for people with red-green blindness. The order is the legend's.
 */
public enum Styles {
    /** The guest's code runs. */
    GUEST("guest", "00C800", 1f),
    /** The host serves an interrupt on the vCPU's processor. */
    HOST_INTERRUPT("host interrupt", "C80064", 1f),
    /** The hypervisor's process works. */
    VMM("VMM (its user space)", "740000", 1f),
    /** The host's kernel handles a VM exit. */
    HOST_KERNEL("host kernel (VM exit)", "B30606", 1f),
    /** Another thread has the processor. */
    PREEMPTED("preempted by the host", "9C27B0", 0.85f),
    /** Nothing to do. */
    HALTED("halted (guest idles)", "F3EBDF", 0.66f),
    /** Asleep for another reason. */
    BLOCKED("blocked in the host", "E5E73B", 0.85f),
    /** Woken, not yet running. */
    WAKING("waking (waits for CPU)", "C86400", 0.85f),
    /** Not reported by the trace. */
    UNKNOWN("unknown", "93969E", 0.5f),
    /** The code of a guest's guest runs. */
    NESTED_GUEST("nested guest", "12818D", 1f),
    /** A guest's guest is left, and the VM's own hypervisor has to do with it. */
    NESTED_OUT("hypervisor in the VM", "A6D7D8", 0.66f),
    /** Has a processor; each processor has a shade of its own. */
    PHYSICAL_CPU("physical CPU (each has a shade)", "AE78FF", 0.75f),
    /** A thread of the host has the processor. */
    PREEMPTED_BY_THREAD("preempted by a thread", "DBCAC3", 0.75f),
    /** Another vCPU has the processor. */
    PREEMPTED_BY_VCPU("preempted by a vCPU", "C5B3E6", 0.75f),
    /** An interrupt has the processor. */
    PREEMPTED_BY_INTERRUPT("preempted by an interrupt", "EE89B3", 0.75f),
    /** A guest's thread is in user space. */
    GUEST_USER("guest thread in user space", "00C800", 1f),
    /** A guest's thread is in a system call. */
    GUEST_SYSCALL("guest thread in a system call", "0000C8", 1f),
    /** A guest's thread runs, and whether in user space is not recorded. */
    GUEST_RUNNING("guest thread running", "218D7B", 1f),
    /** A guest serves an interrupt. */
    GUEST_IRQ("guest interrupt", "C80064", 1f),
    /** A guest serves a softirq. */
    GUEST_SOFTIRQ("guest softirq", "C3976C", 1f),
    /** A guest's idle thread has a vCPU. */
    GUEST_IDLE("guest idle", "C8C8C8", 0.5f),
    /** A guest's thread has a vCPU that was left to report the host something. */
    GUEST_TRACER("guest's tracer (VM exit)", "60829C", 0.7f),
    /** A guest's thread could run and waits for a vCPU. */
    GUEST_WAITING("guest thread waits for a vCPU", "C86400", 0.7f),
    /** A guest's thread waits for something else. */
    GUEST_SLEEPING("guest thread sleeps", "E5E73B", 0.33f),
    /** A vCPU goes to another processor. */
    MIGRATION("migration", "37474F"),
    /** A vCPU has the processor; those of one VM have a colour of their own. */
    OCCUPIED_BY_VCPU("vCPU (each VM has a colour)", "66BB6A", 0.9f),
    /** A thread of the host that is no vCPU has the processor. */
    OCCUPIED_BY_TASK("task of the host", "BCAAA4", 0.9f),
    /** A vCPU waits for a processor that others have. */
    WAITS_FOR_CPU("waits for CPU", "C86400", 0.75f),
    /** A VM runs, its kernel has not reported anything. */
    LAUNCHED("launched", "CFD8DC", 1f),
    /** Firmware and boot loader. */
    FIRMWARE("firmware and loader", "92B3C9", 1f),
    /** The kernel, before its first initcall level. */
    KERNEL("kernel", "7683BD", 1f),
    /** The kernel calls the initcalls. */
    LEVELS("initcall levels", "37A6FF", 1f),
    /** A kernel that did not report how it booted. */
    RUNNING("running", "159C7B", 1f),
    /** PID 1 runs. */
    USERSPACE("userspace", "7ABC7D", 1f),
    /** The guest does what it is for. */
    READY("ready", "2E7D32", 1f),
    /** A shutdown or restart was asked for. */
    SHUTTING_DOWN("shutting down", "FFB74D", 1f),
    /** The kernel did its last. */
    STOPPED("stopped", "5F5F5F", 1f),
    /** The kernel panicked; a mark beside it, so that it is seen however short it is. */
    PANICKED("panicked", "000000", 1f, Styles.ALARM),
    /** A level of the initcalls; each level has a colour. */
    LEVEL("level (each has a colour)", "42A5F5", 1f),
    /** An initcall in the colour of its level. */
    INITCALL("initcall (in its level's colour)", "42A5F5", 0.85f),
    /** An initcall of no level: a module's. */
    MODULE_INITCALL("initcall of a module", "725B54", 0.85f),
    /** A level or initcall that nothing ended. */
    NEVER_RETURNED("never returned", "FF3432", 1f),
    /** A step of a shutdown; neighbours have shades of their own. */
    SHUTDOWN_STEP("step of the shutdown (each has a shade)", "AE78FF", 1f),
    /** A function that wants to know of the shutdown. */
    SHUTDOWN_NOTIFIER("notifier", "80CBC4", 0.85f),
    /** A device's shutdown. */
    SHUTDOWN_DEVICE("device", "FFCC80", 0.85f),
    /** A process of a user space that ends. */
    PROCESS("process, ended by itself", "8ED795", 0.85f),
    /** A process that a signal ended. */
    PROCESS_KILLED("process, killed by a signal", "E57373", 0.85f),
    /** What an answer names, in pictures of reports. */
    NAMED("named by the answer", "1A1AC8", 1f),
    /** Frames of flame graphs: kinds are apart from each other and from the paper between them. */
    FRAME_ROOT("all", "D2E2F5", 1f), FRAME_SYSCALL("system call", "7E9CF5", 1f), FRAME_IRQ("interrupt", "DC829D", 1f),
    FRAME_SOFTIRQ("softirq", "CFAE96", 1f), FRAME_APIC("interrupt of the APIC", "C783BA", 1f),
    FRAME_INTERRUPTS("interrupts", "D5B2C4", 1f), FRAME_INITCALL("initcall", "96CD67", 1f), FRAME_NAMED("named by the guest", "CCEAB1", 1f),
    FRAME_MARK("mark", "68AB61", 1f), FRAME_OFF_CPU("off CPU", "99C3ED", 1f), FRAME_THREAD("thread", "81857E", 1f),
    FRAME_OTHERS("others", "D9D5CA", 1f), FRAME_IMPLAUSIBLE("implausible", "FAEB5A", 1f),
    /** A thread or an interrupt of the host works. */
    HOST_WORKS("works on the host", "5D80A8", 1f),
    /** Somebody could work and waits for a vCPU or a processor: the state of that, hatched. */
    READY_FOR_CPU("ready, waits for its CPU (hatched)", "C86400", 1f),
    /** An interrupt is due and its handler does not run yet: the state of the vCPU, outlined. */
    TO_BE_DELIVERED("interrupt is due (outlined)", "FFFFFF", 1f, Styles.OUTLINE),
    /** Nobody known works; the label reports what is waited for. */
    WAITED_FOR("waits (for what is named)", "B6BABE", 0.6f),
    /** From who did something to whom he ended the waiting of. */
    HOP("ends the waiting of", "263238"),
    /** A class of a path: the guest works. */
    CLASS_WORK("work", "00C800", 1f),
    /** Another has the vCPU. */
    CLASS_CONTENDED("contended", "F1B678", 1f),
    /** The guest does not take an interrupt. */
    CLASS_DELIVERY("delivery", "ED4D80", 1f),
    /** The vCPU is not woken yet. */
    CLASS_ASLEEP("asleep", "E5E73B", 1f),
    /** The host works. */
    CLASS_HOST("host", "B30606", 1f),
    /** Others have the host's processor. */
    CLASS_PREEMPTED("preempted", "9C27B0", 1f),
    /** A timer. */
    CLASS_TIMER("timer", "AEBBC2", 1f),
    /** A device. */
    CLASS_DEVICE("device", "8D6E63", 1f),
    /** What comes from a network. */
    CLASS_NETWORK("network", "218BD2", 1f),
    /** A sleep that does not end. */
    CLASS_UNENDED("unended", "DEDFDC", 1f),
    /** Not recorded. */
    CLASS_NOT_KNOWN("not recorded", "455A64", 0.5f),
    /** A node was ordered to restart and goes on as before. */
    UPGRADE_PREPARE("prepare", "FFF59D", 1f),
    /** User space ends. */
    UPGRADE_STOP("stop", "E10024", 1f),
    /** There is no machine. */
    UPGRADE_OFF("off", "3E2723", 1f),
    /** A node serves, and the controller has not seen it. */
    UPGRADE_NOTICE("notice (until the controller sees it)", "7B1FA2", 1f),
    /** The controller works for itself. */
    UPGRADE_OWN("controller's own time", "FFC6D0", 1f),
    /** A node takes a role over. */
    UPGRADE_SWITCH("switch-over", "2EEFFF", 1f),
    /** The upgrade becomes final. */
    UPGRADE_COMMIT("commit", "B06E5F", 1f),
    /** As many nodes serve as shall, or a node serves. */
    UPGRADE_SERVES("serves", "A5D6A7", 0.66f),
    /** Fewer nodes serve than shall. */
    UPGRADE_REDUNDANCY_LOST("redundancy lost", "FFA000", 1f),
    /** Fewer nodes serve than must. */
    UPGRADE_OUTAGE("outage", "D50000", 1f),
    /** No node has a role of which one must. */
    UPGRADE_NO_ACTIVE("no active node", "5C6BC0", 1f),
    /** Several nodes have it. */
    UPGRADE_SPLIT("split brain: several active nodes", "000000", 1f);

    /** The states of vCPUs, whose colours the user can choose; what has the same reason has the same colour in all views. */
    public static final List<Styles> STATES = List.of(GUEST, HOST_INTERRUPT, VMM, HOST_KERNEL, PREEMPTED, HALTED, BLOCKED, WAKING, UNKNOWN);

    /** Of a panic, an oops or a processor that gave up. */
    public static final String ALARM = "FF0000";
    /** Of words about it, on the colours of a boot. */
    public static final String ALARM_WORDS = "6A0000";
    /** Around what is due. */
    public static final String OUTLINE = "212121";
    /** A property of states, {@link Boolean}: lines go across them. */
    public static final String HATCHED = "hypertrace-hatched";
    /** Of a machine that was reset or is gone: to be seen on all colours, black too. */
    public static final String END = "FF9800";

    /** Trace Compass' name of the property that reports arrows from states; it has no constant common to all releases. */
    private static final String ITEM_TYPE = ".type";
    private static final String LINK = ".type.link";

    private final String fName;
    private final Map<String, Object> fValues = new HashMap<>();

    /** Of a state; its height is a part of the row's. */
    Styles(String name, String colour, float height) {
        this(name, colour, StyleProperties.HEIGHT, height);
    }

    /** Of a state with a border. */
    Styles(String name, String colour, float height, String border) {
        this(name, colour, height);
        fValues.put(StyleProperties.BORDER_STYLE, StyleProperties.BorderStyle.SOLID);
        fValues.put(StyleProperties.BORDER_COLOR, '#' + border);
        fValues.put(StyleProperties.BORDER_WIDTH, 2);
    }

    /** Of an arrow. */
    Styles(String name, String colour) {
        this(name, colour, StyleProperties.WIDTH, 1);
        fValues.put(ITEM_TYPE, LINK);
    }

    Styles(String name, String colour, String size, Object value) {
        fName = name;
        fValues.put(StyleProperties.STYLE_NAME, name);
        fValues.put(StyleProperties.BACKGROUND_COLOR, '#' + colour);
        fValues.put(StyleProperties.COLOR, '#' + colour);
        fValues.put(size, value);
    }

    /** @return its name in the legend */
    public String legend() {
        return fName;
    }

    /** @return its colour, as {@code #00C800}: the user's, if he prefers another one for a state that it looks like */
    public String colour() {
        String usual = usualColour();
        return STATES.stream().filter(state -> state.usualColour().equals(usual)).map(state -> Preferences.colour(state.name(), usual)).findFirst()
                .orElse(usual);
    }

    /** @return its colour if the user prefers no other */
    public String usualColour() {
        return String.valueOf(fValues.get(StyleProperties.BACKGROUND_COLOR));
    }

    /** @return what states and arrows carry */
    public OutputElementStyle style() {
        return new OutputElementStyle(name());
    }

    /**
     * @param number
     *            a small number, as of a processor
     * @return this style in a shade that distinguishes neighbouring numbers
     */
    public OutputElementStyle shade(int number) {
        return new OutputElementStyle(name(), Map.of(StyleProperties.BACKGROUND_COLOR, Shades.of(number)));
    }

    /** @return this style with lines across it */
    public OutputElementStyle hatched() {
        return new OutputElementStyle(name(), Map.of(HATCHED, true));
    }

    /** @return this style with a border */
    public OutputElementStyle outlined() {
        return new OutputElementStyle(name(), Map.of(StyleProperties.BORDER_STYLE, StyleProperties.BorderStyle.SOLID,
                StyleProperties.BORDER_COLOR, '#' + OUTLINE, StyleProperties.BORDER_WIDTH, 2));
    }

    /** @return this style, lower than a row and hatched: what a thread does not get, though it runs */
    public OutputElementStyle low() {
        return new OutputElementStyle(name(), Map.of(StyleProperties.HEIGHT, 0.7f, HATCHED, true));
    }

    /**
     * @param name
     *            of a level
     * @return this style in the colour of that level
     */
    public OutputElementStyle level(String name) {
        return new OutputElementStyle(name(), Map.of(StyleProperties.BACKGROUND_COLOR, Shades.ofLevel(name)));
    }

    /** @return of a text that explains why there is nothing to see */
    public static OutputElementStyle note() {
        return new OutputElementStyle(UNKNOWN.name(), Map.of(StyleProperties.BACKGROUND_COLOR, Shades.NOTE, StyleProperties.HEIGHT, 1f));
    }

    /** @return all of them by the key that {@link #style()} refers to */
    public static Map<String, OutputElementStyle> all() {
        Map<String, OutputElementStyle> styles = new LinkedHashMap<>();
        for (Styles style : values()) {
            Map<String, Object> values = new HashMap<>(style.fValues);
            values.put(StyleProperties.BACKGROUND_COLOR, style.colour());
            values.put(StyleProperties.COLOR, style.colour());
            styles.put(style.name(), new OutputElementStyle(null, values));
        }
        return styles;
    }
}
