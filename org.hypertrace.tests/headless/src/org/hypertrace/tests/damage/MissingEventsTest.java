/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** What was not recorded changes what can be shown: the figures are still a whole, and the report reports what is merged. */
@Tag("platform")
class MissingEventsTest {

    /** A VM's first turn: it runs, is interrupted, goes to its VMM, comes back, halts, is woken. */
    private static final String STORY = """
            100 alpha cpu0 fork CPU_0/KVM:386 384
            110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            120 alpha cpu0 kvm_entry
            140 alpha cpu0 irq_entry 24
            145 alpha cpu0 irq_exit 24
            150 alpha cpu0 kvm_exit IOIO 0
            160 alpha cpu0 kvm_userspace_exit
            165 alpha cpu0 syscall_exit
            200 alpha cpu0 syscall_entry
            210 alpha cpu0 kvm_entry
            220 alpha cpu0 kvm_hypercall 100
            230 alpha cpu0 kvm_exit HLT 0
            240 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
            300 alpha cpu1 sched_waking CPU_0/KVM:386 cpu0
            305 alpha cpu1 sched_wakeup CPU_0/KVM:386 cpu0
            320 alpha cpu0 sched_switch swapper/0:0 R CPU_0/KVM:386
            330 alpha cpu0 kvm_entry
            400 alpha cpu0 other
            """;

    private static final String PROCESS = "host alpha\nVM 384#1 (fork) 120-400\n";

    @TempDir
    private Path fFolder;

    @Test
    void nothingIsMissing() throws IOException {
        expect("", PROCESS + """
                vCPU 0 thread 386 120-400: guest 110, hostInterrupt 5, vmm 40, hostKernel 45, halted 60, waking 20; \
                3 entries, 2 exits (HLT 1, IOIO 1), 0 migrations; interrupt irq 24 5
                """, none -> false);
    }

    @Test
    void withoutEntries() throws IOException {
        expect("kvm_x86_entry: when the guest has the processor is not known, guest time counts as host kernel; "
                + "lttng enable-event -k kvm_x86_entry\n", """
                host alpha
                VM 384#1 (fork) 100-400
                vCPU 0 thread 386 100-400: unknown 50, vmm 40, hostKernel 130, halted 60, waking 20; \
                0 entries, 2 exits (HLT 1, IOIO 1), 0 migrations
                """, "kvm_x86_entry"::equals);
    }

    @Test
    void withoutExits() throws IOException {
        expect("kvm_x86_exit: why the guest is left is not known, a guest that has nothing to do counts as blocked; "
                + "lttng enable-event -k kvm_x86_exit\n", PROCESS + """
                vCPU 0 thread 386 120-400: guest 120, hostInterrupt 5, vmm 40, hostKernel 35, blocked 60, waking 20; \
                3 entries, 0 exits, 0 migrations; interrupt irq 24 5
                """, "kvm_x86_exit"::equals);
    }

    @Test
    void withoutHypercalls() throws IOException {
        expect("kvm_x86_hypercall: the guest's own events cannot be shown; lttng enable-event -k kvm_x86_hypercall\n",
                null, "kvm_x86_hypercall"::equals);
    }

    @Test
    void withoutWakeups() throws IOException {
        expect("sched_wakeup: a woken vCPU that waits for its processor counts as halted or blocked; "
                + "lttng enable-event -k sched_waking,sched_wakeup,sched_wakeup_new\n", PROCESS + """
                vCPU 0 thread 386 120-400: guest 110, hostInterrupt 5, vmm 40, hostKernel 45, halted 80; \
                3 entries, 2 exits (HLT 1, IOIO 1), 0 migrations; interrupt irq 24 5
                """, name -> name.startsWith("sched_wak"));
    }

    @Test
    void withoutForksAndStateDump() throws IOException {
        expect("sched_process_fork: the processes of the vCPUs are not recorded, so VMs are inferred; lttng enable-event -k "
                + "sched_process_fork,sched_process_exec,sched_process_exit,sched_process_free\n",
                null, name -> name.equals("sched_process_fork") || name.startsWith("lttng_statedump"));
    }

    @Test
    void withoutForksButWithStateDump() throws IOException {
        expect("", null, "sched_process_fork"::equals);
    }

    @Test
    void withoutForksAndStateDumpButWithTheProcessInContexts() throws IOException {
        assertEquals("", missing(Command.report(withContext().without(name -> name.equals("sched_process_fork")
                || name.startsWith("lttng_statedump")).in(fFolder))));
    }

    @Test
    void withoutInterrupts() throws IOException {
        expect("irq_handler_entry: interrupts of the host count as guest or host kernel; lttng enable-event -k "
                + "irq_handler_entry,irq_handler_exit,irq_softirq_entry,irq_softirq_exit,"
                + "timer_hrtimer_expire_entry,timer_hrtimer_expire_exit\n", PROCESS + """
                vCPU 0 thread 386 120-400: guest 120, vmm 40, hostKernel 40, halted 60, waking 20; \
                3 entries, 2 exits (HLT 1, IOIO 1), 0 migrations
                """, name -> name.matches("(irq|timer|x86_irq)_.*_(entry|exit)"));
    }

    @Test
    void withoutUserspaceExits() throws IOException {
        expect("kvm_userspace_exit: VMM time counts as host kernel until the end of the VMM's system call; "
                + "lttng enable-event -k kvm_userspace_exit\n", PROCESS + """
                vCPU 0 thread 386 120-400: guest 110, hostInterrupt 5, vmm 35, hostKernel 50, halted 60, waking 20; \
                3 entries, 2 exits (HLT 1, IOIO 1), 0 migrations; interrupt irq 24 5
                """, "kvm_userspace_exit"::equals);
    }

    @Test
    void withoutSystemCalls() throws IOException {
        expect("syscall_entry: the host kernel's work in the VMM's system calls counts as VMM; "
                + "lttng enable-event -k --syscall --all\n", PROCESS + """
                vCPU 0 thread 386 120-400: guest 110, hostInterrupt 5, vmm 50, hostKernel 35, halted 60, waking 20; \
                3 entries, 2 exits (HLT 1, IOIO 1), 0 migrations; interrupt irq 24 5
                """, name -> name.startsWith("syscall_"));
    }

    @Test
    void withoutUserspaceExitsAndSystemCalls() throws IOException {
        expect("""
                kvm_userspace_exit: VMM time counts as host kernel; lttng enable-event -k kvm_userspace_exit
                syscall_entry: the host kernel's work in the VMM's system calls counts as VMM; \
                lttng enable-event -k --syscall --all
                """, PROCESS + """
                vCPU 0 thread 386 120-400: guest 110, hostInterrupt 5, hostKernel 85, halted 60, waking 20; \
                3 entries, 2 exits (HLT 1, IOIO 1), 0 migrations; interrupt irq 24 5
                """, name -> name.startsWith("syscall_") || name.equals("kvm_userspace_exit"));
    }

    /** Then contexts must report who runs; without them the trace is refused, see {@link BadInputTest}. */
    @Test
    void withoutSwitches() throws IOException {
        JsonObject report = Command.report(withContext().without("sched_switch"::equals).in(fFolder));
        assertEquals("sched_switch: when a vCPU leaves its processor is not known, only that another thread has it later; "
                + "lttng enable-event -k sched_switch\n", missing(report));
    }

    @Test
    void theTextReportsItToo() throws IOException {
        Command command = Command.run("report", "--quiet", new RecordedStory(STORY).without("kvm_userspace_exit"::equals)
                .without(name -> name.startsWith("syscall_")).in(fFolder));
        assertTrue(command.out().endsWith("""

                Not recorded
                  - kvm_userspace_exit: VMM time counts as host kernel.
                    Next time: lttng enable-event -k kvm_userspace_exit
                  - syscall_entry: the host kernel's work in the VMM's system calls counts as VMM.
                    Next time: lttng enable-event -k --syscall --all
                """), command.out());
    }

    private static RecordedStory withContext() {
        return new RecordedStory("""
                100 alpha cpu0 context 386 384
                100 alpha cpu1 context 0 0
                """ + STORY).withContext("tid", "pid");
    }

    private void expect(String missing, String summary, Predicate<String> notRecorded) throws IOException {
        JsonObject report = Command.report(new RecordedStory(STORY).without(notRecorded).in(fFolder));
        assertEquals(missing, missing(report));
        if (summary != null) {
            assertEquals(summary, Summary.of(report));
        }
    }

    private static String missing(JsonObject report) {
        return Summary.objects(report, "missing").stream().map(event -> event.get("event").getAsString() + ": "
                + event.get("consequence").getAsString() + "; " + event.get("enable").getAsString() + '\n')
                .collect(Collectors.joining());
    }
}
