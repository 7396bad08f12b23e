/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.ExitReasonText;

/** The hypervisor's events, printed as {@code name value} pairs; the fields are those of the kernel's events. */
final class KvmText {

    private static final Map<String, String> NAMES = Map.of("vcpu", "vcpu_id", "rip", "guest_rip", "prev",
            "previous_tsc_offset", "next", "next_tsc_offset");

    /** Kernels from 6.9 on print it behind the last number, without a blank. */
    private static final String IMMEDIATE = "[immediate exit]";
    private static final String OF_ARM = "HSR_EC: ";
    private static final String PLACE_OF_ARM = "PC: ";
    /** The class of the exception, with its name in newer kernels, and where in the guest. */
    private static final Pattern ARM_PLACE = Pattern.compile("HSR_EC: 0x([0-9a-f]{1,4})(?: \\([^)]*\\))?, PC: 0x([0-9a-f]{1,16})");
    /** What ends a guest's time on Arm other than a trap, and the numbers that Linux has for it. */
    private static final Map<String, Integer> ARM_ENDS = Map.of("IRQ", 0, "SERROR", 1, "EL1_SERROR", 1, "ILLEGAL", 3, "IL", 3);

    private static final Pattern ARM_HYPERCALL = Pattern
            .compile("HVC at 0x([0-9a-f]{1,16}) \\(r0: 0x([0-9a-f]{1,16}), imm: 0x([0-9a-f]{1,16})\\)");

    private KvmText() {
    }

    /**
     * {@code reason MSR_WRITE rip 0xffffffff81000000 info 0 0}, in newer kernels {@code vcpu 0 reason MSR_WRITE rip 0x…
     * info1 0x… info2 0x… intr_info 0x… error_code 0x…}.
     */
    static Map<String, Object> exit(String text) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (text.contains(OF_ARM)) {
            return arm(text, fields);
        }
        int reason = text.startsWith("reason ") ? 0 : text.indexOf(" reason ") + 1;
        int rip = text.indexOf(" rip ", reason);
        if (!text.startsWith("reason ", reason) || rip < 0) {
            return FtraceFields.pairs(text);
        }
        String name = text.substring(reason + 7, rip).strip();
        ExitReasonText why = ExitReasonText.of(name);
        fields.put("exit_reason", why.code());
        fields.put("reason", name);
        fields.put("isa", (long) why.isa());
        pairs(text.substring(0, reason), fields);
        pairs(text.substring(rip), fields);
        return fields;
    }

    /** {@code TRAP: HSR_EC: 0x0024 (DABT_LOW), PC: 0xffff800010000000}; instead of TRAP {@code IRQ}, or another end. */
    private static Map<String, Object> arm(String text, Map<String, Object> fields) {
        String end = text.substring(0, text.indexOf(OF_ARM)).replaceAll("[:\\s]+$", "");
        Matcher place = ARM_PLACE.matcher(text);
        if (place.find()) {
            Integer other = ARM_ENDS.get(end);
            long trap = Long.parseLong(place.group(1), 16);
            boolean isTrap = end.isEmpty() || end.equals("TRAP");
            fields.put("exit_reason", isTrap ? trap : other == null ? ExitReasonText.UNKNOWN : ExitReason.ARM_OTHER + other);
            fields.put("isa", (long) ExitReason.ARM);
            fields.put("guest_rip", Long.parseUnsignedLong(place.group(2), 16));
        }
        return fields;
    }

    /** {@code vcpu 0}, in newer kernels {@code vcpu 0, rip 0x…} and what else is given to the guest; on Arm {@code PC: 0x…}. */
    static Map<String, Object> entry(String text) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (text.startsWith(PLACE_OF_ARM)) {
            fields.put("guest_rip", FtraceFields.value(text.substring(PLACE_OF_ARM.length()).strip()));
            return fields;
        }
        int immediate = text.indexOf(IMMEDIATE);
        pairs(immediate < 0 ? text : text.substring(0, immediate), fields);
        if (immediate >= 0) {
            fields.put("immediate_exit", 1L);
        }
        return fields;
    }

    /** Arm's: {@code HVC at 0x… (r0: 0x…, imm: 0x…)}. The first register has its number; of the others none is recorded. */
    static Map<String, Object> armHypercall(String text) {
        Matcher call = ARM_HYPERCALL.matcher(text);
        Map<String, Object> fields = new LinkedHashMap<>();
        if (call.find()) {
            fields.put("vcpu_pc", Long.parseUnsignedLong(call.group(1), 16));
            fields.put("r0", Long.parseUnsignedLong(call.group(2), 16));
            fields.put("imm", Long.parseUnsignedLong(call.group(3), 16));
        }
        return fields;
    }

    /** {@code nr 0x65 a0 0x1 a1 0x2 a2 0x3 a3 0x4}. */
    static Map<String, Object> hypercall(String text) {
        return entry(text);
    }

    /** {@code vcpu=0 prev=0 next=18446744056529682432}. */
    static Map<String, Object> tscOffset(String text) {
        Map<String, Object> fields = new LinkedHashMap<>();
        FtraceFields.pairs(text).forEach((name, value) -> fields.put(NAMES.getOrDefault(name, name), value));
        return fields;
    }

    /** {@code rip: 0x… vmcb: 0x… nested_rip: 0x… int_ctl: 0x… event_inj: 0x… npt: on}; {@code vmcs} instead on Intel. */
    static Map<String, Object> nested(String text) {
        return entry(text.replace(": ", " ").replace('=', ' '));
    }

    /**
     * As an exit, in older kernels {@code rip: 0x… reason: VMMCALL ext_inf1: 0x… ext_inf2: 0x… ext_int: 0x… ext_int_err: 0x…};
     * what is given to the guest's hypervisor has no {@code rip}.
     */
    static Map<String, Object> nestedExit(String text) {
        if (!text.contains("reason: ")) {
            return exit(text);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        pairs(text.replace(": ", " "), fields);
        ExitReasonText why = ExitReasonText.of(String.valueOf(fields.get("reason")));
        fields.put("exit_code", why.code());
        fields.put("isa", (long) why.isa());
        return fields;
    }

    private static void pairs(String text, Map<String, Object> fields) {
        String[] words = text.replace(',', ' ').strip().split("\\s+", 64);
        for (int i = 0; i + 1 < words.length; i += 2) {
            if (words[i].equals("info") && i + 2 < words.length) {
                // older kernels print two numbers, hexadecimal without reporting so
                fields.put("info1", FtraceFields.value("0x" + words[++i]));
                fields.put("info2", FtraceFields.value("0x" + words[i + 1]));
            } else {
                fields.putIfAbsent(NAMES.getOrDefault(words[i], words[i]), FtraceFields.value(words[i + 1]));
            }
        }
    }
}
