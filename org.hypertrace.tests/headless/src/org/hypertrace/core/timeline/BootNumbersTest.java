/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.testing.log.TimelinePass;
import org.hypertrace.testing.story.KernelStory;
import org.junit.jupiter.api.Test;

/** In which boot a guest reports something. */
class BootNumbersTest {

    /** A vCPU of a VM that is launched in the trace enters its guest. */
    private static final String LAUNCHED = """
            100 host cpu0 fork CPU_0/KVM:11 10
            101 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            102 host cpu0 kvm_entry
            """;
    /** It was there before. */
    private static final String THERE = "101 host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n";
    private static final String HIGH = "0xffffffff81000000";
    private static final String LOW = "0x7c00";

    private static final class Numbers implements TimelineSink {
        private final List<String> fLines = new ArrayList<>();
        private Losses fLosses = Losses.NONE;

        @Override
        public void host(HostEvent event) {
            // only what guests report
        }

        @Override
        public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
            String nested = event.from().level() == 0 ? "" : " of " + event.from().level() + '.' + event.from().nested();
            fLines.add(event.time() + " boot " + guest.boot(event.from()) + nested + ": " + event.kind().label());
        }

        @Override
        public void life(long time, Guest guest, VmLifecycleEvent sign) {
            fLines.add(time + " boot " + guest.boot() + ": " + sign);
        }

        @Override
        public void lossesChanged(long time, Guest guest, Losses losses) {
            fLosses = losses;
        }
    }

    private static Numbers of(String story) {
        Numbers numbers = new Numbers();
        TimelinePass.of(story, numbers);
        return numbers;
    }

    private static String numbers(String begin, String lines) {
        return String.join("\n", of(begin + KernelStory.of(lines)).fLines);
    }

    @Test
    void aLaunchAndItsKernelAreOneBootAndAResetBeginsTheNext() {
        assertEquals("""
                102 boot 1: LAUNCHED
                105 boot 1: hello
                110 boot 1: stage
                120 boot 1: boot_level_begin
                130 boot 1: stage
                140 boot 2: RESET
                150 boot 2: base
                160 boot 2: stage
                170 boot 2: stage
                180 boot 3: RESET
                190 boot 4: RESET""", numbers(LAUNCHED, """
                103 host cpu0 kvm_tsc_offset 0 7
                105 high 0x81 0x4754524300000100 1 0 0
                110 high 0x85 1 0 0 0
                120 high 0x7b 0 0 'start_ke' 'rnel'
                130 high 0x85 3 0 0 0
                140 host cpu0 kvm_tsc_offset 7 7
                141 host cpu0 kvm_tsc_offset 7 7
                150 high 0x82 0xffffffff81000000 0 0 1
                160 high 0x85 2 0 0 0
                170 high 0x85 3 0 0 0
                180 host cpu0 kvm_tsc_offset 7 7
                185 host cpu0 kvm_entry
                190 host cpu0 kvm_tsc_offset 7 7"""));
    }

    @Test
    void firstCodeAfterAResetIsBelievedAtLowAddresses() {
        String boot = """
                110 low 0x85 1 0 0 0
                120 high 0x85 2 0 0 0
                130 high 0x85 3 0 0 0
                """;
        String again = """
                140 host cpu0 kvm_tsc_offset 7 7
                150 low 0x85 1 0 0 0
                160 high 0x85 2 0 0 0
                170 low 0x85 1 0 0 0""";
        Numbers numbers = of(LAUNCHED + KernelStory.of(boot + again));
        assertEquals("""
                140 boot 2: RESET
                150 boot 2: stage
                160 boot 2: stage""", numbers.fLines.stream().skip(4).collect(Collectors.joining("\n")));
        assertEquals(1, numbers.fLosses.forged(), "only a process after the kernel spoke");
        // without the host's word anybody may report it
        assertEquals(2, of(LAUNCHED + KernelStory.of(boot + again.substring(again.indexOf('\n') + 1))).fLosses.forged());
    }

    @Test
    void aKernelStartsAnotherOne() {
        assertEquals("""
                110 boot 1: stage
                115 boot 1: sched_switch
                120 boot 1: stage
                130 boot 2: base
                140 boot 2: stage
                150 boot 2: boot_level_begin
                160 boot 2: panic
                170 boot 3: stage
                180 boot 3: stage
                190 boot 4: stage""", numbers(LAUNCHED, """
                110 high 0x85 2 0 0 0
                115 high 0x66 0x500000006 0 'sh' 0
                120 high 0x85 6 0 0 0
                130 low 0x82 0xffffffff82000000 0 0 1
                140 low 0x85 1 0 0 0
                150 high 0x7b 1 0 'early' 0
                160 high 0x7e 1 0 'Fatal' 0
                170 low 0x85 1 0 0 0
                180 high 0x85 3 0 0 0
                190 high 0x85 2 0 0 0""").substring("102 boot 1: LAUNCHED\n".length()));
    }

    /** A tracer that is loaded into a kernel that runs, and what comes after its next begin, also without a reset. */
    @Test
    void aBootUnderWayIsTheFirst() {
        assertEquals("""
                105 boot 0: hello
                110 boot 1: sched_switch
                120 boot 2: stage
                130 boot 2: stage""", numbers(THERE, """
                105 high 0x81 0x4754524300000100 1 0 0
                110 high 0x66 0x500000006 0 'sh' 0
                120 high 0x85 1 0 0 0
                130 high 0x85 2 0 0 0"""));
    }

    @Test
    void aNestedGuestBootsForItself() {
        assertEquals("""
                110 boot 1: stage
                120 boot 1 of 1.3: boot_level_begin
                130 boot 1 of 1.4: stage
                140 boot 2 of 1.4: stage
                150 boot 2: RESET
                160 boot 1 of 1.3: initcall_start
                170 boot 2: initcall_start""", numbers(LAUNCHED, """
                110 high 0x85 2 0 0 0
                120 high 0x31007b 0 0 'early' 0
                130 high 0x410085 2 0 0 0
                140 high 0x410085 1 0 0 0
                150 host cpu0 kvm_tsc_offset 7 7
                160 high 0x31007c 5 1 0 0
                170 high 0x7c 5 1 0 0""").substring("102 boot 1: LAUNCHED\n".length()));
    }

    @Test
    void whoGivesUpBooted() {
        assertEquals("""
                105 boot 1: TRIPLE_FAULT
                110 boot 2: base
                120 boot 2: stage""", numbers(THERE, """
                105 host cpu0 kvm_exit SHUTDOWN 0
                106 host cpu0 kvm_entry
                110 high 0x82 0xffffffff82000000 0 0 1
                120 high 0x85 2 0 0 0"""));
    }
}
