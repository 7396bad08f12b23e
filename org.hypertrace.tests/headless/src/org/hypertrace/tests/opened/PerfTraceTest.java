/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.analysis.os.linux.core.kernel.KernelAnalysisModule;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceType;
import org.eclipse.tracecompass.tmf.core.project.model.TraceTypeHelper;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Service;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.machine.read.DirectReading;
import org.hypertrace.core.machine.read.HostEventSource;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.trace.ctf.TracePackets;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.story.FtraceText;
import org.hypertrace.testing.story.FtraceText.Form;
import org.hypertrace.testing.story.PerfTrace;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A host's trace as CTF of {@code perf data convert}: all that is found is what is found in the text that {@code perf script} prints of the same. */
@Tag("platform")
class PerfTraceTest {

    private static final int STEPS = 2_000;
    /** Few, so that each stream has several packets. */
    private static final int EVENTS = 300;

    @TempDir
    private Path fFolder;

    private static List<HostEvent> random() {
        List<HostEvent> events = new ArrayList<>();
        new RandomScenario(7, STEPS, 0).scenario().report(events::add);
        return events;
    }

    private Path ctf(List<HostEvent> events) throws Exception {
        return PerfTrace.write(fFolder.resolve("ctf/alpha"), events, EVENTS);
    }

    @ParameterizedTest
    @ValueSource(strings = { "report --format json", "report --format text", "exits --format json", "exits --format csv", "path --vcpu 0 --format text" })
    void theReportIsThatOfTheTextOfPerf(String command) throws Exception {
        List<HostEvent> events = random();
        Path text = Files.createDirectories(fFolder.resolve("txt")).resolve("alpha");
        Files.writeString(text, FtraceText.of(Form.PERF, events));
        Command expected = Command.run(command + " --quiet", text);
        assertEquals(0, expected.status(), expected.err());
        assertTrue(expected.out().length() > 1000, expected.out());
        Command found = Command.run(command + " --quiet", ctf(events));
        // a machine is distinguished by the id of its clock, and by the path of a text
        assertEquals(expected.out().replace("\"id\": \"" + text, "\"id\": \"\\\"" + PerfTrace.CLOCK + "\\\"").replace("/txt/", "/ctf/"), found.out());
        assertEquals(expected.err().replace("/txt/", "/ctf/"), found.err());
        assertEquals(List.of(), found.log());
    }

    /** All is decoded from the files, and it is what Trace Compass' reader has. */
    @ParameterizedTest
    @EnumSource(Detail.class)
    void bothReadersHaveTheSameEvents(Detail detail) throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(ctf(random()))) {
            HostTraces traces = HostTraces.of(opened.trace());
            assertEquals("alpha true", traces.hosts().get(0).name() + ' ' + traces.hosts().get(0).recorded().hasThreadContext());
            List<HostEvent> direct = new ArrayList<>();
            try (DirectReading reading = DirectReading.of(opened.trace(), new HostEventSource(traces, detail))) {
                assertEquals(DirectReading.End.ALL, reading.read(time -> true, direct::add));
            }
            List<HostEvent> events = new ArrayList<>();
            HostEventSource source = new HostEventSource(traces, detail);
            ITmfContext at = opened.trace().seekEvent(0L);
            for (ITmfEvent event = opened.trace().getNext(at); event != null; event = opened.trace().getNext(at)) {
                source.read(event, events::add);
            }
            at.dispose();
            assertTrue(direct.size() > STEPS, direct.size() + " events");
            assertEquals(events, direct);
        }
    }

    @Test
    void exitsOfArmAreRead() throws Exception {
        List<HostEvent> events = List.of(new HostEvent.KvmExit(110, 0, 0, ExitReason.ARM, 0x24, -1, 0xffff800080010000L),
                new HostEvent.KvmExit(120, 0, 0, ExitReason.ARM, ExitReason.ARM_OTHER, -1, 0xffff800080010000L),
                new HostEvent.KvmOther(130, 0, 0, Service.MMIO_WRITE, 0x9000000));
        LttngKernelTrace trace = HypertraceKernelTrace.of(ctf(events));
        trace.initTrace(null, fFolder.resolve("ctf/alpha").toString(), CtfTmfEvent.class);
        try {
            HostEventReader reader = new HostEventReader(0, trace.getKernelEventLayout(), false, Detail.EXITS);
            List<HostEvent> read = new ArrayList<>();
            ITmfContext at = trace.seekEvent(0L);
            for (ITmfEvent event = trace.getNext(at); event != null; event = trace.getNext(at)) {
                reader.read(event, read::add);
            }
            at.dispose();
            assertEquals(events, read);
        } finally {
            trace.dispose();
        }
    }

    /** perf ends each stream with its last event, also that of a processor that had nothing to do for long. */
    @Test
    void aStreamThatEndsEarlyLacksNothing() throws Exception {
        Path trace = ctf(Story.events(RecordedStory.ONE_VCPU + "300 alpha cpu1 other\n9000000000 alpha cpu0 other\n"));
        assertEquals(List.of(), TracePackets.of(trace).gaps());
        assertEquals(List.of(), TracePackets.of(trace).doubts());
        // where a tracer ends all streams together, one that ends nine seconds before is not whole
        Files.writeString(trace.resolve("metadata"), Files.readString(trace.resolve("metadata")).replace("\"perf\"", "\"lttng-modules\""));
        assertEquals(1, TracePackets.of(trace).gaps().size());
    }

    @Test
    void traceCompassTakesOurTypeAndAnalysesIt() throws Exception {
        Path trace = ctf(random());
        assertEquals(List.of(HypertraceKernelTrace.TYPE), TmfTraceType.selectTraceType(trace.toString(), null).stream()
                .map(TraceTypeHelper::getTraceTypeId).toList());
        try (OpenedTrace opened = OpenedTrace.of(trace)) {
            KernelAnalysisModule kernel = new KernelAnalysisModule();
            assertTrue(kernel.setTrace(opened.trace()));
            kernel.schedule();
            assertTrue(kernel.waitForCompletion());
            int threads = kernel.getStateSystem().getQuarkAbsolute("Threads");
            assertTrue(kernel.getStateSystem().getSubAttributes(threads, false).size() > 5);
            kernel.dispose();
        }
    }
}
