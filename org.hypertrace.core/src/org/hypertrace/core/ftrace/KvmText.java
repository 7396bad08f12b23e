/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ftrace;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hypertrace.core.kvm.ExitReasonText;

/** The hypervisor's events, printed as {@code name value} pairs; the fields are those of the kernel's events. */
final class KvmText {

    private static final Map<String, String> NAMES = Map.of("vcpu", "vcpu_id", "rip", "guest_rip", "prev",
            "previous_tsc_offset", "next", "next_tsc_offset");

    private KvmText() {
    }

    /**
     * {@code reason MSR_WRITE rip 0xffffffff81000000 info 0 0}, in newer kernels {@code vcpu 0 reason MSR_WRITE rip 0x…
     * info1 0x… info2 0x… intr_info 0x… error_code 0x…}.
     */
    static Map<String, Object> exit(String text) {
        Map<String, Object> fields = new LinkedHashMap<>();
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

    /** {@code vcpu 0}, in newer kernels {@code vcpu 0, rip 0x…}. */
    static Map<String, Object> entry(String text) {
        Map<String, Object> fields = new LinkedHashMap<>();
        pairs(text, fields);
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
                // older kernels print two numbers, hexadecimal without saying so
                fields.put("info1", FtraceFields.value("0x" + words[++i]));
                fields.put("info2", FtraceFields.value("0x" + words[i + 1]));
            } else {
                fields.putIfAbsent(NAMES.getOrDefault(words[i], words[i]), FtraceFields.value(words[i + 1]));
            }
        }
    }
}
