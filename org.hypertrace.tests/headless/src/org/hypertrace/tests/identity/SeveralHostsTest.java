/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** Traces of two machines in one experiment: both in one report, by one pass, neither changed by the other. */
@Tag("platform")
class SeveralHostsTest {

    /** The same thread ids on both; beta's trace begins later and ends earlier. */
    private static final String STORY = """
            100 alpha cpu0 fork CPU_0/KVM:386 384
            110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            120 alpha cpu0 kvm_entry
            150 beta cpu0 fork CPU_0/KVM:386 384
            160 beta cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            170 beta cpu0 kvm_entry
            180 alpha cpu0 kvm_exit HLT 0
            190 beta cpu0 kvm_exit INTR 0
            200 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
            300 beta cpu0 kvm_entry
            400 beta cpu0 other
            500 alpha cpu0 other
            """;

    private static final String ALPHA = """
            host alpha
            VM 384#1 (fork) 120-500
            vCPU 0 thread 386 120-500: guest 60, hostKernel 20, halted 300; 1 entries, 1 exits (HLT 1), 0 migrations
            """;

    private static final String BETA = """
            host beta
            VM 384#1 (fork) 170-400
            vCPU 0 thread 386 170-400: guest 120, hostKernel 110; 2 entries, 1 exits (INTR 1), 0 migrations
            """;

    @TempDir
    private Path fFolder;

    @Test
    void bothAreInOneReport() throws IOException {
        new RecordedStory(STORY).in(fFolder);
        JsonObject report = Command.report(fFolder);
        assertEquals(ALPHA + BETA, Summary.of(report));
        assertEquals("100-500", report.get("begin") + "-" + report.get("end"));
    }

    @Test
    void eachHasItsFiguresOfAloneAndItsLivesEndWithItsOwnTrace() throws IOException {
        new RecordedStory(STORY).in(fFolder);
        assertEquals(ALPHA, Summary.of(Command.report(fFolder.resolve("alpha"))));
        assertEquals(BETA, Summary.of(Command.report(fFolder.resolve("beta"))));
    }

    /** Both hosts have a VM of process 384: they are two VMs, not one of both lives. */
    @Test
    void vmsOfTheSameNameAreComparedByTheirHosts() throws IOException {
        new RecordedStory(STORY).in(fFolder);
        JsonObject report = Command.json("report", fFolder, "--compare", fFolder, fFolder);
        assertEquals("alpha:VM 384 380, beta:VM 384 230", Summary.objects(Summary.objects(report, "comparisons").get(0), "pairs").stream()
                .map(pair -> pair.getAsJsonObject("a")).map(vm -> vm.get("vm").getAsString() + ' ' + vm.get("life")).collect(Collectors.joining(", ")));
    }

    @Test
    void twoArgumentsAreOneExperiment() throws IOException {
        new RecordedStory(STORY).in(fFolder);
        assertEquals(ALPHA + BETA, Summary.of(Command.report(fFolder.resolve("alpha"), fFolder.resolve("beta"))));
    }

    @Test
    void theManifestBesideThemIsOfBoth() throws IOException {
        new RecordedStory(STORY).in(fFolder);
        RecordedStory.write(fFolder, "hypertrace.json", """
                { "vms": [ { "name": "web", "pid": 384 } ] }
                """);
        assertEquals((ALPHA + BETA).replace("384#1", "384#1 web run 1"), Summary.of(Command.report(fFolder)));
    }

    @Test
    void theTraceOfAGuestIsNoHost() throws IOException {
        new RecordedStory(STORY.replaceAll("\\d+ beta .*\n", "")).in(fFolder);
        new RecordedStory(STORY.replaceAll("\\d+ alpha .*\n", "")).withEnvironment("hypertrace_vm", "web").in(fFolder);
        assertEquals(ALPHA, Summary.of(Command.report(fFolder)));
    }

    @Test
    void oneRequestReadsTheEventsOfBoth() throws Exception {
        new RecordedStory(STORY).in(fFolder);
        CountedTrace alpha = new CountedTrace(fFolder.resolve("alpha"));
        CountedTrace beta = new CountedTrace(fFolder.resolve("beta"));
        CountedExperiment both = new CountedExperiment(fFolder.resolve("both").toString(), alpha, beta);
        ModelAnalysis model = new ModelAnalysis();
        try {
            model.setTrace(both);
            model.schedule();
            assertEquals(true, model.waitForCompletion(new NullProgressMonitor()));
            assertEquals(List.of(1, 0, 0), List.of(both.fRequests, alpha.fRequests, beta.fRequests));
            assertEquals(12, both.getNbEvents());
        } finally {
            model.dispose();
            both.dispose();
        }
    }

    private static final class CountedTrace extends LttngKernelTrace {
        private int fRequests;

        CountedTrace(Path folder) throws Exception {
            initTrace(null, folder.toString(), CtfTmfEvent.class, folder.toString(), null);
        }

        @Override
        public void sendRequest(ITmfEventRequest request) {
            fRequests++;
            super.sendRequest(request);
        }
    }

    private static final class CountedExperiment extends TmfExperiment {
        private int fRequests;

        CountedExperiment(String path, ITmfTrace... traces) {
            super(ITmfEvent.class, path, traces, DEFAULT_INDEX_PAGE_SIZE, null);
        }

        @Override
        public void sendRequest(ITmfEventRequest request) {
            fRequests++;
            super.sendRequest(request);
        }
    }
}
