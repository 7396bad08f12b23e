/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.task.TaskTable;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.Modelled;
import org.hypertrace.testing.log.TimelinePass;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.story.Story;
import org.hypertrace.testing.story.TaskStory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A VM whose guest is not patched, but has a trace of its own: the model is that of the same guest with hypercalls. Only what the tracer's exits took
 * is stolen then, as nothing shows whose they are.
 */
class OwnTraceOfVmTest {

    @TempDir
    private Path fFolder;

    private Manifest manifest(Iterable<Integer> processes) throws IOException {
        List<String> vms = new ArrayList<>();
        processes.forEach(pid -> vms.add("{\"name\":\"vm" + pid + "\",\"pid\":" + pid + "}"));
        return Manifest.read(Files.writeString(fFolder.resolve("m.json"), "{\"vms\":[" + String.join(",", vms) + "]}"));
    }

    /** The same events without the hypercalls; what these report is in traces of the guests. */
    private static List<HostEvent> withoutHypercalls(List<HostEvent> events, List<Integer> processes) {
        List<HostEvent> own = new ArrayList<>();
        TimelinePass.of(events::forEach, new TimelineSink() {
            @Override
            public void host(HostEvent event) {
                // is there already
            }

            @Override
            public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
                own.add(new HostEvent.VmTraceEvent(event.time(), vcpu.thread().host(), vcpu.number(),
                        processes.indexOf(vcpu.thread().process().pid()), event));
            }
        });
        List<HostEvent> all = new ArrayList<>();
        int next = 0;
        for (HostEvent event : events) {
            while (next < own.size() && own.get(next).time() <= event.time()) {
                all.add(own.get(next++));
            }
            if (!(event instanceof HostEvent.KvmHypercall)) {
                all.add(event);
            }
        }
        assertTrue(own.size() > 5 && next == own.size(), next + " of " + own.size());
        return all;
    }

    private static String threads(ITmfStateSystem states, boolean withTracer) throws StateSystemDisposedException {
        List<String> lines = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            for (Tasks.Guest guest : Tasks.of(states, host)) {
                for (TaskFigures f : TaskTable.of(states, guest, 0, Long.MAX_VALUE)) {
                    assertTrue(withTracer || f.tracer() == 0);
                    lines.add(guest.vm() + ' ' + f.task().label() + ' ' + f.begin() + '-' + f.end() + ": running " + f.running() + " open " + f.open()
                            + " waiting " + f.waiting() + " sleeping " + f.sleeping() + " unknown " + f.unknown() + " guest "
                            + f.states().get(VcpuState.GUEST) + " stolen and tracer " + (f.stolen() + f.tracer()) + ' ' + f.modes());
                }
            }
        }
        assertTrue(lines.size() > 1);
        return lines.stream().sorted().collect(Collectors.joining("\n"));
    }

    private void compare(List<HostEvent> events, List<Integer> processes) throws IOException, StateSystemDisposedException {
        Manifest manifest = manifest(processes);
        ITmfStateSystem with = Modelled.of(events::forEach, guest -> null, manifest);
        ITmfStateSystem without = Modelled.of(withoutHypercalls(events, processes)::forEach, guest -> null, manifest);
        assertEquals(threads(with, true), threads(without, false));
    }

    @Test
    void threadsOfAStory() throws IOException, StateSystemDisposedException {
        compare(Story.events(TaskStory.of("""
                100 vcpu0 switch swapper:0 S sh:82
                105 vcpu1 switch swapper:0 S make:90 took 7
                110 vcpu0 syscall_entry sh:82 took 2
                120 host cpu0 sched_switch CPU_0/KVM:11 R make:50
                125 host cpu0 sched_switch make:50 S CPU_0/KVM:11
                126 host cpu0 kvm_entry
                130 vcpu0 syscall_exit sh:82 took 4
                140 vcpu0 irq_entry 7
                145 vcpu0 irq_exit 7
                150 vcpu0 switch sh:82 S swapper:0
                160 vcpu1 wakeup sh:82 took 3
                170 vcpu0 switch swapper:0 R sh:82
                180 host cpu0 other
                """)), List.of(10));
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3 })
    void threadsOfAnyScenario(long seed) throws IOException, StateSystemDisposedException {
        List<HostEvent> events = new ArrayList<>();
        RandomScenario scenario = new RandomScenario(seed, 300, 0);
        List<Integer> processes = scenario.scenario().report(events::add).guests().stream().map(guest -> guest.pid()).distinct().toList();
        compare(events, processes);
    }
}
