/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that the tracer discarded: what vCPUs did from then on is unknown until an event reports, never what it was before. */
@Tag("platform")
class LostEventsTest {

    @TempDir
    private Path fFolder;

    /**
     * While processor 0 lost events, thread 386 ran on it: unknown. 387 ran in the guest on processor 1, which lost
     * nothing: known. 388 slept, and may have been woken on processor 0 and have run there: unknown; at 340 it gets a
     * processor, at 345 it reports what for.
     */
    @Test
    void onlyAVcpuThatRunsElsewhereStaysKnown() throws IOException {
        expect("""
                host alpha, lost 7
                VM 384#1 (fork) 110-400
                vCPU 0 thread 386 120-400: unknown 160, guest 40, hostKernel 30, blocked 50; \
                2 entries, 2 exits (INTR 2), 0 migrations
                vCPU 1 thread 387 120-400: guest 260, hostKernel 20; 1 entries, 1 exits (INTR 1), 0 migrations
                vCPU 2 thread 388 110-400: unknown 195, guest 65, hostKernel 10, halted 20; \
                2 entries, 1 exits (HLT 1), 0 migrations
                """, """
                90 alpha cpu0 fork CPU_0/KVM:386 384
                90 alpha cpu0 fork CPU_1/KVM:387 384
                90 alpha cpu0 fork CPU_2/KVM:388 384
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                100 alpha cpu1 sched_switch swapper/1:0 R CPU_1/KVM:387
                100 alpha cpu2 sched_switch swapper/2:0 R CPU_2/KVM:388
                110 alpha cpu2 kvm_entry
                120 alpha cpu2 kvm_exit HLT 2
                120 alpha cpu0 kvm_entry
                120 alpha cpu1 kvm_entry
                130 alpha cpu2 sched_switch CPU_2/KVM:388 S swapper/2:0
                140 alpha cpu0 kvm_exit INTR 0
                150 alpha cpu0 other
                150 alpha cpu0 lost 300 7
                310 alpha cpu0 kvm_entry
                330 alpha cpu0 kvm_exit INTR 0
                340 alpha cpu2 sched_switch swapper/2:0 R CPU_2/KVM:388
                345 alpha cpu2 kvm_entry
                350 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
                380 alpha cpu1 kvm_exit INTR 1
                400 alpha cpu1 other
                """);
    }

    @Test
    void everyCommandReportsThatEventsWereDiscarded() throws IOException {
        Path trace = new RecordedStory("""
                90 alpha cpu0 fork CPU_0/KVM:386 384
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 alpha cpu0 kvm_entry
                130 alpha cpu0 kvm_exit VMMCALL 0
                131 alpha cpu0 kvm_hypercall 0x66 0x1 0x787800000000 'init' 0
                140 alpha cpu0 kvm_entry
                150 alpha cpu0 kvm_exit INTR 0
                150 alpha cpu0 lost 300 7
                400 alpha cpu1 other
                """).in(fFolder);
        for (String command : List.of("report", "boot", "exits", "shutdown", "stacks", "path --vcpu 0")) {
            Command message = Command.run(command, trace);
            assertTrue((message.out() + message.err()).matches("(?s).*(discarded|were lost|lostByHost|tracer lost).{0,20}\\b7\\b.*"),
                    command + message.err() + message.out());
        }
    }

    /** A packet that ends 100 us earlier than its last event. */
    @Test
    void everyCommandReportsThatTimesAreWrong() throws IOException {
        for (String command : List.of("report", "boot", "exits", "shutdown", "stacks", "path --vcpu 0")) {
            // a history of the same trace would know only what it keeps
            DamagedCopy copy = DamagedCopy.of(Samples.trace("quiet-boot"), fFolder.resolve(command)).withoutIndex();
            copy.set("c0_0", 1, 40, copy.headers("c0_0").get(1).end() - 100_000);
            Command message = Command.run(command, "--quiet", copy.folder());
            assertEquals(0, message.status(), message.toString());
            assertTrue(message.err().matches("(?s).*: [1-9]\\d* events stand outside the times of the packet: these times may be wrong[.].*"),
                    command + message.err());
        }
    }

    @Test
    void afterALossAtTheEndAllIsUnknown() throws IOException {
        expect("""
                host alpha, lost 3
                VM 384#1 (fork) 120-400
                vCPU 0 thread 386 120-400: unknown 270, guest 10; 1 entries, 1 exits (INTR 1), 0 migrations
                """, """
                90 alpha cpu0 fork CPU_0/KVM:386 384
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 alpha cpu0 kvm_entry
                130 alpha cpu0 kvm_exit INTR 0
                130 alpha cpu0 lost 300 3
                400 alpha cpu1 other
                """);
    }

    @Test
    void aGuestThatWasEnteredBeforeTheLossIsNotThereAfterIt() throws IOException {
        expect("""
                host alpha, lost 3
                VM 384#1 (fork) 120-400
                vCPU 0 thread 386 120-400: unknown 230, hostKernel 20, blocked 30; 1 entries, 1 exits (INTR 1), 0 migrations
                """, """
                90 alpha cpu0 fork CPU_0/KVM:386 384
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 alpha cpu0 kvm_entry
                120 alpha cpu0 lost 300 3
                350 alpha cpu0 kvm_exit INTR 0
                370 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
                400 alpha cpu1 other
                """);
    }

    /** Who runs on the processor after the loss nobody reports: the entry belongs to no vCPU. */
    @Test
    void whoRunsAfterALossMustBeReported() throws IOException {
        expect("""
                host alpha, unattributed 1, lost 3
                VM 384#1 (fork) 120-400
                vCPU 0 thread 386 120-400: unknown 270, guest 10; 1 entries, 1 exits (INTR 1), 0 migrations
                """, """
                90 alpha cpu0 fork CPU_0/KVM:386 384
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 alpha cpu0 kvm_entry
                130 alpha cpu0 kvm_exit INTR 0
                130 alpha cpu0 lost 300 3
                350 alpha cpu0 kvm_entry
                400 alpha cpu1 other
                """);
    }

    /** Calls in which events were lost have no ends: whoever reads the figures must know why. */
    @Test
    void systemCallsAreReportedWithTheLoss() throws IOException {
        Command command = Command.run("syscalls", "--quiet", new RecordedStory("""
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 alpha cpu0 kvm_entry
                120 alpha cpu0 lost 300 3
                400 alpha cpu1 other
                """).in(fFolder));
        assertTrue(command.err().contains("the host's tracer discarded 3 events; what happened then is unknown."), command.err());
    }

    @Test
    void theTextReportsIt() throws IOException {
        Command command = Command.run("report", "--quiet", new RecordedStory("""
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 alpha cpu0 kvm_entry
                120 alpha cpu0 lost 300 3
                400 alpha cpu1 other
                """).in(fFolder));
        assertTrue(command.out().contains("Data quality\n  - host alpha: lostByHost 3 - events that the host's tracer "
                + "discarded: what the vCPUs did then is unknown.\n    Record with more or larger sub-buffers (lttng enable-channel --num-subbuf --subbuf-size).\n"), command.out());
    }

    private void expect(String summary, String story) throws IOException {
        assertEquals(summary, Summary.of(Command.report(new RecordedStory(story).in(fFolder))));
    }
}
