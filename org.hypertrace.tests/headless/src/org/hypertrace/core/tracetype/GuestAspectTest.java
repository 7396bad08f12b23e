/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.tracetype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.aspect.ITmfEventAspect;
import org.eclipse.tracecompass.tmf.core.filter.model.TmfFilterContainsNode;
import org.eclipse.tracecompass.tmf.core.filter.model.TmfFilterEqualsNode;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.oracle.OracleKinds;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The columns of our trace type: on recorded traces they report what the oracle reports, which shares nothing with us. */
@Tag("platform")
class GuestAspectTest {

    private static final Pattern LINE = Pattern.compile("(\\d+) (\\d+) (\\d+) (\\w+) (.*)");
    private static final Pattern NEXT = Pattern.compile("next=(\\d+) .*comm=\"([^\"]*)\"");

    @TempDir
    private Path fFolder;

    /** Whose guests do not batch: a row of the table is a hypercall, a line of the oracle is an event. */
    static Stream<String> samples() {
        return Samples.recorded("preempted-guest", "reboot-with-slow-notifier")
                .filter(sample -> Oracle.guestEvents(sample).stream().noneMatch(line -> line.contains(" batched=1")));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void hypercallsAreWhatTheOracleDecodes(String sample) throws Exception {
        Function<String, String> vms = Samples.names(sample, "VM %s");
        List<String> expected = Oracle.guestEvents(sample).stream().map(line -> ofOracle(line, vms)).toList();
        assertTrue(expected.size() > 1_000, "the oracle found guest events");
        List<String> reported = new ArrayList<>();
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace(sample))) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            events(opened.trace(), event -> {
                if (event.getName().endsWith("_hypercall")) {
                    String kind = (String) GuestAspect.EVENT.resolve(event);
                    String contents = (String) GuestAspect.CONTENTS.resolve(event);
                    String next = "sched_switch".equals(kind) ? contents.substring(contents.indexOf('→')) : "";
                    reported.add(event.getTimestamp().toNanos() + " " + GuestAspect.VM.resolve(event) + ' '
                            + GuestAspect.VCPU.resolve(event) + ' ' + kind + ' ' + next);
                } else {
                    assertNull(GuestAspect.EVENT.resolve(event));
                }
            });
        }
        for (int i = 0; i < expected.size() && i < reported.size(); i++) {
            assertEquals(expected.get(i), reported.get(i));
        }
        assertEquals(expected.size(), reported.size());
    }

    private static String ofOracle(String line, Function<String, String> vms) {
        Matcher words = LINE.matcher(line);
        assertTrue(words.matches(), line);
        String kind = OracleKinds.ours(words.group(4));
        kind += words.group(5).contains(" new=1") ? "_new" : "";
        Matcher next = NEXT.matcher(words.group(5));
        String contents = !kind.equals("sched_switch") || !next.find() ? ""
                : "→ " + (next.group(1).equals("0") ? "swapper/" + words.group(3) : next.group(2))
                        + '(' + next.group(1) + ')';
        return words.group(1) + ' ' + vms.apply(words.group(2)) + ' ' + words.group(3) + ' ' + kind + ' ' + contents;
    }

    private static final String STORY = """
            90 alpha cpu0 fork CPU_0/KVM:386 384
            91 alpha cpu0 fork CPU_1/KVM:387 384
            95 alpha cpu1 sched_switch bash:9 S bash:10
            100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            110 alpha cpu0 kvm_entry
            120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            121 alpha cpu0 kvm_hypercall 0x81 0x4754524300000100 1 2 3
            122 alpha cpu0 kvm_hypercall 0x66 0x5200000011 0 'kworker/' '0:1'
            123 alpha cpu0 kvm_hypercall 5 0 1 0 0
            124 alpha cpu0 kvm_hypercall 0x66 0x1100000052 0 'sh' 0
            130 alpha cpu0 sched_switch CPU_0/KVM:386 R bash:10
            140 alpha cpu0 other
            145 alpha cpu1 other
            150 alpha cpu1 sched_switch bash:10 S CPU_1/KVM:387
            160 alpha cpu1 kvm_entry
            170 alpha cpu1 other
            """;

    @Test
    void whatAProcessForgesIsNotReportedAsIfItWereTrue() throws Exception {
        Path trace = new RecordedStory(RecordedStory.ENTERED + """
                120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                121 alpha cpu0 kvm_hypercall 0x66 0x1100000052 0 'sh' 0
                122 alpha cpu0 kvm_entry
                130 alpha cpu0 kvm_exit VMMCALL 0 0x401000
                131 alpha cpu0 kvm_hypercall 0x66 0x5200000011 0 'sh' 0
                140 alpha cpu0 kvm_entry
                """).in(fFolder);
        List<String> reported = new ArrayList<>();
        try (OpenedTrace opened = OpenedTrace.of(trace)) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            events(opened.trace(), event -> {
                if (event.getName().endsWith("_hypercall")) {
                    reported.add(GuestAspect.EVENT.resolve(event) + " " + GuestAspect.CONTENTS.resolve(event));
                }
            });
        }
        assertEquals("sched_switch", reported.get(0).split(" ")[0]);
        assertEquals("forged", reported.get(1).split(" ")[0]);
        assertTrue(reported.get(1).contains("0x66"), reported.get(1));
    }

    /** A thread is a vCPU from its first event of the hypervisor on. */
    private static final String COLUMNS = """
            110 VM 384 0
            120 VM 384 0
            121 VM 384 0 hello: ABI 1, no batches, TSC 1, up for 2 ns
            122 VM 384 0 sched_switch: (82) → kworker/0:1(17)
            123 VM 384 0 kvm_hypercall: KICK_CPU: APIC id 1
            124 VM 384 0 sched_switch: kworker/0:1(17) → sh(82)
            160 VM 384 1
            170 VM 384 1
            """;

    @Test
    void everyEventOnAProcessorThatAVcpuHasIsItsVms() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(STORY).in(fFolder))) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            assertEquals(COLUMNS, columns(opened.trace()));
        }
    }

    @Test
    void beforeTheModelIsCompleteNothingIsReportedAndNothingWaits() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(STORY).in(fFolder))) {
            assertEquals("", columns(opened.trace()));
        }
    }

    @Test
    void withoutAModelVersion1IsRead() throws Exception {
        Path trace = new RecordedStory(STORY).without(name -> name.startsWith("kvm")
                && !name.endsWith("hypercall")).in(fFolder);
        try (OpenedTrace opened = OpenedTrace.of(trace)) {
            assertEquals("""
                    121 hello: ABI 1, no batches, TSC 1, up for 2 ns
                    122 sched_switch: (82) → kworker/0:1(17)
                    123 kvm_hypercall: KICK_CPU: APIC id 1
                    124 sched_switch: (17) → sh(82)
                    """, columns(opened.trace()));
        }
    }

    @Test
    void theDialectIsThatOfTheVm() throws Exception {
        String p3 = STORY.replaceAll("(?m)^12[1234].*\n", "").replace("130 alpha cpu0 sched", """
                121 alpha cpu0 kvm_hypercall 0x64 0xffffffff81000010 2 0 0
                122 alpha cpu0 kvm_hypercall 0x3e8 0x67d 0x72 0x48313a30 0x2f72656b726f776b
                130 alpha cpu0 sched""");
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(p3).in(fFolder))) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            String columns = columns(opened.trace());
            assertTrue(columns.contains("122 VM 384 0 sched_switch: (1661) → kworker/0:1H(114)"), columns);
        }
    }

    @Test
    void experimentsHaveTheColumnsOfTheirTraces() throws Exception {
        RecordedStory story = new RecordedStory(STORY + STORY.replace("alpha", "beta"));
        Path alpha = story.in(fFolder);
        try (OpenedTrace opened = OpenedTrace.ofAll(List.of(alpha, fFolder.resolve("beta")))) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            assertEquals(GuestAspect.ALL, aspects(opened.trace()));
            String columns = columns(opened.trace());
            assertEquals(2, columns.lines().filter(line -> line.endsWith("→ kworker/0:1(17)")).count(), columns);
            opened.forget();
        }
    }

    @Test
    void filtersMatchTheColumns() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(STORY).in(fFolder))) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            TmfFilterEqualsNode kind = new TmfFilterEqualsNode(null);
            kind.setEventAspect(GuestAspect.EVENT);
            kind.setValue("sched_switch");
            TmfFilterContainsNode contents = new TmfFilterContainsNode(null);
            contents.setEventAspect(GuestAspect.CONTENTS);
            contents.setValue("KWORKER");
            contents.setIgnoreCase(true);
            TmfFilterEqualsNode vcpu = new TmfFilterEqualsNode(null);
            vcpu.setEventAspect(GuestAspect.VCPU);
            vcpu.setValue("1");
            StringBuilder found = new StringBuilder();
            events(opened.trace(), event -> {
                found.append(kind.matches(event) ? "kind " + event.getTimestamp().toNanos() + '\n' : "");
                found.append(contents.matches(event) ? "contents " + event.getTimestamp().toNanos() + '\n' : "");
                found.append(vcpu.matches(event) ? "vCPU " + event.getTimestamp().toNanos() + '\n' : "");
            });
            assertEquals("kind 122\ncontents 122\nkind 124\ncontents 124\nvCPU 160\nvCPU 170\n", found.toString());
        }
    }

    private static String columns(ITmfTrace trace) {
        assertTrue(StreamSupport.stream(trace.getEventAspects().spliterator(), false).map(ITmfEventAspect::getName).toList()
                .containsAll(List.of("VM", "vCPU", "Guest event", "Guest contents", "Timestamp", "CPU", "TID")));
        StringBuilder text = new StringBuilder();
        events(trace, event -> {
            StringBuilder line = new StringBuilder();
            for (ITmfEventAspect<?> aspect : aspects(trace)) {
                Object value = aspect.resolve(event);
                line.append(value == null ? "" : (aspect == GuestAspect.CONTENTS ? ": " : " ") + value);
            }
            text.append(line.isEmpty() ? "" : event.getTimestamp().toNanos() + line.toString() + '\n');
        });
        return text.toString();
    }

    /** Those of ours. */
    private static List<ITmfEventAspect<?>> aspects(ITmfTrace trace) {
        List<ITmfEventAspect<?>> ours = new ArrayList<>();
        trace.getEventAspects().forEach(aspect -> {
            if (aspect instanceof GuestAspect) {
                ours.add(aspect);
            }
        });
        return ours;
    }

    private static void events(ITmfTrace trace, Consumer<ITmfEvent> to) {
        ITmfContext context = trace.seekEvent(0L);
        for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
            to.accept(event);
        }
        context.dispose();
    }
}
