/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.tracetype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAnalysisManager;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceType;
import org.eclipse.tracecompass.tmf.core.project.model.TraceTypeHelper;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Trace Compass takes our trace type for traces of hosts, and no other trace. */
@Tag("platform")
class TraceTypeTest {

    private static final String LTTNG = "org.eclipse.linuxtools.lttng2.kernel.tracetype";
    private static final String STORY = """
            110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            120 alpha cpu0 kvm_entry
            140 alpha cpu0 kvm_hypercall 0x64 0 0 0 0
            """;

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aHostsTraceIsOursWithoutAsking(String sample) throws Exception {
        assertEquals(List.of(HypertraceKernelTrace.TYPE), typesOf(Samples.trace(sample)));
    }

    @Test
    void hypercallsAloneAreEnough() throws Exception {
        assertEquals(List.of(HypertraceKernelTrace.TYPE), typesOf(new RecordedStory(STORY)
                .without(name -> name.startsWith("kvm") && !name.endsWith("hypercall")).in(fFolder)));
    }

    @Test
    void aTraceWithoutGuestsStaysLttngs() throws Exception {
        Path trace = new RecordedStory(STORY).without(name -> name.startsWith("kvm")).in(fFolder);
        assertEquals(List.of(LTTNG), typesOf(trace));
        assertFalse(HypertraceKernelTrace.of(trace) instanceof HypertraceKernelTrace);
    }

    /** A guest may run guests of its own, but what we extracted is a guest's. */
    @Test
    void aGuestsTraceStaysLttngs() throws Exception {
        assertEquals(List.of(LTTNG), typesOf(new RecordedStory(STORY).withEnvironment("hypertrace_vm", "web").in(fFolder)));
    }

    @Test
    void aDamagedTraceIsNotOurs() throws Exception {
        Path trace = new RecordedStory(STORY).in(fFolder);
        Path metadata = trace.resolve("metadata");
        Files.writeString(metadata, Files.readString(metadata).replaceAll("(?s)event \\{.*", "event {"));
        assertTrue(!new HypertraceKernelTrace().validate(null, trace.toString()).isOK());
        assertTrue(!typesOf(trace).contains(HypertraceKernelTrace.TYPE), typesOf(trace).toString());
    }

    @Test
    void everyAnalysisOfKernelTracesApplies() {
        Set<String> ofLttng = TmfAnalysisManager.getAnalysisModules(LttngKernelTrace.class).keySet();
        assertEquals(ofLttng, TmfAnalysisManager.getAnalysisModules(HypertraceKernelTrace.class).keySet());
        assertTrue(ofLttng
                .containsAll(Set.of("org.hypertrace.core.model", "org.eclipse.tracecompass.analysis.os.linux.kernel")),
                ofLttng.toString());
    }

    private static List<String> typesOf(Path trace) throws Exception {
        return TmfTraceType.selectTraceType(trace.toString(), null).stream().map(TraceTypeHelper::getTraceTypeId).toList();
    }
}
