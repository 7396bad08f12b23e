/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.settings.DialectChoices.Choice;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who reports what, and what the user chose: what there is to choose from. */
@Tag("platform")
class VmDialectTest {

    private static final String TWO = """
            90 alpha cpu0 fork CPU_0/KVM:386 384
            91 alpha cpu1 fork CPU_0/KVM:586 584
            100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            101 alpha cpu1 sched_switch qemu:584 S CPU_0/KVM:586
            110 alpha cpu0 kvm_entry
            111 alpha cpu1 kvm_entry
            120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            121 alpha cpu0 kvm_hypercall 0x84 5 7 0 0
            """;

    @TempDir
    private Path fFolder;

    @Test
    void everyVmIsThereAndThoseOfWhichOnlyTheChoicesKnow() throws Exception {
        RecordedStory.write(fFolder, "hypertrace.json", "{ \"vms\": [ { \"name\": \"mail\", \"pid\": 584 } ] }");
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(TWO).in(fFolder))) {
            ITmfStateSystem states = ModelStates.of(opened.trace());
            states.waitUntilBuilt();
            String found = "hypertrace-1: numbers 0x66-0xa3 occur, which only version 1 has";
            assertEquals(List.of(new VmDialect(null, "Every VM", "", null, "own"),
                    new VmDialect("384#1", "VM 384", found, "hypertrace-1", "p3"),
                    new VmDialect("584#1", "mail", "no guest events", null, "p4"),
                    new VmDialect("7", "7", "", null, "p5")),
                    VmDialect.of(states, List.of(new Choice("384", "p3"), new Choice("mail", "p4"), new Choice("7", "p5"),
                            new Choice(null, "own"))));
            opened.forget();
        }
    }
}
