/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.testing.log.ExitLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hypervisor's events in the words of kernels of all times: what an exit was for is found out of all of them. */
class KvmTextTest {

    @TempDir
    private Path fFolder;

    @ParameterizedTest
    @CsvSource(delimiter = '~', value = {
            "kvm_pio~pio_write at 0x3f8 size 1 count 1 val 0x41 ~{rw=1, port=1016, size=1, count=1, val=65}",
            "kvm_pio~pio_read at 0x1f0 size 2 count 256 val 0x5a (...)~{rw=0, port=496, size=2, count=256, val=90}",
            "kvm_msr~msr_write 6e0 = 0x2f1c~{write=1, ecx=1760, data=12060}",
            "kvm_msr~msr_read c0000080 = 0x0 (#GP)~{write=0, ecx=3221225600, data=0}",
            "kvm_cr~cr_write 3 = 0x10a000~{rw=1, cr=3, val=1089536}",
            "kvm_apic~apic_write APIC_TMICT = 0x3e8~{rw=1, reg=896, val=1000}",
            "kvm_apic~apic_read 0x3f0 = 0x0~{rw=0, reg=1008, val=0}",
            "kvm_cpuid~func 40000000 rax 40000001 rbx 4b4d564b rcx 564b4d56 rdx 4d~{function=1073741824, rax=1073741825, "
                    + "rbx=1263359563, rcx=1447775574, rdx=77}",
            "kvm_cpuid~func 7 idx 0 rax 0 rbx 1 rcx 0 rdx 0, cpuid entry not found, used max basic~{function=7, index=0, rax=0, "
                    + "rbx=1, rcx=0, rdx=0}",
            "kvm_page_fault~address fee00000 error_code 2~{fault_address=4276092928, error_code=2}",
            "kvm_page_fault~vcpu 1 rip 0x1000 address 0x0000000000ff0000 error_code 0x14~{vcpu_id=1, guest_rip=4096, "
                    + "fault_address=16711680, error_code=20}",
            "kvm_mmio~mmio unsatisfied-read len 4 gpa 0xfebf0000 val 0x0~{type=0, len=4, gpa=4273930240, val=0}",
            "kvm_mmio~mmio write len 4 gpa 0xfee000b0 val 0x0~{type=2, len=4, gpa=4276093104, val=0}",
            "kvm_fast_mmio~fast mmio at gpa 0xfe003000~{gpa=4261425152}",
            "kvm_inj_virq~irq 236~{irq=236}",
            "kvm_inj_virq~IRQ 0xec [reinjected]~{irq=236}",
            "kvm_inj_virq~Soft/INTn 0x80~{irq=128}",
            "kvm_userspace_exit~reason KVM_EXIT_MMIO (6)~{reason=6, name=KVM_EXIT_MMIO}",
            "kvm_userspace_exit~reason restart (4)~{errno=-4, name=restart}",
            "kvm_vcpu_wakeup~wait time 8123 ns, polling valid~{ns=8123, waited=1, valid=1}",
            "kvm_vcpu_wakeup~poll time 912 ns, polling invalid~{ns=912, waited=0, valid=0}",
            "kvm_halt_poll_ns~vcpu 0: halt_poll_ns 20000 (grow 10000)~{new=20000, old=10000}",
            "kvm_halt_poll_ns~vcpu 3: halt_poll_ns 0 (shrink 20000)~{new=0, old=20000}",
            "kvm_apic_ipi~dst 1 vec 253 (Fixed|physical|assert|edge|dst)~{dest_id=1, vec=253}",
            "kvm_apic_accept_irq~apicid a vec 253 (Fixed|edge)~{apicid=10, vec=253}",
            "kvm_eoi~apicid 0 vector 236~{apicid=0, vector=236}",
            "kvm_msr~msr_write~{text=msr_write}",
            "kvm_pio~nothing of this~{text=nothing of this}" })
    void fieldsAreTheKernels(String event, String text, String fields) {
        assertEquals(fields, FtraceFields.of(event, text).toString());
    }

    /** Intel, kernels before 5.10: two numbers, the second is the interruption information. As perf script prints it. */
    @Test
    void intelOfAnOlderKernelByPerf() {
        assertEquals("""
                386: 1000002000-1000005000 IO_INSTRUCTION port out 0x3f8 on cpu1, 3000 host kernel
                386: 1000006000-1000008000 MSR_WRITE MSR write 0x6e0 on cpu1, 2000 host kernel
                386: 1000009000-1000010000 EXTERNAL_INTERRUPT vector 0xec on cpu1, 1000 host kernel
                386: 1000011000-1000012000 EXCEPTION_NMI exception 14 on cpu1, 1000 host kernel
                386: 1000013000-1000015000 PENDING_INTERRUPT vector 0x31 on cpu1, 2000 host kernel"""
                .replace("PENDING_INTERRUPT", "INTERRUPT_WINDOW"), exits("""
                CPU 0/KVM   384/386   [001]     1.000001:                  kvm:kvm_entry: vcpu 0
                CPU 0/KVM   384/386   [001]     1.000002:                   kvm:kvm_exit: reason IO_INSTRUCTION rip \
                0xffffffff8144f1d0 info 3f80000 0
                CPU 0/KVM   384/386   [001]     1.000003:                    kvm:kvm_pio: pio_write at 0x3f8 size 1 count 1 val 0x41
                CPU 0/KVM   384/386   [001]     1.000005:                  kvm:kvm_entry: vcpu 0
                CPU 0/KVM   384/386   [001]     1.000006:                   kvm:kvm_exit: reason MSR_WRITE rip \
                0xffffffff8105d3f4 info 0 0
                CPU 0/KVM   384/386   [001]     1.000007:                    kvm:kvm_msr: msr_write 6e0 = 0x2f1cde
                CPU 0/KVM   384/386   [001]     1.000008:                  kvm:kvm_entry: vcpu 0
                CPU 0/KVM   384/386   [001]     1.000009:                   kvm:kvm_exit: reason EXTERNAL_INTERRUPT rip \
                0x7f1 info 0 800000ec
                CPU 0/KVM   384/386   [001]     1.000010:                  kvm:kvm_entry: vcpu 0
                CPU 0/KVM   384/386   [001]     1.000011:                   kvm:kvm_exit: reason EXCEPTION_NMI rip 0x7f1 info \
                7fff0 80000b0e
                CPU 0/KVM   384/386   [001]     1.000012:                  kvm:kvm_entry: vcpu 0
                CPU 0/KVM   384/386   [001]     1.000013:                   kvm:kvm_exit: reason PENDING_INTERRUPT rip 0x7f1 info \
                0 0
                CPU 0/KVM   384/386   [001]     1.000014:               kvm:kvm_inj_virq: irq 49
                CPU 0/KVM   384/386   [001]     1.000015:                  kvm:kvm_entry: vcpu 0
                """));
    }

    /** Arm has no number of a vendor, but words of its own. */
    @Test
    void arm() {
        assertEquals("{exit_reason=36, isa=3, guest_rip=-140737219919872}",
                FtraceFields.of("kvm_exit", "TRAP: HSR_EC: 0x0024 (DABT_LOW), PC: 0xffff800010000000").toString());
        assertEquals("{exit_reason=1, isa=3, guest_rip=4096}",
                FtraceFields.of("kvm_exit", "HSR_EC: 0x0001, PC: 0x00001000").toString());
        assertEquals("{exit_reason=256, isa=3, guest_rip=4096}",
                FtraceFields.of("kvm_exit", "IRQ: HSR_EC: 0x0000 (UNKNOWN), PC: 0x0000000000001000").toString());
        assertEquals("{exit_reason=4294967294, isa=3, guest_rip=0}",
                FtraceFields.of("kvm_exit", "HYP_GONE: HSR_EC: 0x0000 (UNKNOWN), PC: 0x0").toString());
        assertEquals("{}", FtraceFields.of("kvm_exit", "TRAP: HSR_EC: what").toString());
    }

    /** Intel, kernels from 5.10 on, as ftrace shows it. */
    @Test
    void intelOfANewerKernelByFtrace() {
        assertEquals("""
                386: 1000002000-1000005000 EPT_MISCONFIG MMIO write 0xfe003000 on cpu1, 3000 host kernel
                386: 1000006000-1000008000 CR_ACCESS CR write 3 on cpu1, 2000 host kernel
                386: 1000009000-1000010000 EXTERNAL_INTERRUPT vector 0xfb on cpu1, 1000 host kernel
                386: 1000011000-1000013000 CPUID CPUID 0x40000001 on cpu1, 2000 host kernel
                386: 1000014000-1000016000 EPT_VIOLATION page 0x7fe1000 on cpu1, 2000 host kernel
                386: 1000017000-1000018000 INVALID_STATE+0x80000000 on cpu1, 1000 host kernel""", exits("""
                # tracer: nop
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000001: kvm_entry: vcpu 0, rip 0xffffffff8144f1d0
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000002: kvm_exit: vcpu 0 reason EPT_MISCONFIG rip \
                0xffffffff8144f1d0 info1 0x0000000000000000 info2 0x0000000000000000 intr_info 0x00000000 error_code 0x00000000
                       CPU 0/KVM-386     (    384) [001] .....     1.000003: kvm_fast_mmio: fast mmio at gpa 0xfe003000
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000005: kvm_entry: vcpu 0, rip 0xffffffff8144f1d0
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000006: kvm_exit: vcpu 0 reason CR_ACCESS rip 0x1 info1 \
                0x0000000000000003 info2 0x0000000000000000 intr_info 0x00000000 error_code 0x00000000
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000008: kvm_entry: vcpu 0, rip 0xffffffff8144f1d0
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000009: kvm_exit: vcpu 0 reason EXTERNAL_INTERRUPT rip 0x1 \
                info1 0x0000000000000000 info2 0x0000000000000000 intr_info 0x800000fb error_code 0x00000000
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000010: kvm_entry: vcpu 0, rip 0xffffffff8144f1d0
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000011: kvm_exit: vcpu 0 reason CPUID rip 0x1 info1 \
                0x0000000000000000 info2 0x0000000000000000 intr_info 0x00000000 error_code 0x00000000
                       CPU 0/KVM-386     (    384) [001] .....     1.000012: kvm_cpuid: func 40000001 idx 0 rax 1 rbx 0 rcx 0 rdx \
                0, cpuid entry found
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000013: kvm_entry: vcpu 0, rip 0xffffffff8144f1d0
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000014: kvm_exit: vcpu 0 reason EPT_VIOLATION rip 0x1 info1 \
                0x0000000000000182 info2 0x0000000000000000 intr_info 0x00000000 error_code 0x00000000
                       CPU 0/KVM-386     (    384) [001] .....     1.000015: kvm_page_fault: vcpu 0 rip 0x1 address \
                0x0000000007fe1080 error_code 0x182
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000016: kvm_entry: vcpu 0, rip 0xffffffff8144f1d0
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000017: kvm_exit: vcpu 0 reason INVALID_STATE FAILED_VMENTRY \
                rip 0x1 info1 0x0000000000000000 info2 0x0000000000000000 intr_info 0x00000000 error_code 0x00000000
                       CPU 0/KVM-386     (    384) [001] d..2.     1.000018: kvm_entry: vcpu 0, rip 0xffffffff8144f1d0
                """));
    }

    /** AMD, by trace-cmd report with its own names, and by the kernel's. */
    @Test
    void amdByTraceCmdAndByFtrace() {
        String expected = """
                386: 1000002000-1000005000 IOIO port in 0x71 on cpu1, 3000 host kernel
                386: 1000006000-1000008000 MSR MSR read 0xc0000080 on cpu1, 2000 host kernel
                386: 1000009000-1000010000 NPF page 0x7fe1000 on cpu1, 1000 host kernel
                386: 1000011000-1000012000 CR0_WRITE CR write 0 on cpu1, 1000 host kernel
                386: 1000013000-1000014000 VMMCALL hypercall 10 on cpu1, 1000 host kernel""";
        assertEquals(expected, exits("""
                cpus=2
                 CPU 0/KVM-386   [001]     1.000001: kvm_entry:            vcpu 0
                 CPU 0/KVM-386   [001]     1.000002: kvm_exit:             reason EXIT_IOIO rip 0xa0 info 710011 a2
                 CPU 0/KVM-386   [001]     1.000005: kvm_entry:            vcpu 0
                 CPU 0/KVM-386   [001]     1.000006: kvm_exit:             reason EXIT_MSR rip 0xa0 info 0 0
                 CPU 0/KVM-386   [001]     1.000007: kvm_msr:              msr_read c0000080 = 0xd01
                 CPU 0/KVM-386   [001]     1.000008: kvm_entry:            vcpu 0
                 CPU 0/KVM-386   [001]     1.000009: kvm_exit:             reason EXIT_NPF rip 0xa0 info 100000006 7fe1080
                 CPU 0/KVM-386   [001]     1.000010: kvm_entry:            vcpu 0
                 CPU 0/KVM-386   [001]     1.000011: kvm_exit:             reason EXIT_WRITE_CR0 rip 0xa0 info 0 0
                 CPU 0/KVM-386   [001]     1.000012: kvm_entry:            vcpu 0
                 CPU 0/KVM-386   [001]     1.000013: kvm_exit:             reason EXIT_VMMCALL rip 0xa0 info 0 0
                 CPU 0/KVM-386   [001]     1.000013: kvm_hypercall:        nr 0xa a0 0x3 a1 0x0 a2 0x0 a3 0xfd
                 CPU 0/KVM-386   [001]     1.000014: kvm_entry:            vcpu 0
                """));
        assertEquals(expected, exits("""
                 CPU 0/KVM-386   [001] d..1.     1.000001: kvm_entry: vcpu 0, rip 0xa0
                 CPU 0/KVM-386   [001] d..1.     1.000002: kvm_exit: vcpu 0 reason io rip 0xa0 info1 0x0000000000710011 info2 \
                0x00000000000000a2 intr_info 0x00000000 error_code 0x00000000
                 CPU 0/KVM-386   [001] d..1.     1.000005: kvm_entry: vcpu 0, rip 0xa0
                 CPU 0/KVM-386   [001] d..1.     1.000006: kvm_exit: vcpu 0 reason msr rip 0xa0 info1 0x0000000000000000 info2 \
                0x0000000000000000 intr_info 0x00000000 error_code 0x00000000
                 CPU 0/KVM-386   [001] d..1.     1.000007: kvm_msr: msr_read c0000080 = 0xd01
                 CPU 0/KVM-386   [001] d..1.     1.000008: kvm_entry: vcpu 0, rip 0xa0
                 CPU 0/KVM-386   [001] d..1.     1.000009: kvm_exit: vcpu 0 reason npf rip 0xa0 info1 0x0000000100000006 info2 \
                0x0000000007fe1080 intr_info 0x00000000 error_code 0x00000000
                 CPU 0/KVM-386   [001] d..1.     1.000010: kvm_entry: vcpu 0, rip 0xa0
                 CPU 0/KVM-386   [001] d..1.     1.000011: kvm_exit: vcpu 0 reason write_cr0 rip 0xa0 info1 0x0000000000000000 \
                info2 0x0000000000000000 intr_info 0x00000000 error_code 0x00000000 requests 0x0000000000000000
                 CPU 0/KVM-386   [001] d..1.     1.000012: kvm_entry: vcpu 0, rip 0xa0
                 CPU 0/KVM-386   [001] d..1.     1.000013: kvm_exit: vcpu 0 reason hypercall rip 0xa0 info1 0x0000000000000000 \
                info2 0x0000000000000000 intr_info 0x00000000 error_code 0x00000000
                 CPU 0/KVM-386   [001] .....     1.000013: kvm_hypercall: nr 0xa a0 0x3 a1 0x0 a2 0x0 a3 0xfd
                 CPU 0/KVM-386   [001] d..1.     1.000014: kvm_entry: vcpu 0, rip 0xa0
                """));
    }

    private String exits(String text) {
        List<HostEvent> events = new ArrayList<>();
        try {
            Path path = Files.writeString(Files.createTempFile(fFolder, "trace", ".txt"), text);
            FtraceTextTrace trace = new FtraceTextTrace();
            trace.initTrace(null, path.toString(), ITmfEvent.class);
            try {
                HostEventReader reader = new HostEventReader(0, trace.getKernelEventLayout(), true, HostEventReader.Detail.EXITS);
                ITmfContext context = trace.seekEvent(0L);
                for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
                    reader.read(event, events::add);
                }
                assertEquals(0, trace.notParsed());
            } finally {
                trace.dispose();
            }
        } catch (IOException | TmfTraceException e) {
            throw new IllegalStateException(e);
        }
        return ExitLog.of(events::forEach).exits();
    }
}
