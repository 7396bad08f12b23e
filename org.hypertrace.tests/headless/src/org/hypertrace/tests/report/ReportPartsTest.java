/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.page.BegunReport;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuFigures;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.TaskStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports of stretches that follow each other sum to the report of the whole, in every figure and for any cuts. */
@Tag("platform")
class ReportPartsTest {

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded("preempted-guest", "syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void ofARecordedTraceCutAnywhere(String sample) throws Exception {
        try (OpenTraces traces = OpenTraces.open(List.of(Samples.trace(sample)))) {
            ITmfStateSystem states = traces.model(new NullProgressMonitor());
            Random random = new Random(3);
            for (int cuts : new int[] { 1, 1, 1, 2, 20 }) {
                long[] times = random.longs(cuts, states.getStartTime(), states.getCurrentEndTime()).sorted().toArray();
                assertPartsSumToTheWhole(traces, states, LongStream.of(times));
                assertPartsSumToTheWhole(traces, states, LongStream.of(atChanges(states, times)));
            }
        }
    }

    /** The times moved to a change of a vCPU's state, where entries, exits and switches are. */
    private static long[] atChanges(ITmfStateSystem states, long[] times) throws Exception {
        Machines.Vcpu vcpu = Machines.of(states).get(0).vms().get(0).vcpus().get(0);
        int quark = states.getQuarkRelative(vcpu.quark(), VcpuAttributes.STATE);
        long[] changes = new long[times.length];
        for (int i = 0; i < times.length; i++) {
            changes[i] = states.querySingleState(times[i], quark).getStartTime();
        }
        return changes;
    }

    /** With a cut at, before and after the time of every event, and from before the trace until after it. */
    @Test
    void cutAtEveryNanosecond() throws Exception {
        Path trace = new RecordedStory("""
                100 alpha cpu0 other
                105 alpha cpu0 fork CPU_0/KVM:386 384
                110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                112 alpha cpu0 kvm_entry
                113 alpha cpu0 irq_entry 24
                114 alpha cpu0 irq_exit 24
                115 alpha cpu0 kvm_exit IOIO 0
                116 alpha cpu0 kvm_userspace_exit
                118 alpha cpu0 sched_switch CPU_0/KVM:386 R bash:10
                120 alpha cpu1 sched_migrate_task CPU_0/KVM:386 cpu1
                121 alpha cpu1 sched_switch bash:11 S CPU_0/KVM:386
                121 alpha cpu1 kvm_entry
                121 alpha cpu1 kvm_exit INTR 0
                124 alpha cpu1 kvm_entry
                124 alpha cpu1 kvm_exit HLT 0
                125 alpha cpu1 sched_switch CPU_0/KVM:386 S swapper/1:0
                127 alpha cpu0 sched_waking CPU_0/KVM:386 cpu1
                128 alpha cpu1 sched_switch swapper/1:0 R CPU_0/KVM:386
                128 alpha cpu1 kvm_entry
                130 alpha cpu1 kvm_exit HLT 0
                """).in(fFolder);
        try (OpenTraces traces = OpenTraces.open(List.of(trace))) {
            ITmfStateSystem states = traces.model(new NullProgressMonitor());
            for (long cut = 99; cut <= 131; cut++) {
                assertPartsSumToTheWhole(traces, states, LongStream.of(cut));
            }
            assertPartsSumToTheWhole(traces, states, LongStream.rangeClosed(99, 131));
        }
    }

    /** The same for what a guest reports of its threads, with states that are doubted later and tracer's exits. */
    @Test
    void aGuestsTimeCutAtEveryNanosecond() throws Exception {
        Path trace = new RecordedStory(TaskStory.of("""
                100 vcpu0 switch swapper:0 R sh:82 took 3
                105 vcpu0 syscall_entry 82 took 2
                109 host cpu0 irq_entry 4
                111 host cpu0 irq_exit 4
                112 vcpu0 syscall_exit 82
                114 vcpu0 waking make:90 by 82
                116 vcpu0 switch sh:82 S make:90 took 2
                119 vcpu0 apic_entry 236
                121 vcpu0 apic_exit 236
                122 host cpu0 kvm_exit INTR 0
                123 host cpu0 sched_switch CPU_0/KVM:11 R bash:9
                126 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                127 host cpu0 kvm_entry
                128 vcpu0 switch ld:91 S make:90
                131 vcpu0 wakeup sh:82 by 90
                133 vcpu1 switch swapper:0 R sh:82
                135 vcpu0 switch make:90 R swapper:0
                137 vcpu1 syscall_exit 82
                139 vcpu0 exit make:90
                """)).in(fFolder);
        try (OpenTraces traces = OpenTraces.open(List.of(trace))) {
            ITmfStateSystem states = traces.model(new NullProgressMonitor());
            for (long cut = 99; cut <= 141; cut++) {
                assertPartsSumToTheWhole(traces, states, LongStream.of(cut));
            }
            assertPartsSumToTheWhole(traces, states, LongStream.rangeClosed(99, 141));
        }
    }

    private static void assertPartsSumToTheWhole(OpenTraces traces, ITmfStateSystem states, LongStream cuts) throws Exception {
        List<Long> ends = new ArrayList<>(cuts.boxed().toList());
        String where = "cut at " + ends;
        ends.add(Long.MAX_VALUE);
        Map<String, Long> sum = new TreeMap<>();
        long from = Long.MIN_VALUE;
        for (long to : ends) {
            add(sum, traces, states, new ModelReport.Range(from, to));
            from = to;
        }
        Map<String, Long> whole = new TreeMap<>();
        add(whole, traces, states, ModelReport.Range.ALL);
        assertEquals(whole, sum, where);
    }

    /** Adds every figure that is not zero. */
    private static void add(Map<String, Long> sum, OpenTraces traces, ITmfStateSystem states, ModelReport.Range range) throws Exception {
        ModelReport report;
        try (BegunReport begun = BegunReport.of("trace", states, traces.hosts(), range, vm -> true)) {
            report = begun.whole(begun.report());
        }
        for (ModelReport.Host host : report.hosts()) {
            for (ModelReport.Vm vm : host.vms()) {
                for (TaskFigures thread : vm.threads()) {
                    addThread(sum, vm.vm().key() + " thread " + thread.task().number() + ' ', thread);
                }
                if (vm.guest() != null) {
                    vm.guest().events().forEach((kind, count) -> add(sum, vm.vm().key() + ' ' + kind, count));
                }
                for (VcpuFigures vcpu : vm.vcpus()) {
                    String thread = vcpu.vcpu().tid() + " ";
                    add(sum, thread + "lifetime", vcpu.lifetime());
                    add(sum, thread + "entries", vcpu.entries());
                    add(sum, thread + "exits", vcpu.exits());
                    add(sum, thread + "migrations", vcpu.migrations());
                    vcpu.states().forEach((state, ns) -> add(sum, thread + state, ns));
                    vcpu.exitReasons().forEach(exit -> add(sum, thread + exit.isa() + ':' + exit.reason(), exit.count()));
                    vcpu.preemptors().forEach(preemptor -> add(sum, thread + preemptor.kind() + preemptor.tid() + preemptor.name(), preemptor.ns()));
                }
                add(sum, vm.vm().key() + " got", vm.demand().got());
                add(sum, vm.vm().key() + " stolen", vm.demand().stolen());
            }
        }
    }

    private static void addThread(Map<String, Long> sum, String thread, TaskFigures figures) {
        long parts = figures.running() + figures.open() + figures.waiting() + figures.sleeping() + figures.unknown();
        assertEquals(figures.wall(), parts, figures.toString());
        assertEquals(figures.running(), figures.modes().values().stream().mapToLong(Long::longValue).sum());
        assertEquals(figures.running(), figures.tracer() + figures.states().values().stream().mapToLong(Long::longValue).sum());
        add(sum, thread + "wall", figures.wall());
        add(sum, thread + "running", figures.running());
        add(sum, thread + "open", figures.open());
        add(sum, thread + "waiting", figures.waiting());
        add(sum, thread + "sleeping", figures.sleeping());
        add(sum, thread + "unknown", figures.unknown());
        add(sum, thread + "tracer", figures.tracer());
        figures.states().forEach((state, ns) -> add(sum, thread + state, ns));
        figures.modes().forEach((mode, ns) -> add(sum, thread + mode, ns));
    }

    private static void add(Map<String, Long> sum, String figure, long value) {
        if (value != 0) {
            sum.merge(figure, value, Long::sum);
        }
    }
}
