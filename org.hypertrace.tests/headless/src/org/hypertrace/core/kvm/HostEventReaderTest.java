/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import static org.hypertrace.core.guesttrace.CtfField.unsigned;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Service;
import org.hypertrace.core.event.Namespace;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fields taken from the tracer's records are those that Trace Compass makes of them. */
class HostEventReaderTest {

    private static final String EVERYTHING = """
            100 alpha cpu0 context 384 384
            100 alpha cpu1 context 1 1
            100 alpha cpu0 fork CPU_0/KVM:386 384
            105 alpha cpu1 statedump qemu:384 384
            106 alpha cpu1 event lttng_statedump_process_pid_ns 384 1 4026532163
            107 alpha cpu1 event lttng_statedump_process_uts_ns 384 4026532161
            110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            115 alpha cpu0 context 386 384
            120 alpha cpu0 kvm_entry
            130 alpha cpu0 irq_entry 24
            131 alpha cpu0 irq_exit 24
            132 alpha cpu0 softirq_entry 9
            133 alpha cpu0 softirq_exit 9
            134 alpha cpu0 hrtimer_entry
            135 alpha cpu0 hrtimer_exit
            136 alpha cpu0 apic_entry 251
            137 alpha cpu0 apic_exit 251
            140 alpha cpu0 kvm_exit VMMCALL 3 0xffffffff81000000
            150 alpha cpu0 kvm_hypercall 0x88 0 0x8000000000000004 'web-1' 0xffffffffffffffff
            160 alpha cpu0 kvm_userspace_exit
            165 alpha cpu0 syscall_exit
            166 alpha cpu0 kvm_tsc_offset 5 0xfffffffffffffff7
            170 alpha cpu0 kvm_other
            180 alpha cpu0 syscall_entry
            190 alpha cpu1 context 7 8
            200 alpha cpu1 sched_waking CPU_0/KVM:386 cpu0
            205 alpha cpu1 sched_wakeup CPU_0/KVM:386 cpu0
            210 alpha cpu1 sched_migrate_task CPU_0/KVM:386 cpu1
            220 alpha cpu0 thread_exit CPU_0/KVM:386
            230 alpha cpu0 other
            230 alpha cpu0 lost 300 7
            310 alpha cpu0 other
            """;

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded("quiet-boot", "syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    @Tag("long")
    void recordedTracesSayTheSame(String sample) throws Exception {
        assertEquals(text(Samples.trace(sample), new LttngKernelTrace()),
                text(Samples.trace(sample), new HypertraceKernelTrace()));
    }

    @Test
    void everyKindOfEventReportsTheSame() throws Exception {
        Path trace = new RecordedStory(EVERYTHING).with(CtfEventType.of("lttng_statedump_process_pid_ns", unsigned("tid", 32),
                unsigned("ns_level", 32), unsigned("ns_inum", 32))).with(CtfEventType.of("lttng_statedump_process_uts_ns", unsigned("tid", 32),
                unsigned("ns_inum", 32))).withContext("tid", "pid").in(fFolder);
        List<HostEvent> events = read(trace, new HypertraceKernelTrace());
        assertEquals(read(trace, new LttngKernelTrace()), events);
        assertTrue(events.contains(new HostEvent.ThreadOnCpu(200, 0, 1, 7, 8)), events.toString());
        assertTrue(events.contains(new HostEvent.KvmExit(140, 0, 0, 2, 129, 3, 0xffffffff81000000L, 0, 0, 0)), events.toString());
        assertTrue(events.contains(new HostEvent.ThreadNamespace(106, 0, 1, 384, Namespace.PID, 1, 4026532163L)), events.toString());
        assertTrue(events.contains(new HostEvent.ThreadNamespace(107, 0, 1, 384, Namespace.UTS, -1, 4026532161L)), events.toString());
        // the forks of the story have 0, which no namespace has
        assertEquals(List.of(HostEvent.NO_NAMESPACE), events.stream().filter(HostEvent.ThreadBegins.class::isInstance)
                .map(event -> ((HostEvent.ThreadBegins) event).pidNamespace()).distinct().toList());
        assertTrue(events.contains(new HostEvent.KvmTscOffset(166, 0, 0, 5, -9)), events.toString());
        assertTrue(events.contains(new HostEvent.SchedSwitch(110, 0, 0, 384, "qemu", 1, 386, "CPU 0/KVM")),
                events.toString());
        // but what guests report in traces of their own, raises, which only those get who ask for causes, and rings' clocks and records, of no trace
        assertEquals(HostEvent.class.getPermittedSubclasses().length - 6, events.stream().map(HostEvent::getClass)
                .distinct().count(), "every kind is there");
    }

    @Test
    void whatTheHypervisorDoesIsReadForThoseWhoAsk() throws Exception {
        Path trace = new RecordedStory("""
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                110 alpha cpu0 event kvm_x86_pio 1 0x3f8 1 1
                120 alpha cpu0 event kvm_x86_msr 0 0x6e0 0 0
                130 alpha cpu0 event kvm_mmio 2 4 0xfee000b0 0
                140 alpha cpu0 event kvm_x86_inj_virq 236
                150 alpha cpu0 event kvm_x86_exit 78 0xfffffff0 2 0x3f80000 0 0 0 1
                """).with(CtfEventType.of("kvm_x86_pio", unsigned("rw", 32), unsigned("port", 32), unsigned("size", 32),
                        unsigned("count", 32)))
                .with(CtfEventType.of("kvm_x86_msr", unsigned("write", 32), unsigned("ecx", 32), unsigned("data", 64),
                        unsigned("exception", 8)))
                .with(CtfEventType.of("kvm_mmio", unsigned("type", 32), unsigned("len", 32), unsigned("gpa", 64),
                        unsigned("val", 64)))
                .with(CtfEventType.of("kvm_x86_exit", unsigned("exit_reason", 32), unsigned("guest_rip", 64),
                        unsigned("isa", 32), unsigned("info1", 64), unsigned("info2", 64), unsigned("intr_info", 32),
                        unsigned("error_code", 32), unsigned("vcpu_id", 32)))
                .in(fFolder);
        List<HostEvent> events = read(trace, new HypertraceKernelTrace());
        assertEquals(List.of(new HostEvent.KvmOther(110, 0, 0, Service.PORT_WRITE, 0x3f8),
                new HostEvent.KvmOther(120, 0, 0, Service.MSR_READ, 0x6e0),
                new HostEvent.KvmOther(130, 0, 0, Service.MMIO_WRITE, 0xfee000b0L),
                new HostEvent.KvmOther(140, 0, 0, Service.INJECTION, 236),
                new HostEvent.KvmExit(150, 0, 0, 2, 78, 1, 0xfffffff0L, 0x3f80000, 0, 0)), events.subList(1, 6));
        assertEquals(List.of(new HostEvent.KvmOther(110, 0, 0), new HostEvent.KvmOther(120, 0, 0),
                new HostEvent.KvmOther(130, 0, 0), new HostEvent.KvmOther(140, 0, 0),
                new HostEvent.KvmExit(150, 0, 0, 2, 78, 1, 0xfffffff0L)),
                read(trace, new HypertraceKernelTrace(), false).subList(1, 6));
    }

    @Test
    void guestsOfGuestsAreReadForAllByTheNamesOfOldAndNewKernels() throws Exception {
        Path trace = new RecordedStory("""
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                110 alpha cpu0 nested_vmenter 0x1000
                120 alpha cpu0 event kvm_x86_nested_vmrun 0 0x2000 0 0 0 1
                130 alpha cpu0 nested_vmexit VMMCALL
                140 alpha cpu0 nested_vmexit_inject VMMCALL
                """).in(fFolder);
        List<HostEvent> events = List.of(new HostEvent.KvmOther(110, 0, 0, Service.NESTED_ENTER, 0x1000),
                new HostEvent.KvmOther(120, 0, 0, Service.NESTED_ENTER, 0x2000),
                new HostEvent.KvmOther(130, 0, 0, Service.NESTED_EXIT, 129),
                new HostEvent.KvmOther(140, 0, 0, Service.NESTED_INJECT, 129));
        assertEquals(events, read(trace, new HypertraceKernelTrace()).subList(1, 5));
        assertEquals(events, read(trace, new HypertraceKernelTrace(), false).subList(1, 5));
    }

    private static String text(Path folder, LttngKernelTrace trace) throws Exception {
        return read(folder, trace).stream().map(HostEvent::toString).collect(Collectors.joining("\n"));
    }

    private static List<HostEvent> read(Path folder, LttngKernelTrace trace) throws Exception {
        return read(folder, trace, true);
    }

    private static List<HostEvent> read(Path folder, LttngKernelTrace trace, boolean detailed) throws Exception {
        List<HostEvent> events = new ArrayList<>();
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class);
        try {
            HostEventReader reader = new HostEventReader(0, trace.getKernelEventLayout(), true,
                    detailed ? HostEventReader.Detail.EXITS : HostEventReader.Detail.STATES);
            ITmfContext context = trace.seekEvent(0L);
            for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
                reader.read(event, events::add);
            }
            context.dispose();
        } finally {
            trace.dispose();
        }
        return events;
    }
}
