/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of an event from the text that a tracer printed of it. It takes {@code name=value} pairs and a few events' own forms. What is
 * not named becomes {@code text}. Where the print leaves names out, fields are called as the kernel calls them.
 */
public final class FtraceFields {

    static final String TEXT = "text";
    /** No event has more; of a hostile line the rest is not read. */
    private static final int MAX = 64;

    private FtraceFields() {
    }

    /**
     * @param event
     *            its name
     * @param text
     *            what is printed behind the name
     * @return the fields in their order; values are {@code Long} or text
     */
    public static Map<String, Object> of(String event, String text) {
        return switch (event) {
        case "kvm_exit" -> KvmText.exit(text);
        case "kvm_entry" -> KvmText.entry(text);
        case "kvm_hypercall" -> KvmText.hypercall(text);
        case "kvm_hvc_arm64" -> KvmText.armHypercall(text);
        case "kvm_write_tsc_offset" -> KvmText.tscOffset(text);
        case "kvm_nested_vmenter", "kvm_nested_vmrun" -> KvmText.nested(text);
        case "kvm_nested_vmexit", "kvm_nested_vmexit_inject" -> KvmText.nestedExit(text);
        case "kvm_pio", "kvm_msr", "kvm_cr", "kvm_apic", "kvm_cpuid", "kvm_page_fault", "kvm_mmio", "kvm_fast_mmio",
                "kvm_inj_virq", "kvm_userspace_exit", "kvm_vcpu_wakeup", "kvm_halt_poll_ns", "kvm_apic_ipi",
                "kvm_apic_accept_irq", "kvm_eoi", "kvm_pv_eoi", "kvm_guest_fault" -> KvmServiceText.of(event, text);
        case "sched_switch" -> SchedText.schedSwitch(text);
        case "sched_waking", "sched_wakeup", "sched_wakeup_new" -> SchedText.wakeup(text);
        case "sys_enter", "sys_exit" -> systemCall(text);
        default -> pairs(text);
        };
    }

    /** {@code NR 16 (d, ae80, 0, 0, 0, 0)} or {@code NR 16 = 0}. */
    private static Map<String, Object> systemCall(String text) {
        Map<String, Object> fields = new LinkedHashMap<>();
        String[] words = text.split(" ", 4);
        if (words.length < 2 || !words[0].equals("NR")) {
            return pairs(text);
        }
        fields.put("id", value(words[1]));
        if (words.length == 4 && words[2].equals("=")) {
            fields.put("ret", value(words[3]));
        } else if (words.length > 2) {
            fields.put("args", text.substring(words[0].length() + words[1].length() + 2));
        }
        return fields;
    }

    /** Pairs {@code name=value}; a value lasts to the next name, so that it may have blanks. */
    static Map<String, Object> pairs(String text) {
        Map<String, Object> fields = new LinkedHashMap<>();
        int key = nextKey(text, 0);
        String before = text.substring(0, key < 0 ? text.length() : key).strip();
        if (!before.isEmpty() && !before.equals("[")) {
            fields.put(TEXT, before);
        }
        while (key >= 0 && fields.size() < MAX) {
            int equals = text.indexOf('=', key);
            int next = nextKey(text, equals + 1);
            String name = text.substring(key, equals);
            String value = text.substring(equals + 1, next < 0 ? text.length() : next);
            put(fields, name, value, key > 0 && text.charAt(key - 1) == '[');
            key = next;
        }
        return fields;
    }

    private static void put(Map<String, Object> fields, String name, String text, boolean inBrackets) {
        String value = text.strip();
        while (value.endsWith(",") || value.endsWith(" [")) {
            value = value.substring(0, value.length() - 1).strip();
        }
        if (value.endsWith("[") || inBrackets && value.endsWith("]")) {
            value = value.substring(0, value.length() - 1).strip();
        }
        fields.putIfAbsent(name, isText(name) ? value : value(value));
    }

    /** Names may look like numbers. */
    private static boolean isText(String name) {
        return name.endsWith("comm") || name.endsWith("name") || name.equals("level");
    }

    /** Where the next {@code name=} begins: after a blank, a bracket, or nothing. -1 if there is none. */
    private static int nextKey(String text, int from) {
        for (int equals = text.indexOf('=', from); equals >= 0; equals = text.indexOf('=', equals + 1)) {
            int begin = equals;
            while (begin > from && (Character.isLetterOrDigit(text.charAt(begin - 1)) || text.charAt(begin - 1) == '_')) {
                begin--;
            }
            char before = begin == 0 ? ' ' : text.charAt(begin - 1);
            if (begin < equals && (before == ' ' || before == '[' || before == '\t')) {
                return begin;
            }
        }
        return -1;
    }

    /** The number that a text is, decimal or hexadecimal with {@code 0x}; else the text. */
    static Object value(String text) {
        Long number = number(text);
        return number == null ? text : number;
    }

    static Long number(String text) {
        boolean hex = text.startsWith("0x");
        int length = text.length();
        if (length == 0 || length > 20 || !hex && !isDigit(text.charAt(length - 1))) {
            return null;
        }
        try {
            return hex ? Long.parseUnsignedLong(text, 2, length, 16)
                    : text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
