/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.analysis.os.linux.core.kernel.KernelAnalysisModule;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAnalysisManager;
import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceType;
import org.eclipse.tracecompass.tmf.core.project.model.TraceTypeHelper;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.trace.console.ConsoleLogTrace;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.oracle.VcpuLines;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.story.FtraceText;
import org.hypertrace.testing.story.FtraceText.Form;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host's trace as text of ftrace or perf in the whole product: the report reports what it reports of LTTng's. */
@Tag("platform")
class FtraceHostTest {

    private static final int STEPS = 2_000;

    @TempDir
    private Path fFolder;

    @Test
    void theReportIsThatOfTheSameTraceOfLttng() throws Exception {
        Recorded recorded = new RandomScenario(7, STEPS, 0).scenario().in(fFolder);
        String expected = VcpuLines.ofReport(Command.report(recorded.trace()));
        assertTrue(expected.lines().count() > 40, expected);
        for (Form form : List.of(Form.FTRACE, Form.PERF)) {
            assertEquals(expected, VcpuLines.ofReport(Command.report(text(form, new RandomScenario(7, STEPS, 0).scenario()))));
        }
    }

    /** Found by fuzzing, in a text that was cut off. */
    @Test
    void aVcpuOfWhichOnlyTheLastEventIsRecordedHasNoPath() throws Exception {
        Path text = Files.writeString(fFolder.resolve("cut.txt"), """
                # tracer: nop
                #
                     kworker/1:0-22      (-------) [001] d..2.    46.196462409: sched_switch: prev_comm=kworker/1:0 prev_pid=22 prev_prio=120 \
                prev_state=S ==> next_comm=CPU 0/KVM next_pid=185 next_prio=120
                       CPU 0/KVM-185     (-------) [001] d..2.    46.196506285: kvm_entry: vcpu 0, rip 0xffffffff81000000
                """);
        Command command = Command.run("path", "--quiet", text, "--vcpu", 0);
        assertEquals("1 hypertrace: Nothing of vCPU 0 of VM of thread 185 is recorded but its last event.", command.status() + " " + command.err().strip());
    }

    /** Nobody who records with ftrace has LTTng's commands. */
    @Test
    void whatIsMissingIsReportedInTheWordsOfFtrace() throws Exception {
        Path text = text(Form.TRACE_CMD, new RandomScenario(7, 300, 0).scenario());
        Files.writeString(text, Files.readString(text)
                .replaceAll("(?m)^.*(kvm_userspace_exit|irq_handler_|softirq_|timer).*\n", ""));
        String report = Command.run("report", "--quiet", text).out();
        assertTrue(report.contains("kvm_userspace_exit: ") && report.contains("trace-cmd record -e kvm\n")
                && report.contains("trace-cmd record -e irq -e timer") && report.contains("the process of each thread: ")
                && !report.contains("lttng"), report);
    }

    @Test
    void linesThatAreNoEventsAreReported() throws Exception {
        Path text = text(Form.FTRACE, new RandomScenario(7, 300, 0).scenario());
        Files.writeString(text, Files.readString(text) + "nonsense\n bash-90 [000] 0.000000: sched_waking: comm=a pid=1 prio=1 "
                + "target_cpu=000\n");
        String err = Command.run("report", "--quiet", text).err();
        assertEquals(text + ": 1 lines are no events and were left out.\n" + text
                + ": the time of 1 lines goes back; they count at the time of the line above them.\n", err);
    }

    @Test
    void traceCompassTakesOurTypesWithoutAsking() throws Exception {
        assertEquals(List.of(FtraceTextTrace.TYPE), typesOf(text(Form.TRACE_CMD, new RandomScenario(7, 100, 0).scenario())));
        assertEquals(List.of(ConsoleLogTrace.TYPE),
                typesOf(Files.writeString(fFolder.resolve("console.log"), "[    0.000000] Linux version 6.1.0\n")));
    }

    /** What is for kernel traces of any tracer is for these too. */
    @Test
    void traceCompassAnalysesItAsAKernelTrace() throws Exception {
        assertTrue(TmfAnalysisManager.getAnalysisModules(FtraceTextTrace.class).keySet()
                .containsAll(List.of("org.hypertrace.core.model", KernelAnalysisModule.ID)));
        FtraceTextTrace trace = new FtraceTextTrace();
        Path text = text(Form.FTRACE, new RandomScenario(7, 500, 0).scenario());
        trace.initTrace(null, text.toString(), TmfEvent.class, text.toString().replace('/', '_'), FtraceTextTrace.TYPE);
        KernelAnalysisModule kernel = new KernelAnalysisModule();
        try {
            assertTrue(kernel.canExecute(trace));
            assertTrue(kernel.setTrace(trace));
            kernel.schedule();
            assertTrue(kernel.waitForCompletion());
            ITmfStateSystem states = kernel.getStateSystem();
            assertNotNull(states);
            int threads = states.getQuarkAbsolute("Threads");
            assertTrue(states.getSubAttributes(threads, false).size() > 5);
        } finally {
            kernel.dispose();
            trace.dispose();
        }
    }

    private static List<String> typesOf(Path trace) throws Exception {
        return TmfTraceType.selectTraceType(trace.toString(), null).stream().map(TraceTypeHelper::getTraceTypeId).toList();
    }

    private Path text(Form form, Scenario scenario) throws IOException {
        List<HostEvent> events = new ArrayList<>();
        scenario.report(events::add);
        return Files.writeString(fFolder.resolve(form + ".txt"), FtraceText.of(form, events));
    }
}
