/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.task.TaskTable;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.vcpu.VcpuFigures;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.VcpuTable;
import org.hypertrace.testing.log.Modelled;
import org.hypertrace.testing.oracle.GuestLines;
import org.hypertrace.testing.oracle.VcpuLines;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Truth;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of a scenario's model is true: the figures of every vCPU and of every thread of a guest, to the nanosecond. */
class ModelledScenarioTest {

    private static final String HOST = "host";

    @ParameterizedTest
    @MethodSource("org.hypertrace.testing.scenario.example.Stories#names")
    void figuresOfAStoryAreTrue(String name) throws StateSystemDisposedException {
        compare(Stories.all().get(name).get());
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void figuresOfAnyScenarioAreTrue(long seed) throws StateSystemDisposedException {
        compare(new RandomScenario(seed, 400, seed % 2 << 20).scenario());
    }

    private static void compare(Scenario scenario) throws StateSystemDisposedException {
        Truth[] truth = new Truth[1];
        ITmfStateSystem states = Modelled.of(to -> truth[0] = scenario.report(to), guest -> null);
        Machines.Host host = Machines.of(states).get(0);
        assertEquals(VcpuLines.of(truth[0], HOST), vcpus(states, host, 0, Long.MAX_VALUE));
        assertEquals(GuestLines.reported(truth[0], HOST).lines().filter(line -> line.contains(" thread ")).toList(),
                threads(states, host));
    }

    /** Of a stretch: the states are those of the truth, cut; and what adjacent stretches have sums up to the whole. */
    @ParameterizedTest
    @ValueSource(longs = { 11, 12, 13, 14 })
    void stretchesAreParts(long seed) throws StateSystemDisposedException {
        Scenario scenario = new RandomScenario(seed, 300, 0).scenario();
        Truth[] truth = new Truth[1];
        ITmfStateSystem states = Modelled.of(to -> truth[0] = scenario.report(to), guest -> null);
        Machines.Host host = Machines.of(states).get(0);
        Random random = new Random(seed);
        long length = host.end() - host.begin();
        List<Long> cuts = new ArrayList<>(List.of(host.begin(), host.end()));
        for (int i = 0; i < 6; i++) {
            cuts.add(host.begin() + (long) (random.nextDouble() * length));
            // at an event, where it is decided to which side that belongs
            List<Truth.Interval> intervals = truth[0].vcpus().get(0).intervals();
            cuts.add(intervals.get(random.nextInt(intervals.size())).begin());
        }
        cuts.sort(null);
        for (Truth.Vcpu of : truth[0].vcpus()) {
            Machines.Vcpu vcpu = host.vms().stream().flatMap(vm -> vm.vcpus().stream()).filter(one -> one.tid() == of.tid()).findAny()
                    .orElseThrow();
            int[] sums = new int[3];
            for (int i = 1; i < cuts.size(); i++) {
                long from = cuts.get(i - 1);
                long to = cuts.get(i);
                VcpuFigures figures = new VcpuTable(states, host, from, to).figures(vcpu);
                assertEquals(Math.max(from, of.begin()) < Math.min(to, of.end()), figures != null, of.tid() + ": " + from + '-' + to);
                if (figures != null) {
                    for (VcpuState state : VcpuState.values()) {
                        assertEquals(within(of, state, from, to), figures.ns(state), of.tid() + " " + state + ": " + from + '-' + to);
                    }
                    assertEquals(Math.min(to, of.end()) - Math.max(from, of.begin()), figures.lifetime());
                    sums[0] += figures.entries();
                    sums[1] += figures.exits();
                    sums[2] += figures.migrations();
                }
            }
            assertEquals(of.tid() + ": " + of.entries() + ' ' + of.exits().values().stream().mapToInt(Integer::intValue).sum() + ' '
                    + of.migrations(), of.tid() + ": " + sums[0] + ' ' + sums[1] + ' ' + sums[2]);
        }
        for (Tasks.Guest guest : Tasks.of(states, host)) {
            Map<Integer, long[]> parts = new HashMap<>();
            for (int i = 1; i < cuts.size(); i++) {
                add(TaskTable.of(states, guest, cuts.get(i - 1), cuts.get(i)), parts);
            }
            Map<Integer, long[]> whole = new HashMap<>();
            add(TaskTable.of(states, guest, host.begin(), host.end()), whole);
            whole.forEach((task, sums) -> assertEquals(Arrays.toString(sums), Arrays.toString(parts.get(task)), "task " + task));
        }
    }

    private static long within(Truth.Vcpu vcpu, VcpuState state, long from, long to) {
        return vcpu.intervals().stream().filter(interval -> interval.state() == state).mapToLong(interval -> Math.max(0,
                Math.min(to, interval.end()) - Math.max(from, interval.begin()))).sum();
    }

    /** Figures of threads by their numbers. */
    private static void add(List<TaskFigures> figures, Map<Integer, long[]> sums) {
        for (TaskFigures f : figures) {
            long[] sum = sums.computeIfAbsent(f.task().number(), number -> new long[8]);
            long[] of = { f.wall(), f.running(), f.open(), f.waiting(), f.sleeping(), f.unknown(), f.tracer(), f.stolen() };
            for (int i = 0; i < of.length; i++) {
                sum[i] += of[i];
            }
        }
    }

    /** As {@link VcpuLines} has them. */
    private static String vcpus(ITmfStateSystem states, Machines.Host host, long from, long to) throws StateSystemDisposedException {
        List<String> lines = new ArrayList<>();
        VcpuTable table = new VcpuTable(states, host, from, to);
        for (Machines.Vm vm : host.vms()) {
            for (Machines.Vcpu vcpu : vm.vcpus()) {
                VcpuFigures figures = table.figures(vcpu);
                String thread = "thread " + vcpu.tid() + ' ';
                lines.addAll(List.of(thread + "pid " + vm.pid(), thread + "number " + vcpu.number(), thread + "begin " + figures.begin(),
                        thread + "end " + figures.end(), thread + "entries " + figures.entries(), thread + "exits " + figures.exits(),
                        thread + "migrations " + figures.migrations()));
                figures.states().forEach((state, ns) -> lines.add(thread + state.key() + ' ' + ns));
                figures.exitReasons().forEach(exit -> lines.add(thread + "exit reason " + exit.isa() + ':' + exit.reason() + ' '
                        + exit.count()));
                figures.preemptors().stream().filter(preemptor -> preemptor.kind() != PreemptorKind.INTERRUPT).forEach(preemptor -> lines.add(
                        thread + "preemptor " + preemptor.tid() + " \"" + preemptor.name() + "\" " + preemptor.ns()));
            }
        }
        return lines.stream().sorted().collect(Collectors.joining("\n"));
    }

    /** As {@link GuestLines} has them. */
    private static List<String> threads(ITmfStateSystem states, Machines.Host host) throws StateSystemDisposedException {
        List<String> lines = new ArrayList<>();
        for (Tasks.Guest guest : Tasks.of(states, host)) {
            int pid = host.vms().stream().filter(vm -> vm.key().equals(guest.vm())).findAny().orElseThrow().pid();
            for (TaskFigures f : TaskTable.of(states, guest, 0, Long.MAX_VALUE)) {
                StringBuilder line = new StringBuilder("vm " + pid + " thread " + f.task().tid() + ' ' + f.task().name() + ' ' + f.begin()
                        + '-' + f.end() + " wall " + f.wall() + " running " + f.running() + " open " + f.open() + " waiting "
                        + f.waiting() + " sleeping " + f.sleeping() + " unknown " + f.unknown() + " tracer " + f.tracer());
                f.states().forEach((state, ns) -> line.append(' ').append(state.key()).append(' ').append(ns));
                lines.add(line.toString());
                assertEquals(f.running(), f.modes().values().stream().mapToLong(Long::longValue).sum());
            }
        }
        return lines.stream().sorted().toList();
    }
}
