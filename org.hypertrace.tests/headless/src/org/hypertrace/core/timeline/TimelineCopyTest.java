/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who gets what a timeline finds on another thread, gets and may ask the same at each moment. Here all is found before the other thread gets any of it:
 * what it could see of later moments would differ.
 */
@Tag("plain")
class TimelineCopyTest {

    /** What comes out, and what can be asked then. */
    private static final class Log implements TimelineSink, MachineSink {
        private final List<String> fLines = new ArrayList<>();
        private MachineTracker fMachines;

        private void add(String what, Object... of) {
            fLines.add(what + ' ' + Arrays.stream(of).map(Objects::toString).toList());
        }

        private static String about(Guest guest) {
            return guest.number() + " on " + guest.host() + " is " + guest.vm() + ", " + guest.who() + ", boot " + guest.boot() + ", "
                    + (guest.dialect() == null ? "" : guest.dialect().name()) + ", " + guest.reason();
        }

        private static String about(VirtualCpu vcpu) {
            return vcpu == null ? "" : vcpu.index() + " is " + vcpu.thread().key() + " of " + vcpu.thread().process() + ", number " + vcpu.number();
        }

        @Override
        public void host(HostEvent event) {
            add("host", event, about(fMachines.now().vcpu()));
        }

        @Override
        public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
            add("guest", event, about(guest), about(vcpu));
        }

        @Override
        public void tracerExit(long time, Guest guest, VirtualCpu vcpu) {
            add("traced", time, about(guest), about(vcpu));
        }

        @Override
        public void lossesChanged(long time, Guest guest, Losses losses) {
            add("losses", time, about(guest), losses);
        }

        @Override
        public void life(long time, Guest guest, VmLifecycleEvent sign) {
            add("life", time, about(guest), sign);
        }

        @Override
        public void identified(long time, Guest guest) {
            add("identified", time, about(guest));
        }

        @Override
        public void vcpuBegins(long time, VirtualCpu vcpu) {
            add("begins", time, about(vcpu));
        }

        @Override
        public void identified(long time, VirtualCpu vcpu) {
            add("identified", time, about(vcpu));
        }

        @Override
        public void named(long time, HostProcess vm, String name) {
            add("named", time, vm, name);
        }

        @Override
        public void vcpuEnds(long time, VirtualCpu vcpu) {
            add("ends", time, about(vcpu));
        }
    }

    private final Log fOwn = new Log();
    private final List<Log> fCopies = List.of(new Log(), new Log());
    private final List<Object> fFound = new ArrayList<>();
    private Timeline fTimeline;
    private ReadTogether.Divided fDivided;

    private Consumer<HostEvent> start(IntFunction<Manifest> manifests, List<Dialects.Chosen> chosen) {
        fTimeline = new Timeline(fOwn, manifests, chosen, LookAhead.DEFAULT_LIMIT, fOwn);
        fOwn.fMachines = fTimeline.machines();
        List<List<ReadTogether.Member>> threads = new ArrayList<>();
        for (Log log : fCopies) {
            PassTimeline pass = new PassTimeline(log, manifests, chosen, 1, log);
            log.fMachines = pass.machines();
            threads.add(List.of(new ReadTogether.Member(pass, () -> true, e -> { throw new AssertionError(e); })));
        }
        fDivided = threads.get(0).get(0).stage().divide(threads, fFound::add);
        return event -> {
            fTimeline.accept(event);
            fDivided.first().accept(event);
        };
    }

    private void compare() {
        try (Timeline own = fTimeline; ReadTogether.Shared first = fDivided.first()) {
            own.finish();
            first.finish();
        }
        for (int i = 0; i < fCopies.size(); i++) {
            fFound.forEach(fDivided.then().get(i));
            assertEquals(String.join("\n", fOwn.fLines), String.join("\n", fCopies.get(i).fLines));
        }
        assertTrue(fOwn.fLines.size() > 5);
    }

    private static String reports(long time, int cpu, String words) {
        return """
                %d cpu%d kvm_exit VMMCALL 0 0xffffffff81000000
                %d cpu%d kvm_hypercall %s
                """.formatted(time - 1, cpu, time, cpu, words);
    }

    private static String mark(long time, int cpu) {
        return reports(time, cpu, "0x84 5 7 0 0");
    }

    private static final String SWITCH = "101 cpu0 sched_switch bash:9 S CPU_0/KVM:11\n";

    static Stream<String> stories() {
        return Stream.of(
                // a thread whose process is known later; a batch in between
                SWITCH + reports(110, 0, "0x81 0x4754524300010100 0 0 0") + mark(120, 0) + "125 cpu0 statedump CPU_0/KVM:11 10\n" + mark(130, 0)
                        + reports(3_000, 0, "0x92 0x0000038400000190 0x0000000700780000 0x0000000800780000 0x0000000900780000"),
                // what a thread reports is not understood until it is of a VM that is known
                SWITCH + reports(111, 0, "0x64 0xffffffff974f53b0 11 0 5")
                        + "112 cpu1 fork CPU_1/KVM:21 10\n113 cpu1 sched_switch bash:8 S CPU_1/KVM:21\n"
                        + mark(120, 1) + reports(122, 1, "0x70 1 0 0 0") + "125 cpu0 statedump CPU_0/KVM:11 10\n" + mark(130, 0) + "140 cpu0 other\n",
                // a dialect that is found late, and then one number more
                SWITCH + reports(111, 0, "0x64 0xffffffff974f53b0 11 0 0") + "120 cpu0 other\n" + reports(131, 0, "1000 5 6 0 'a'")
                        + mark(140, 0) + reports(150, 0, "3000 1 2 3 4"),
                // the end decides
                SWITCH + reports(111, 0, "0x64 0xffffffff974f53b0 11 0 0") + "120 cpu0 other\n",
                // vCPUs that appear in another order behind the timeline
                "100 cpu0 fork CPU_0/KVM:11 10\n101 cpu1 fork CPU_0/KVM:21 20\n1000 cpu2 other\n102 cpu0 sched_switch bash:9 S CPU_0/KVM:11\n"
                        + "103 cpu0 kvm_entry\n1010 cpu1 sched_switch bash:8 S CPU_0/KVM:21\n" + mark(1020, 1) + mark(1030, 0)
                        + "1040 cpu0 sched_switch CPU_0/KVM:11 R CPU_0/KVM:11\n" + mark(1050, 0));
    }

    @ParameterizedTest
    @MethodSource("stories")
    void guestsAreKnownAtEachMomentAsOnOneThread(String story) {
        Story.events(story).forEach(start(host -> null, List.of()));
        compare();
    }

    /** Which of two VMs with one name is the second, is known when both ran. */
    @Test
    void namesAreThoseOfTheMoment(@TempDir Path folder) throws IOException {
        Path file = folder.resolve(Manifest.FILE_NAME);
        Files.writeString(file, "{ \"vms\": [ { \"name\": \"web\", \"pid\": 10, \"nested\": [ { \"name\": \"inner\" } ] }, { \"name\": \"web\", \"pid\": 20 } ] }");
        Manifest manifest = Manifest.read(file);
        String story = SWITCH + mark(103, 0) + "104 cpu1 sched_switch bash:8 S CPU_0/KVM:21\n" + mark(106, 1)
                + "110 cpu0 statedump CPU_0/KVM:11 10\n111 cpu1 statedump CPU_0/KVM:21 20\n" + mark(120, 0) + mark(130, 1) + "140 cpu0 kvm_entry\n" + mark(150, 1);
        Story.events(story).forEach(start(host -> manifest, List.of(new Dialects.Chosen("web#2", Dialect.builtIn("p2")))));
        compare();
        assertTrue(fOwn.fLines.stream().anyMatch(line -> line.contains("given=web, run=2")), () -> String.join("\n", fOwn.fLines));
    }

    /** What it left out would be missing in the model. */
    @Test
    void nothingThatAPassMayWantIsLeftOut() throws ReflectiveOperationException {
        for (Class<?> wanted : List.of(TimelineSink.class, MachineSink.class)) {
            for (Method method : wanted.getDeclaredMethods()) {
                if (!method.isSynthetic()) {
                    assertNotNull(PassFanOut.class.getDeclaredMethod(method.getName(), method.getParameterTypes()));
                    if (wanted == TimelineSink.class) {
                        assertNotNull(TimelineOutlet.Both.class.getDeclaredMethod(method.getName(), method.getParameterTypes()));
                    }
                }
            }
        }
    }
}
