/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.read.GuestTraceReader;
import org.hypertrace.testing.log.ExitLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One story of a vCPU as the kernels of all times print it; the texts stand in {@code kernels}, written after the formats of their
 * tracepoints, and of the function graph with its arguments, returned values and addresses. The expected lines follow from the definition of states alone.
 */
class KernelFormatsTest {

    /** Of 350 to 360 the exit is not over: its vCPU ends. */
    private static final String TIMES = "386: ENTERED 120000 EXIT 200000 UNFINISHED 10000; COMPLETE 6 UNFINISHED 1";

    @TempDir
    private Path fFolder;

    private Path text(String kernel) throws IOException {
        try (InputStream in = Objects.requireNonNull(KernelFormatsTest.class.getResourceAsStream("kernels/" + kernel + ".txt"))) {
            return Files.write(fFolder.resolve(kernel + ".txt"), in.readAllBytes());
        }
    }

    private void read(String kernel, Consumer<ITmfEvent> to, FtraceTextTrace trace) throws IOException, TmfTraceException {
        trace.initTrace(null, text(kernel).toString(), ITmfEvent.class);
        try {
            ITmfContext context = trace.seekEvent(0L);
            for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
                to.accept(event);
            }
            assertEquals(0, trace.notParsed());
        } finally {
            trace.dispose();
        }
    }

    private ExitLog exits(String kernel) throws IOException, TmfTraceException {
        FtraceTextTrace trace = new FtraceTextTrace();
        HostEventReader reader = new HostEventReader(0, trace.getKernelEventLayout(), true, HostEventReader.Detail.EXITS);
        List<HostEvent> events = new ArrayList<>();
        read(kernel, event -> reader.read(event, events::add), trace);
        return ExitLog.of(events::forEach);
    }

    @ParameterizedTest
    @ValueSource(strings = { "x86-6.1", "x86-6.6", "x86-6.12", "x86-6.15", "x86-6.15-graph", "x86-newest" })
    void statesAndExitsOfX86(String kernel) throws Exception {
        ExitLog log = exits(kernel);
        assertEquals("""
                386: 1000050000-1000085000 IO_INSTRUCTION port out 0x3f8 on cpu1, 20000 VMM, 15000 host kernel
                386: 1000100000-1000115000 EXTERNAL_INTERRUPT vector 0xec on cpu1, 8000 host interrupt, 7000 host kernel
                386: 1000130000-1000215000 HLT on cpu1, 15000 host kernel, 60000 halted, 10000 waking
                386: 1000240000-1000250000 EPT_VIOLATION page 0x47fe1000 on cpu1, 10000 host kernel
                386: 1000260000-1000305000 EXTERNAL_INTERRUPT vector 0xec on cpu1, 10000 host kernel, 35000 preempted
                386: 1000320000-1000330000 VMCALL hypercall 9 on cpu1, 10000 host kernel
                386: 1000350000-1000360000 broken off""", log.exits());
        assertEquals(TIMES, log.times());
    }

    @ParameterizedTest
    @ValueSource(strings = { "arm64-6.1", "arm64-6.15" })
    void statesAndExitsOfArm(String kernel) throws Exception {
        ExitLog log = exits(kernel);
        assertEquals("""
                386: 1000050000-1000085000 DABT_LOW MMIO write 0x9000000 on cpu1, 20000 VMM, 15000 host kernel
                386: 1000100000-1000115000 IRQ on cpu1, 8000 host interrupt, 7000 host kernel
                386: 1000130000-1000215000 WFx on cpu1, 15000 host kernel, 60000 halted, 10000 waking
                386: 1000240000-1000250000 DABT_LOW page 0x47fe1000 on cpu1, 10000 host kernel
                386: 1000260000-1000305000 IRQ on cpu1, 10000 host kernel, 35000 preempted
                386: 1000320000-1000330000 HVC64 hypercall 2214592512 on cpu1, 10000 host kernel
                386: 1000350000-1000360000 broken off""", log.exits());
        assertEquals(TIMES, log.times());
    }

    @Test
    void bootOfAnArmGuest() throws Exception {
        FtraceTextTrace trace = new FtraceTextTrace();
        GuestTraceReader reader = new GuestTraceReader(trace);
        List<String> events = new ArrayList<>();
        read("arm64-boot", event -> reader.read(event, guest -> events.add(words(guest))), trace);
        assertEquals(List.of("10000000 level early", "10100000 start cpu_suspend_init", "10400000 finish cpu_suspend_init 0",
                "20000000 level device", "20100000 start gic_init [irq_gic]", "21100000 finish gic_init [irq_gic] -19",
                "40000000 other"), events);
    }

    private static String words(GuestEvent event) {
        return event.time() + " " + (event instanceof GuestEvent.BootLevel level ? "level " + level.name()
                : event instanceof GuestEvent.InitcallStart start ? "start " + start.name()
                        : event instanceof GuestEvent.InitcallFinish finish ? "finish " + finish.name() + ' ' + finish.ret() : "other");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', value = {
            "kvm_entry~vcpu 0, rip 0xffffffff81000000~{vcpu_id=0, guest_rip=-2130706432}",
            // from 6.9 on
            "kvm_entry~vcpu 0, rip 0x1000[immediate exit]~{vcpu_id=0, guest_rip=4096, immediate_exit=1}",
            "kvm_entry~vcpu 0, rip 0x1000 intr_info 0x800000ec error_code 0x00000000[immediate exit]~{vcpu_id=0, guest_rip=4096, "
                    + "intr_info=2147483884, error_code=0, immediate_exit=1}",
            "kvm_entry~PC: 0xffff800080010000~{guest_rip=-140735340806144}",
            "kvm_hvc_arm64~HVC at 0x0000000000001000 (r0: 0x0000000084000000, imm: 0x4d)~{vcpu_pc=4096, r0=2214592512, imm=77}",
            "kvm_hvc_arm64~HVC at nowhere~{}",
            "kvm_guest_fault~ipa 0x9000000, hsr 0x93800046, hxfar 0xffff800080000000, pc 0xffff800080010000~"
                    + "{guest_rip=-140735340806144, fault_address=150994944}",
            // from 6.16 on
            "sched_process_exit~comm=CPU 0/KVM pid=386 prio=120 group_dead=true~{comm=CPU 0/KVM, pid=386, prio=120, group_dead=true}" })
    void fieldsAreTheKernels(String event, String text, String fields) {
        assertEquals(fields, FtraceFields.of(event, text).toString());
    }

    /** From 6.15 on the function tracer may print arguments. */
    @Tag("plain")
    @ParameterizedTest
    @CsvSource(delimiter = '~', value = { "vfs_read <-ksys_read", "vfs_read(file=0xffff888003a4c000, buf=0x7ffe, count=0x10) <-ksys_read",
            "schedule() <-do_idle" })
    void functionsAreEvents(String text) {
        assertEquals("function " + text, of("            bash-1977    [000] ..... 17284.993652: " + text));
        assertEquals("sys_enter_read (fd: 3, buf: 0x7ffe)", of("            bash-1977    [000] ..... 17284.993652: sys_read(fd: 3, buf: 0x7ffe)"));
    }

    private static String of(String line) {
        FtraceLine event = FtraceLine.of(line);
        return event == null ? "none" : event.event() + ' ' + event.text();
    }
}
