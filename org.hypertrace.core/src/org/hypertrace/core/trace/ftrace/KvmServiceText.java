/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the hypervisor does for a guest that was left, as Linux prints it: a few words and numbers, of which some are
 * hexadecimal without reporting so. The fields are called, and have the values, as in the kernel's events.
 */
final class KvmServiceText {

    /** No event has more; of a hostile line the rest is not read. */
    private static final int MAX = 64;
    private static final String WRITE = "write";

    /** The local APIC's registers in the order of their numbers, as far as Linux has names for them (Intel SDM volume 3, 11.4). */
    private static final Map<String, Long> APIC = Map.ofEntries(Map.entry("APIC_ID", 0x20L), Map.entry("APIC_LVR", 0x30L),
            Map.entry("APIC_TASKPRI", 0x80L), Map.entry("APIC_ARBPRI", 0x90L), Map.entry("APIC_PROCPRI", 0xa0L),
            Map.entry("APIC_EOI", 0xb0L), Map.entry("APIC_RRR", 0xc0L), Map.entry("APIC_LDR", 0xd0L),
            Map.entry("APIC_DFR", 0xe0L), Map.entry("APIC_SPIV", 0xf0L), Map.entry("APIC_ISR", 0x100L),
            Map.entry("APIC_TMR", 0x180L), Map.entry("APIC_IRR", 0x200L), Map.entry("APIC_ESR", 0x280L),
            Map.entry("APIC_ICR", 0x300L), Map.entry("APIC_ICR2", 0x310L), Map.entry("APIC_LVTT", 0x320L),
            Map.entry("APIC_LVTTHMR", 0x330L), Map.entry("APIC_LVTPC", 0x340L), Map.entry("APIC_LVT0", 0x350L),
            Map.entry("APIC_LVT1", 0x360L), Map.entry("APIC_LVTERR", 0x370L), Map.entry("APIC_TMICT", 0x380L),
            Map.entry("APIC_TMCCT", 0x390L), Map.entry("APIC_TDCR", 0x3e0L), Map.entry("APIC_SELF_IPI", 0x3f0L),
            Map.entry("APIC_EFEAT", 0x400L), Map.entry("APIC_ECTRL", 0x410L));
    private static final List<String> MMIO = List.of("unsatisfied-read", "read", WRITE);

    private final String[] fWords;
    private final Map<String, Object> fFields = new LinkedHashMap<>();

    private KvmServiceText(String text) {
        fWords = text.replace(',', ' ').replace('(', ' ').replace(')', ' ').strip().split("\\s+", MAX);
    }

    /**
     * @param event
     *            its name
     * @param text
     *            what is printed behind the name
     * @return the fields; those of {@code name=value} pairs if it is printed in another form
     */
    static Map<String, Object> of(String event, String text) {
        KvmServiceText fields = new KvmServiceText(text);
        fields.read(event);
        return fields.fFields.isEmpty() ? FtraceFields.pairs(text) : fields.fFields;
    }

    private void read(String event) {
        switch (event) {
        // pio_write at 0x3f8 size 1 count 1 val 0x41
        case "kvm_pio" -> {
            direction("rw");
            number("port", "at", 16);
            number("size", "size", 10);
            number("count", "count", 10);
            number("val", "val", 16);
        }
        // msr_write 6e0 = 0x1234, cr_write 3 = 0x1000, apic_write APIC_EOI = 0x0
        case "kvm_msr" -> assignment("write", "ecx", "data");
        case "kvm_cr" -> assignment("rw", "cr", "val");
        case "kvm_apic" -> assignment("rw", "reg", "val");
        // func 40000000 idx 0 rax 40000001 rbx …
        case "kvm_cpuid" -> {
            number("function", "func", 16);
            number("index", "idx", 16);
            List.of("rax", "rbx", "rcx", "rdx").forEach(name -> number(name, name, 16));
        }
        // address fee00000 error_code 2; in newer kernels vcpu 0 rip 0x… address 0x… error_code 0x…
        case "kvm_page_fault" -> {
            number("vcpu_id", "vcpu", 10);
            number("guest_rip", "rip", 16);
            number("fault_address", "address", 16);
            number("error_code", "error_code", 16);
        }
        // ipa 0x9000000, hsr 0x93800046, hxfar 0xffff800080000000, pc 0xffff800080010000: Arm's
        case "kvm_guest_fault" -> {
            number("guest_rip", "pc", 16);
            number("fault_address", "ipa", 16);
        }
        case "kvm_mmio" -> {
            // mmio write len 4 gpa 0xfee000b0 val 0x0
            int type = fWords.length < 2 ? -1 : MMIO.indexOf(fWords[1]);
            if (type >= 0) {
                fFields.put("type", (long) type);
            }
            number("len", "len", 10);
            number("gpa", "gpa", 16);
            number("val", "val", 16);
        }
        // fast mmio at gpa 0xfe003000
        case "kvm_fast_mmio" -> number("gpa", "gpa", 16);
        default -> interrupts(event);
        }
    }

    private void interrupts(String event) {
        switch (event) {
        // irq 236; in newer kernels IRQ 0xec, or Soft/INTn 0x80
        case "kvm_inj_virq" -> number("irq", fWords[0], 10);
        // reason KVM_EXIT_IO (2); of a call that failed, restart (4)
        case "kvm_userspace_exit" -> {
            Long number = fWords.length < 3 ? null : FtraceFields.number(fWords[2]);
            if (number != null && fWords[0].equals("reason")) {
                boolean failed = fWords[1].equals("restart") || fWords[1].equals("error");
                fFields.put(failed ? "errno" : "reason", failed ? Long.valueOf(-number) : number);
                fFields.put("name", fWords[1]);
            }
        }
        // wait time 8123 ns, polling valid
        case "kvm_vcpu_wakeup" -> {
            number("ns", "time", 10);
            if (!fFields.isEmpty()) {
                fFields.put("waited", fWords[0].equals("wait") ? 1L : 0L);
                fFields.put("valid", fWords[fWords.length - 1].equals("valid") ? 1L : 0L);
            }
        }
        // vcpu 0: halt_poll_ns 20000 (grow 10000)
        case "kvm_halt_poll_ns" -> {
            number("new", "halt_poll_ns", 10);
            number("old", "grow", 10);
            number("old", "shrink", 10);
        }
        // dst 1 vec 253 (Fixed|physical|assert|edge|dst)
        case "kvm_apic_ipi" -> {
            number("dest_id", "dst", 16);
            number("vec", "vec", 10);
        }
        // apicid 1 vec 253 (Fixed|edge), apicid 1 vector 253
        case "kvm_apic_accept_irq", "kvm_eoi", "kvm_pv_eoi" -> {
            number("apicid", "apicid", 16);
            number("vec", "vec", 10);
            number("vector", "vector", 10);
        }
        default -> { }
        }
    }

    /** {@code msr_write 6e0 = 0x1234}: the register is hexadecimal, or a name. */
    private void assignment(String direction, String register, String value) {
        if (fWords.length < 4 || !fWords[2].equals("=")) {
            return;
        }
        Long number = APIC.getOrDefault(fWords[1], value(fWords[1], 16));
        if (number != null) {
            direction(direction);
            fFields.put(register, number);
            Long written = value(fWords[3], 16);
            if (written != null) {
                fFields.put(value, written);
            }
        }
    }

    private void direction(String field) {
        if (fWords[0].endsWith("_write") || fWords[0].endsWith("_read")) {
            fFields.put(field, fWords[0].endsWith(WRITE) ? 1L : 0L);
        }
    }

    /** The number behind a word, if both are there. */
    private void number(String field, String word, int radix) {
        for (int i = 0; i + 1 < fWords.length; i++) {
            Long number = fWords[i].equals(word) ? value(fWords[i + 1], radix) : null;
            if (number != null) {
                fFields.put(field, number);
                return;
            }
        }
    }

    private static Long value(String text, int radix) {
        return FtraceFields.number(radix == 16 && !text.startsWith("0x") ? "0x" + text : text);
    }
}
