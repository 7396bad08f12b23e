/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;

import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfField;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which vCPU it is, and of which VM: what recorded traces report that in different ways, from the trace to the report. */
@Tag("platform")
class IdentityTest {

    private static final String FORK = "100 alpha cpu0 fork CPU_0/KVM:386 384\n";

    private static final String STORY = """
            110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            120 alpha cpu0 kvm_entry
            140 alpha cpu0 kvm_exit HLT 0
            150 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
            200 alpha cpu0 other
            """;

    private static final String REPORTED = """
            host alpha
            VM 384#1 (fork) 120-200
            vCPU 0 thread 386 120-200: guest 20, hostKernel 10, halted 50; 1 entries, 1 exits (HLT 1), 0 migrations
            """;

    @TempDir
    private Path fFolder;

    @Test
    void twoVmsBothHaveAVcpu0() throws IOException {
        expect(REPORTED + """
                VM 484#1 (fork) 130-200
                vCPU 0 thread 486 130-200: guest 30, hostKernel 40; 1 entries, 1 exits (INTR 1), 0 migrations
                """, new RecordedStory(FORK + STORY + """
                101 alpha cpu1 fork CPU_0/KVM:486 484
                110 alpha cpu1 sched_switch qemu:484 S CPU_0/KVM:486
                130 alpha cpu1 kvm_entry
                160 alpha cpu1 kvm_exit INTR 0
                """));
    }

    @Test
    void theNumberIsThatOfTheExits() throws IOException {
        expect(REPORTED.replace("vCPU 0", "vCPU 3"), new RecordedStory(FORK + STORY.replace("HLT 0", "HLT 3")));
    }

    @Test
    void withoutOneInTheExitsTheNumberIsThatInTheThreadsName() throws IOException {
        expect(REPORTED.replace("vCPU 0", "vCPU 2").replace("HLT", "120"),
                kernel5((FORK + STORY).replace("CPU_0/KVM", "CPU_2/KVM")));
    }

    @Test
    void elseTheNumberIsTheLowestFreeOneInTheOrderOfAppearance() throws IOException {
        expect("""
                host alpha
                VM 384#1 (fork) 120-200
                vCPU 0 thread 387 120-200: guest 10, hostKernel 10, halted 60; 1 entries, 1 exits (12 1), 0 migrations
                vCPU 1 thread 385 150-200: guest 10, hostKernel 10, halted 30; 1 entries, 1 exits (12 1), 0 migrations
                """, kernel5("""
                100 alpha cpu0 fork vcpu:385 384
                101 alpha cpu0 fork vcpu:387 384
                110 alpha cpu0 sched_switch qemu:384 S vcpu:387
                120 alpha cpu0 kvm_entry
                130 alpha cpu0 kvm_exit 12
                140 alpha cpu0 sched_switch vcpu:387 S vcpu:385
                150 alpha cpu0 kvm_entry
                160 alpha cpu0 kvm_exit 12
                170 alpha cpu0 sched_switch vcpu:385 S swapper/0:0
                200 alpha cpu0 other
                """));
    }

    @Test
    void theProcessIsThatOfTheStateDump() throws IOException {
        expect(REPORTED.replace("(fork)", "(reported)"), new RecordedStory("100 alpha cpu0 statedump CPU_0/KVM:386 384\n" + STORY));
    }

    @Test
    void theProcessIsThatOfTheContext() throws IOException {
        expect(REPORTED.replace("(fork)", "(reported)"), new RecordedStory("""
                100 alpha cpu0 context 384 384
                100 alpha cpu0 other
                110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 alpha cpu0 context 386 384
                120 alpha cpu0 kvm_entry
                140 alpha cpu0 kvm_exit HLT 0
                150 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
                200 alpha cpu0 context 0 0
                200 alpha cpu0 other
                """).withContext("tid", "pid"));
    }

    @Test
    void theProcessIsThatOfTheManifest() throws IOException {
        RecordedStory.write(fFolder, "hypertrace.json", """
                { "vms": [ { "name": "web", "pid": 384, "vcpus": [386] } ] }
                """);
        expect(REPORTED.replace("(fork)", "web run 1 (manifest)"), new RecordedStory(STORY));
    }

    @Test
    void theProcessIsInferredFromTheKernelsThreadForIt() throws IOException {
        expect(REPORTED.replace("(fork)", "(kernel thread)"),
                new RecordedStory(STORY.replace("qemu:384", "kvm-pit/384:390")));
    }

    @Test
    void aVcpuOfWhichNothingReportsTheProcessIsAVmOfItsOwn() throws IOException {
        expect(REPORTED.replace("384#1 (fork)", "386#1 (none)"), new RecordedStory(STORY));
    }

    @Test
    void oldKernelsRecordNeitherVcpuNorVendorWithExits() throws IOException {
        expect(REPORTED.replace("HLT", "120"), kernel5(FORK + STORY));
    }

    @Test
    void otherTracersSayKvmEntryAndKvmExit() throws IOException {
        RecordedStory story = new RecordedStory(FORK + STORY).without(name -> name.startsWith("kvm_x86"));
        KernelEvents.KVM_GENERIC.forEach(story::with);
        expect(REPORTED, story);
    }

    @Test
    void whoRunsBeforeTheFirstSwitchIsWhoItTakesOffTheProcessor() throws IOException {
        expect(REPORTED, new RecordedStory(FORK + STORY.substring(STORY.indexOf("120"))));
    }

    /** It cannot be reported when the thread left its processor, only that it had done so at 200. */
    @Test
    void whoRunsMayBeReportedByAContextAlone() throws IOException {
        expect("""
                host alpha
                VM 384#1 (reported) 120-300
                vCPU 0 thread 386 120-300: unknown 100, guest 20, hostKernel 60; 1 entries, 1 exits (HLT 1), 0 migrations
                """, new RecordedStory("""
                100 alpha cpu0 context 384 384
                100 alpha cpu0 other
                120 alpha cpu0 context 386 384
                120 alpha cpu0 kvm_entry
                140 alpha cpu0 kvm_exit HLT 0
                200 alpha cpu0 context 0 0
                200 alpha cpu0 other
                300 alpha cpu0 other
                """).withContext("tid", "pid").without(name -> name.startsWith("sched_")));
    }

    @Test
    void anExitFirstReportsThatTheGuestRanBefore() throws IOException {
        expect("""
                host alpha
                VM 386#1 (none) 100-200
                vCPU 0 thread 386 100-200: unknown 40, hostKernel 10, halted 50; 0 entries, 1 exits (HLT 1), 0 migrations
                """, new RecordedStory("""
                100 alpha cpu0 other
                140 alpha cpu0 kvm_exit HLT 0
                150 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
                200 alpha cpu0 other
                """));
    }

    /** As in kernels before 5.10: no vCPU number, no vendor. */
    private static RecordedStory kernel5(String story) {
        return new RecordedStory(story).with(CtfEventType.of("kvm_x86_exit", CtfField.unsigned("exit_reason", 32),
                CtfField.unsigned("guest_rip", 64), CtfField.unsigned("info1", 64), CtfField.unsigned("info2", 64)));
    }

    private void expect(String summary, RecordedStory story) throws IOException {
        assertEquals(summary, Summary.of(Command.report(story.in(fFolder))));
    }
}
