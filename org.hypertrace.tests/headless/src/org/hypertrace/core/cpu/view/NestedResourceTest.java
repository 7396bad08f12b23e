/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A vCPU whose VM runs a guest of its own reports when it has entered that one; no other vCPU has such a row. */
@Tag("platform")
class NestedResourceTest {

    private static final String STORY = """
            100 node cpu0 fork CPU_0/KVM:386 384
            100 node cpu1 fork CPU_0/KVM:486 484
            120 node cpu0 sched_switch bash:10 S CPU_0/KVM:386
            120 node cpu1 sched_switch bash:20 S CPU_0/KVM:486
            130 node cpu0 kvm_entry
            130 node cpu1 kvm_entry
            140 node cpu0 kvm_exit VMRUN
            145 node cpu0 nested_vmenter 0x1000
            150 node cpu0 kvm_entry
            160 node cpu0 kvm_exit INTR 0
            161 node cpu0 nested_vmexit INTR
            165 node cpu0 sched_switch CPU_0/KVM:386 R make:30
            180 node cpu0 sched_switch make:30 R CPU_0/KVM:386
            190 node cpu0 kvm_entry
            200 node cpu0 kvm_exit HLT
            201 node cpu0 nested_vmexit HLT
            205 node cpu0 nested_vmexit_inject HLT
            210 node cpu0 kvm_entry
            300 node cpu0 other
            """;

    @TempDir
    static Path folder;

    @Test
    void aVcpuShowsWhatItHasEntered() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(STORY).in(folder))) {
            ProviderDump shown = new ProviderDump(Providers.VIRTUAL_RESOURCES.create(opened.trace()));
            assertEquals("""
                    node
                      CPU 0
                        Interrupts
                      CPU 1
                        Interrupts
                      VM 384
                        vCPU 0
                          Waits for
                          Nested guest
                      VM 484
                        vCPU 0
                          Waits for
                    """, shown.tree());
            TimeGraphEntryModel row = shown.entry("Nested guest", 0);
            List<Long> times = new ArrayList<>();
            for (long time = row.getStartTime(); time < row.getEndTime(); time++) {
                times.add(time);
            }
            assertEquals("145 205 vCPU 0 (block 0x1000)", shown.states(row, times).stream()
                    .filter(state -> state.getLabel() != null)
                    .map(state -> state.getStartTime() + " " + (state.getStartTime() + state.getDuration()) + " "
                            + state.getLabel())
                    .collect(Collectors.joining("\n")));
            assertEquals("""
                    Waits for: CPU 0 for 15 ns
                    Nested: vCPU 0 (block 0x1000) for 60 ns
                    """, shown.tooltip(row, 170));
            assertEquals("Physical CPU: CPU 0 for 120 ns\n", shown.tooltip(row, 250));
            opened.forget();
        }
    }
}
