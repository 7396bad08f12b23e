/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.hypertrace.core.guesttrace.CtfField.unsigned;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two VMs, of which one is in a container that the manifest names: in rows, tooltips and tables, and as words of the filter. */
@Tag("platform")
class NamedContainersTest {

    private static final String STORY = namespaces(1, 4026531838L) + namespaces(384, 4026532180L) + namespaces(386, 4026532180L)
            + namespaces(484, 4026531838L) + namespaces(486, 4026531838L) + """
            90 alpha cpu0 statedump CPU_0/KVM:386 384
            91 alpha cpu0 statedump CPU_0/KVM:486 484
            100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            110 alpha cpu0 kvm_entry
            120 alpha cpu1 sched_switch qemu:484 S CPU_0/KVM:486
            130 alpha cpu1 kvm_entry
            150 alpha cpu0 kvm_exit HLT
            160 alpha cpu0 kvm_entry
            170 alpha cpu1 kvm_exit HLT
            180 alpha cpu1 kvm_entry
            200 alpha cpu0 kvm_exit HLT
            210 alpha cpu1 kvm_exit HLT
            """;

    @TempDir
    private Path fFolder;

    private static String namespaces(int tid, long uts) {
        return """
                80 alpha cpu0 event lttng_statedump_process_pid_ns %1$d 0 4026531836
                80 alpha cpu0 event lttng_statedump_process_ipc_ns %1$d 4026531839
                80 alpha cpu0 event lttng_statedump_process_net_ns %1$d 4026531840
                80 alpha cpu0 event lttng_statedump_process_uts_ns %1$d %2$d
                """.formatted(tid, uts);
    }

    private Path trace() throws Exception {
        RecordedStory story = new RecordedStory(STORY).with(CtfEventType.of("lttng_statedump_process_pid_ns", unsigned("tid", 32), unsigned("ns_level", 32),
                unsigned("ns_inum", 32)));
        for (String kind : List.of("ipc", "net", "uts")) {
            story.with(CtfEventType.of("lttng_statedump_process_" + kind + "_ns", unsigned("tid", 32), unsigned("ns_inum", 32)));
        }
        Path trace = story.in(fFolder);
        Files.writeString(fFolder.resolve("hypertrace.json"), """
                {"vms": [{"name": "web", "pid": 384}, {"name": "db", "pid": 484}],
                 "containers": [{"name": "pod", "pid": 384}, {"name": "other", "namespace": 4026539999}]}
                """);
        return trace;
    }

    @Test
    void theReportHasTheName() throws Exception {
        Command csv = Command.run("report", "--quiet", "--format", "csv", "--table", "vcpus", trace());
        List<String> lines = csv.out().lines().toList();
        assertTrue(lines.get(0).endsWith(",container,container name"), csv.out());
        assertEquals(List.of(true, true), List.of(lines.get(1).endsWith(",uts_ns 4026532180,pod"), lines.get(2).endsWith(",none,")), csv.out());
        assertEquals("The manifest of alpha names the container \"other\", but no vCPU of the trace is known to be in it.\n", csv.err());
        Command wrong = Command.run("report", "--quiet", "--container", "pod", fFolder.resolve("alpha"));
        assertEquals(2, wrong.status());
        assertTrue(wrong.err().startsWith("hypertrace: --container is for --table processes."), wrong.err());
    }

    @Test
    void dataQualityNamesAContainerThatNothingIsIn() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(trace())) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            assertEquals(List.of("recording|manifest|||The manifest of alpha names the container \"other\", but no vCPU of the trace is known to be in it.|"
                    + "Correct process ids, thread ids or namespaces in hypertrace.json beside the trace."),
                    Providers.DATA_QUALITY.create(opened.trace()).fetchTree(Map.of(), null).getModel().getEntries().stream()
                            .map(row -> String.join("|", row.getLabels())).toList());
            opened.forget();
        }
    }

    @Test
    void aRowHasTheNameAndIsFilteredByIt() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(trace())) {
            ProviderDump shown = new ProviderDump(Providers.VIRTUAL_CPU.create(opened.trace()));
            assertTrue(shown.tree().contains("  Container pod\n    web\n      vCPU 0\n"), shown.tree());
            TimeGraphEntryModel vcpu = shown.entry("vCPU 0", 0);
            TimeGraphEntryModel other = shown.entry("vCPU 0", 1);
            String tooltip = shown.tooltip(vcpu, 120) + shown.tooltip(other, 140);
            assertTrue(tooltip.contains("Container: pod (uts_ns 4026532180)\n") && tooltip.contains("Container: none\n"), tooltip);
            boolean isFirst = shown.tooltip(vcpu, 120).contains("pod");
            assertEquals("true false", isLeft(shown, isFirst ? vcpu : other) + " " + isLeft(shown, isFirst ? other : vcpu));
            opened.forget();
        }
    }

    /** Whether any state of a row is left by the words that are kept. */
    private static boolean isLeft(ProviderDump shown, TimeGraphEntryModel row) {
        Map<String, Object> parameters = new HashMap<>(ProviderDump.parameters(row, List.of(120L, 140L, 165L, 190L)));
        parameters.put(DataProviderParameterUtils.REGEX_MAP_FILTERS_KEY, Map.of(4, List.of("pod")));
        return shown.provider().fetchRowModel(parameters, null).getModel().getRows().stream().flatMap(one -> one.getStates().stream())
                .anyMatch(state -> state.getLabel() != null);
    }
}
