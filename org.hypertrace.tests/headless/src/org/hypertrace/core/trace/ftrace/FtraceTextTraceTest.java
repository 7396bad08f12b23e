/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.EngineResult;
import org.hypertrace.testing.oracle.VcpuLines;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Truth;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.story.FtraceText;
import org.hypertrace.testing.story.FtraceText.Form;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A host trace as text reports what the same trace reports as CTF; whatever a text holds, nothing is thrown. */
class FtraceTextTraceTest {

    private static final String EVERYTHING = """
            110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            120 alpha cpu0 kvm_entry
            130 alpha cpu0 irq_entry 24
            131 alpha cpu0 irq_exit 24
            132 alpha cpu0 softirq_entry 9
            133 alpha cpu0 softirq_exit 9
            134 alpha cpu0 hrtimer_entry
            135 alpha cpu0 hrtimer_exit
            136 alpha cpu0 apic_entry 236
            137 alpha cpu0 apic_exit 236
            140 alpha cpu0 kvm_exit VMMCALL 3 0xffffffff81000000
            150 alpha cpu0 kvm_hypercall 0x88 0 0x8000000000000004 'web-1' 0xffffffffffffffff
            160 alpha cpu0 kvm_userspace_exit
            165 alpha cpu0 syscall_exit
            170 alpha cpu0 kvm_other
            175 alpha cpu0 kvm_tsc_offset 0 0xfffffe2e00000000
            180 alpha cpu0 syscall_entry
            200 alpha cpu1 sched_waking 386 cpu0
            205 alpha cpu1 sched_wakeup 386 cpu0
            210 alpha cpu1 sched_migrate_task CPU_0/KVM:386 cpu1
            220 alpha cpu0 thread_exit CPU_0/KVM:386
            230 alpha cpu0 other
            240 alpha cpu0 sched_switch CPU_0/KVM:386 R+ sh:1
            250 alpha cpu0 sched_switch sh:1 D swapper/0:0
            """;

    @TempDir
    private Path fFolder;

    @ParameterizedTest
    @EnumSource(Form.class)
    void everyKindOfEventIsRead(Form form) throws Exception {
        List<HostEvent> reported = Story.events(EVERYTHING);
        List<HostEvent> read = read(write(FtraceText.of(form, reported)));
        assertTrue(read.removeIf(HostEvent.ThreadOnCpu.class::isInstance));
        if (form == Form.TRACE_CMD) {
            // older kernels do not report the vCPU
            reported.replaceAll(event -> event instanceof HostEvent.KvmExit e
                    ? new HostEvent.KvmExit(e.time(), 0, e.cpu(), e.isa(), e.reason(), -1, e.guestRip()) : event);
        }
        assertEquals(text(reported), text(read));
    }

    /** The known truth of a scenario, from its events as text in every form. */
    @ParameterizedTest
    @EnumSource(Form.class)
    @Tag("long")
    void theStatesOfVcpusAreTheSame(Form form) {
        LongStream.range(0, Samples.ALL ? 20 : 6).forEach(seed -> {
            Scenario scenario = new RandomScenario(seed, 500, 0).scenario();
            EngineResult found = EngineResult.in(to -> {
                List<HostEvent> events = new ArrayList<>();
                Truth truth = scenario.report(events::add);
                read(write(FtraceText.of(form, events))).forEach(to);
                return truth;
            });
            assertEquals(VcpuLines.intervals(found.truth(), "host"), found.intervals(), "seed " + seed);
            assertTrue(found.intervals().lines().count() > 100);
        });
    }

    @Test
    void theThreadAndItsProcessAreReported() {
        List<HostEvent> read = read(write("""
                # tracer: nop
                       CPU 0/KVM-386     (    384) [003] d..2.    12.345678: kvm_entry: vcpu 1, rip 0xffffffff81000000
                """));
        assertEquals(List.of(new HostEvent.ThreadOnCpu(12_345_678_000L, 0, 3, 386, 384),
                new HostEvent.KvmEntry(12_345_678_000L, 0, 3)), read);
    }

    @Test
    void namesOfThreadsMayLookLikeFields() {
        List<HostEvent> read = read(write("""
                cpus=4
                 a-1 [002] x-7-77  [003]  1.000001: sched_switch: prev_comm=a prev_pid=1 x prev_pid=77 prev_prio=120 \
                prev_state=D|K ==> next_comm=b ==> c next_pid=78 next_prio=120
                <...>-9  [000]  1.000002: sched_switch: a:1 [5]:77 [120] I ==> b:78 [120]
                """));
        assertTrue(read.contains(new HostEvent.SchedSwitch(1_000_001_000L, 0, 3, 77, "a prev_pid=1 x", 2, 78, "b ==> c")),
                read.toString());
        assertTrue(read.contains(new HostEvent.SchedSwitch(1_000_002_000L, 0, 0, 77, "a:1 [5]", 0x80, 78, "b")),
                read.toString());
    }

    @Test
    void lostEventsAreReported() {
        List<HostEvent> read = read(write("""
                # tracer: nop
                CPU:1 [LOST 5 EVENTS]
                  sh-1 [001] ..... 1.000001: kvm_entry: vcpu 0
                CPU:1 [LOST 22 EVENTS]
                CPU:0 [EVENTS DROPPED]
                  sh-1 [001] ..... 1.000002: kvm_entry: vcpu 0
                """));
        assertEquals("LostEvents[time=1000001000, host=0, cpu=1, end=1000001000, count=22, loss=DISCARDED] "
                + "LostEvents[time=1000001000, host=0, cpu=0, end=1000001000, count=-1, loss=DISCARDED]",
                String.join(" ", read.stream().filter(HostEvent.LostEvents.class::isInstance).map(HostEvent::toString)
                        .toList()));
    }

    @Test
    void theFieldsAreAsPrinted() {
        assertEquals("{irq=24, name=virtio0-req}",
                FtraceFields.of("irq_handler_entry", "irq=24 name=virtio0-req").toString());
        assertEquals("{vec=9, action=RCU}", FtraceFields.of("softirq_entry", "vec=9 [action=RCU]").toString());
        assertEquals("{rw=1, port=112, size=1, count=1, val=143}",
                FtraceFields.of("kvm_pio", "pio_write at 0x70 size 1 count 1 val 0x8f").toString());
        assertEquals("{func=foo_init+0x0/0x30 [mod], ret=-19}",
                FtraceFields.of("initcall_finish", "func=foo_init+0x0/0x30 [mod] ret=-19").toString());
        assertEquals("{exit_reason=124, reason=msr, isa=2, vcpu_id=1, guest_rip=-2130706432, info1=1, info2=16}",
                FtraceFields.of("kvm_exit", "vcpu 1 reason msr rip 0xffffffff81000000 info1 0x0000000000000001 info2 "
                        + "0x0000000000000010").toString());
        assertEquals("{exit_reason=2147483681, reason=INVALID_STATE FAILED_VMENTRY, isa=1, guest_rip=0, info1=171, info2=0}",
                FtraceFields.of("kvm_exit", "reason INVALID_STATE FAILED_VMENTRY rip 0x0 info ab 0").toString());
    }

    @Test
    void guestsOfGuestsAreReadAsOldAndNewKernelsPrintThem() {
        assertEquals("{guest_rip=1, vmcb=4096, nested_rip=2, int_ctl=16777728, event_inj=0, npt=on}", FtraceFields.of(
                "kvm_nested_vmrun", "rip: 0x1 vmcb: 0x1000 nested_rip: 0x2 int_ctl: 0x01000200 event_inj: 0x0 npt: on").toString());
        assertEquals("{guest_rip=1, vmcs=4096, nested_rip=2, int_ctl=0, event_inj=0, nested_ept=y, nested_eptp=5}",
                FtraceFields.of("kvm_nested_vmenter", "rip: 0x1 vmcs: 0x1000 nested_rip: 0x2 int_ctl: 0x0 event_inj: 0x0 "
                        + "nested_ept=y nested_eptp: 0x5").toString());
        assertEquals("{guest_rip=1, reason=VMMCALL, ext_inf1=0, exit_code=129, isa=2}",
                FtraceFields.of("kvm_nested_vmexit", "rip: 0x1 reason: VMMCALL ext_inf1: 0x0").toString());
        assertEquals("{reason=hypercall, ext_inf1=0, exit_code=129, isa=2}",
                FtraceFields.of("kvm_nested_vmexit_inject", "reason: hypercall ext_inf1: 0x0").toString());
        assertEquals("129", FtraceFields.of("kvm_nested_vmexit", "vcpu 0 reason hypercall rip 0x1 info1 0x0").get("exit_reason")
                .toString());
    }

    @Test
    void anyPlaceCanBeSought() throws Exception {
        StringBuilder lines = new StringBuilder("# tracer: nop\n");
        for (int i = 0; i < 10_000; i++) {
            lines.append("sh-1 [000] ..... 1." + String.format("%06d", i) + ": kvm_entry: vcpu " + i + "\n");
        }
        FtraceTextTrace trace = open(write(lines.toString()));
        try {
            trace.indexTrace(true);
            assertEquals(10_000, trace.getNbEvents());
            assertEquals(7_777L, vcpu(trace, trace.seekEvent(7_777L)));
            assertEquals(4_321L, vcpu(trace, trace.seekEvent(TmfTimestamp.fromNanos(1_004_321_000L))));
            ITmfContext middle = trace.seekEvent(0.5);
            long half = vcpu(trace, middle);
            assertTrue(half > 4_900 && half < 5_100, half + " is in the middle");
            assertEquals(0.5, trace.getLocationRatio(middle.getLocation()), 0.01);
            assertEquals(half, vcpu(trace, trace.seekEvent(0.5)));
            assertEquals(half + 1, vcpu(trace, middle));
            assertEquals(0, trace.notParsed());
        } finally {
            trace.dispose();
        }
    }

    @Test
    void whatIsNoTraceDoesNotFit() throws IOException {
        assertTrue(fits("# tracer: nop\n  sh-1 [000] ..... 1.000001: kvm_entry: vcpu 0\n"));
        assertTrue(fits("qemu 1 [000] 1.000001: kvm:kvm_entry: vcpu 0\n\tffffffff81 kvm_entry+0x1 ([kvm])\n\n"));
        assertFalse(fits("# tracer: nop\n#\n"));
        assertFalse(fits(""));
        assertFalse(fits("[    0.000000] Linux version 6.1.0\n"));
        assertFalse(fits("once upon [001] a time\n"));
        assertFalse(new FtraceTextTrace().validate(null, fFolder.toString()).isOK());
        byte[] garbage = new byte[1 << 16];
        new Random(1).nextBytes(garbage);
        Path file = Files.write(fFolder.resolve("garbage"), garbage);
        assertFalse(new FtraceTextTrace().validate(null, file.toString()).isOK());
    }

    @Test
    void hostileTextsAreReadToTheirEnd() throws Exception {
        String good = "sh-1 [000] ..... 2.000001: kvm_entry: vcpu 0\n";
        byte[] garbage = new byte[1 << 20];
        new Random(2).nextBytes(garbage);
        assertEquals(2, count(good + new String(garbage, StandardCharsets.ISO_8859_1) + '\n' + good, -1, 0));
        String wide = "sh-1 [000] ..... 2.000002: kvm_exit: reason " + "x".repeat(1 << 20) + '\n';
        assertEquals(3, count(good + wide + good, 0, 1));
        assertEquals(1, count(good + "[".repeat(1 << 20) + '\n' + "[1]".repeat(1 << 19), 2, 0));
        assertEquals(1, count(good + "sh-1 [99999999] ..... 2.000002: kvm_entry: vcpu 0\nsh-1 [16384] 2.0: kvm_entry:\n",
                2, 0));
        assertEquals(2, count(good + "sh-1 [000] ..... 1.000001: kvm_entry: vcpu 0\n", 0, 1));
        assertEquals(1, count(good + "sh-1 [000] ..... 99999999999.000001: kvm_entry: vcpu 0\n", 1, 0));
        for (int end = 0; end < good.length() - 2; end++) {
            // the name of an event may be cut at its colon
            count(good.substring(0, end) + '\n' + good, -1, 0);
        }
    }

    /** How many events there are; the other figures are compared, -1: any. */
    private int count(String text, long notUnderstood, long late) {
        FtraceTextTrace trace = open(write(text));
        try {
            int events = 0;
            long last = 0;
            ITmfContext context = trace.seekEvent(0L);
            for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
                event.getContent();
                assertTrue(event.getTimestamp().toNanos() >= last);
                last = event.getTimestamp().toNanos();
                events++;
            }
            boolean any = trace.notParsed() > 0 || text.length() < 200;
            assertTrue(notUnderstood < 0 ? any : notUnderstood == trace.notParsed(), trace.getProperties().toString());
            assertEquals(late, trace.late());
            return events;
        } finally {
            trace.dispose();
        }
    }

    private boolean fits(String text) {
        return new FtraceTextTrace().validate(null, write(text).toString()).isOK();
    }

    private static long vcpu(FtraceTextTrace trace, ITmfContext context) {
        return (Long) trace.getNext(context).getContent().getField("vcpu_id").getValue();
    }

    private Path write(String text) {
        try {
            return Files.writeString(Files.createTempFile(fFolder, "trace", ".txt"), text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static FtraceTextTrace open(Path path) {
        try {
            FtraceTextTrace trace = new FtraceTextTrace();
            trace.initTrace(null, path.toString(), ITmfEvent.class);
            return trace;
        } catch (TmfTraceException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(List<HostEvent> events) {
        return String.join("\n", events.stream().map(HostEvent::toString).toList());
    }

    private static List<HostEvent> read(Path path) {
        FtraceTextTrace trace = open(path);
        try {
            List<HostEvent> events = new ArrayList<>();
            HostEventReader reader = new HostEventReader(0, trace.getKernelEventLayout(), true);
            ITmfContext context = trace.seekEvent(0L);
            for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
                reader.read(event, events::add);
            }
            assertEquals(0, trace.notParsed());
            return events;
        } finally {
            trace.dispose();
        }
    }
}
