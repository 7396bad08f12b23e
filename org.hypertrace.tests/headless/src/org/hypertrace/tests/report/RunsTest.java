/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A VM that ends and one that begins: two VMs, whatever ids they share; runs of one only if they have the same name. */
@Tag("platform")
class RunsTest {

    private static final String FIRST = """
            100 alpha cpu0 fork CPU_0/KVM:386 384
            110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            120 alpha cpu0 kvm_entry
            140 alpha cpu0 kvm_exit INTR 0
            150 alpha cpu0 thread_exit CPU_0/KVM:386
            160 alpha cpu0 sched_switch CPU_0/KVM:386 X qemu:384
            170 alpha cpu0 thread_exit qemu:384
            """;

    private static final String SECOND = """
            200 alpha cpu0 fork qemu:484 484
            201 alpha cpu0 fork CPU_0/KVM:486 484
            210 alpha cpu0 sched_switch qemu:484 S CPU_0/KVM:486
            220 alpha cpu0 kvm_entry
            250 alpha cpu0 kvm_exit INTR 0
            300 alpha cpu0 other
            """;

    private static final String BOTH = """
            host alpha
            VM 384#1 (fork) 120-150
            vCPU 0 thread 386 120-150: guest 20, hostKernel 10; 1 entries, 1 exits (INTR 1), 0 migrations
            VM 484#1 (fork) 220-300
            vCPU 0 thread 486 220-300: guest 30, hostKernel 50; 1 entries, 1 exits (INTR 1), 0 migrations
            """;

    @TempDir
    private Path fFolder;

    @Test
    void twoProcessesAreTwoVms() throws IOException {
        expect(BOTH, FIRST + SECOND);
    }

    @Test
    void twoProcessesWithOneNameInTheManifestAreTwoRunsOfAVm() throws IOException {
        RecordedStory.write(fFolder, "hypertrace.json", """
                { "vms": [ { "name": "web", "pid": 384 }, { "name": "web", "pid": 484 } ] }
                """);
        expect(BOTH.replace("384#1", "384#1 web run 1").replace("484#1", "484#1 web run 2"), FIRST + SECOND);
    }

    @Test
    void twoProcessesWhoseGuestsGiveThemselvesOneNameAreTwoRunsOfAVm() throws IOException {
        String reports = "kvm_exit INTR 0 0xffffffff81000000%n%d alpha cpu0 kvm_hypercall 0x88 0 0x8000000000000004 'web' 0";
        expect(BOTH.replace("384#1", "384#1 web run 1").replace("484#1", "484#1 web run 2"),
                FIRST.replace("kvm_exit INTR 0", reports.formatted(145)) + SECOND.replace("kvm_exit INTR 0", reports.formatted(255)));
    }

    @Test
    void aProcessIdUsedAgainIsAnotherVm() throws IOException {
        expect(BOTH.replace("484#1", "384#2"), FIRST + SECOND.replace("484", "384"));
    }

    @Test
    void aProcessIdUsedAgainIsTheManifestsNextVmWithIt() throws IOException {
        RecordedStory.write(fFolder, "hypertrace.json", """
                { "vms": [ { "name": "web", "pid": 384 }, { "name": "mail", "pid": 384 } ] }
                """);
        expect(BOTH.replace("384#1", "384#1 web run 1").replace("484#1", "384#2 mail run 1"),
                FIRST + SECOND.replace("484", "384"));
    }

    @Test
    void aThreadIdUsedAgainIsAnotherVcpu() throws IOException {
        expect(BOTH.replace("486", "386"), FIRST + SECOND.replace("486", "386"));
    }

    @Test
    void allIdsUsedAgainAreAnotherVm() throws IOException {
        expect(BOTH.replace("484#1", "384#2").replace("486", "386"), FIRST + SECOND.replace("486", "386").replace("484", "384"));
    }

    /** The threads' ends may not have been recorded. */
    @Test
    void allIdsForkedAgainAreAnotherVm() throws IOException {
        expect(BOTH.replace("484#1", "384#2").replace("486", "386").replace("120-150", "120-201")
                .replace("hostKernel 10", "hostKernel 20, preempted 41").replace("0 migrations\nVM", "0 migrations; task qemu(384) 41\nVM"),
                FIRST.replace("X qemu", "R qemu") + SECOND.replace("486", "386").replace("484", "384"), "sched_process_exit");
    }

    private void expect(String summary, String story) throws IOException {
        expect(summary, story, "nothing");
    }

    private void expect(String summary, String story, String notRecorded) throws IOException {
        assertEquals(summary, Summary.of(Command.report(new RecordedStory(story).without(notRecorded::equals).in(fFolder))));
    }
}
