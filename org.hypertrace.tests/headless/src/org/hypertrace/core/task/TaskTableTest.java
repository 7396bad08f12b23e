/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.Modelled;
import org.junit.jupiter.api.Test;

/** Where the time of a guest's threads went, of the whole and of a stretch. */
class TaskTableTest {

    private final ITmfStateSystem fStates = Modelled.ofTasks("""
            100 vcpu0 switch swapper:0 S sh:82
            110 vcpu0 syscall_entry sh:82 took 2
            120 host cpu0 sched_switch CPU_0/KVM:11 R make:50
            125 host cpu0 sched_switch make:50 S CPU_0/KVM:11
            126 host cpu0 kvm_entry
            130 vcpu0 syscall_exit sh:82 took 4
            140 vcpu0 irq_entry 7
            145 vcpu0 irq_exit 7
            150 vcpu0 switch sh:82 S swapper:0
            160 vcpu0 wakeup sh:82
            170 vcpu0 switch swapper:0 R sh:82
            180 host cpu0 other
            """);

    private List<TaskFigures> figures(long from, long to) throws StateSystemDisposedException {
        return TaskTable.of(fStates, guest(), from, to);
    }

    private Tasks.Guest guest() throws StateSystemDisposedException {
        Machines.Host host = Machines.of(fStates).get(0);
        List<Tasks.Guest> guests = Tasks.of(fStates, host);
        assertEquals(1, guests.size());
        assertEquals(host.vms().get(0).key(), guests.get(0).vm());
        return guests.get(0);
    }

    private static String text(TaskFigures f) {
        assertEquals(f.wall(), f.running() + f.open() + f.waiting() + f.sleeping() + f.unknown());
        assertEquals(f.running(), f.tracer() + f.states().values().stream().mapToLong(Long::longValue).sum());
        assertEquals(f.running(), f.modes().values().stream().mapToLong(Long::longValue).sum());
        return f.task().label() + ' ' + f.begin() + '-' + f.end() + ": running " + f.running() + ", open " + f.open() + ", waiting "
                + f.waiting() + ", sleeping " + f.sleeping() + ", unknown " + f.unknown();
    }

    @Test
    void theWhole() throws StateSystemDisposedException {
        assertEquals("""
                swapper/0 100-170: running 20, open 0, waiting 0, sleeping 50, unknown 0
                sh (82) 100-170: running 50, open 0, waiting 10, sleeping 10, unknown 0""", figures(0, Long.MAX_VALUE).stream()
                .map(TaskTableTest::text).collect(Collectors.joining("\n")));
    }

    /** Two of its hypercalls took 6; the host took the vCPU from 120 to 126, 5 of it for another thread. */
    @Test
    void whatAThreadHadOfItsRunning() throws StateSystemDisposedException {
        TaskFigures sh = figures(0, Long.MAX_VALUE).get(1);
        assertEquals("6 = tracer, 38 guest, 5 preempted, 1 host kernel, 6 stolen", sh.tracer() + " = tracer, " + sh.states().get(VcpuState.GUEST)
                + " guest, " + sh.states().get(VcpuState.PREEMPTED) + " preempted, " + sh.states().get(VcpuState.HOST_KERNEL)
                + " host kernel, " + sh.stolen() + " stolen");
        // until its first system call it just runs; an interrupt is over its user space
        assertEquals("running 10, syscall 20, user 15, irq 5", "running " + sh.modes().get(GuestMode.RUNNING) + ", syscall "
                + sh.modes().get(GuestMode.SYSCALL) + ", user " + sh.modes().get(GuestMode.USER) + ", irq " + sh.modes().get(GuestMode.IRQ));
    }

    @Test
    void aStretch() throws StateSystemDisposedException {
        TaskFigures sh = figures(122, 155).get(1);
        assertEquals("sh (82) 122-155: running 28, open 0, waiting 0, sleeping 5, unknown 0", text(sh));
        assertEquals("4 tracer, 3 preempted, 20 guest, 4 stolen", sh.tracer() + " tracer, " + sh.states().get(VcpuState.PREEMPTED)
                + " preempted, " + sh.states().get(VcpuState.GUEST) + " guest, " + sh.stolen() + " stolen");
        // where a stretch ends the trace does not: what ran then did not run without end
        assertEquals("sh (82) 100-120: running 20, open 0, waiting 0, sleeping 0, unknown 0", text(figures(0, 120).get(1)));
    }

    @Test
    void whoWasNotThereHasNone() throws StateSystemDisposedException {
        assertEquals(0, figures(0, 100).size());
        assertEquals(2, figures(0, 101).size());
        assertEquals(2, figures(169, 170).size());
        assertEquals(0, figures(171, 175).size());
    }

    /** What ran when events were lost may have left its vCPU since it got it; what slept may have run from then on. */
    @Test
    void whatRanWhenEventsWereLostIsUnknown() throws StateSystemDisposedException {
        ITmfStateSystem states = Modelled.ofTasks("""
                100 vcpu0 switch swapper:0 S sh:82
                120 vcpu1 switch swapper:0 S make:83
                130 host cpu2 lost 140 1
                140 vcpu0 switch sh:82 S swapper:0
                150 vcpu1 mark make:83 1
                """);
        Machines.Host host = Machines.of(states).get(0);
        // nor is it known that they ran before
        assertEquals("swapper/0 100-140: unknown 10, swapper/1 120-120: unknown 0, sh (82) 100-140: unknown 40, make (83) 120-150: unknown 30",
                TaskTable.of(states, Tasks.of(states, host).get(0), 0, Long.MAX_VALUE).stream().map(f -> f.task().label() + ' ' + f.begin()
                        + '-' + f.end() + ": unknown " + f.unknown()).collect(Collectors.joining(", ")));
    }

    @Test
    void labels() {
        assertEquals("sh (82), sh (82)#2, thread 82, swapper/3, thread 0", String.join(", ", task(82, 1, "sh").label(),
                task(82, 2, "sh").label(), task(82, 1, null).label(), task(0, 1, "swapper/3").label(), task(0, 1, null).label()));
    }

    private static Tasks.Task task(int tid, int nth, String name) {
        return new Tasks.Task(0, 0, tid, nth, name, 0, true, -1, -1, 0, null);
    }

    @Test
    void statesAndModesHaveTheirCodes() {
        for (GuestMode mode : GuestMode.values()) {
            assertEquals(mode, GuestMode.of(mode.ordinal()));
        }
        assertEquals(List.of(GuestMode.UNKNOWN, GuestMode.UNKNOWN, GuestMode.UNKNOWN), List.of(GuestMode.of(-1),
                GuestMode.of(GuestMode.values().length), GuestMode.of("0")));
        assertEquals("idle running user syscall irq softirq unknown", java.util.Arrays.stream(GuestMode.values()).map(GuestMode::key)
                .collect(Collectors.joining(" ")));
    }
}
