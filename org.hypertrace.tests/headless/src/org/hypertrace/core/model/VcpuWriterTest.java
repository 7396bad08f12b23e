/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.statesystem.core.StateSystemFactory;
import org.eclipse.tracecompass.statesystem.core.backend.StateHistoryBackendFactory;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.MachineFanOut;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exits, entries, states and the tracer's time of any life of a vCPU, also one that no trace has, are read as they were reported. The book
 * beside it has an entry per report and nothing else.
 */
@Tag("plain")
class VcpuWriterTest {

    private static final int STEPS = 400;
    /** AMD's: a hypercall, HLT, an interrupt. */
    private static final long[] REASONS = { 129, 120, 96 };

    private record Exit(long time, int reason) { }

    private final ITmfStateSystemBuilder fStates = StateSystemFactory.newStateSystem(StateHistoryBackendFactory.createInMemoryBackend("vCPU", 0));
    private final VcpuWriter fWriter = new VcpuWriter(fStates, fStates.getQuarkAbsoluteAndAdd("host"), vcpu());
    private final List<Exit> fExits = new ArrayList<>();
    private final List<Long> fEntries = new ArrayList<>();
    private final List<VcpuState> fStateAt = new ArrayList<>();
    private final List<Boolean> fTracerAt = new ArrayList<>();
    private VcpuState fNow = VcpuState.UNKNOWN;
    private boolean fTracer;
    private long fMayBe = -1;
    private long fTime;

    private static VirtualCpu vcpu() {
        MachineTracker machines = new MachineTracker(new MachineFanOut(List.of()), host -> null);
        machines.handle(new HostEvent.SchedSwitch(0, 0, 0, 0, "swapper/0", 0, 11, "CPU 0/KVM"));
        machines.handle(new HostEvent.KvmEntry(0, 0, 0));
        return machines.vcpu(0);
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void asReported(long seed) throws StateSystemDisposedException {
        live(new Random(seed));
        int vcpu = fWriter.quark();
        int state = fStates.optQuarkRelative(vcpu, VcpuAttributes.STATE);
        int beside = fStates.optQuarkRelative(vcpu, VcpuAttributes.TRACER);
        List<Integer> reasons = fStates.getSubAttributes(fStates.optQuarkRelative(vcpu, VcpuAttributes.EXITS), false);
        for (long time = 0; time < fTime; time++) {
            Object value = fStates.querySingleState(time, state).getValue();
            Object mark = fStates.querySingleState(time, beside).getValue();
            assertEquals(fStateAt.get((int) time), VcpuState.of(value), "state at " + time);
            assertEquals(fTracerAt.get((int) time), VcpuAttributes.IS_TRACER.equals(mark) || mark == null && VcpuAttributes.isOfTracer(value),
                    "tracer at " + time);
        }
        for (long begin = 0; begin < fTime; begin += 7) {
            for (long end = begin; end <= fTime; end += 13) {
                assertEquals(exits(begin, end), readExits(begin, end, state, reasons), begin + " to " + end);
                long from = begin;
                long until = end;
                assertEquals(fEntries.stream().filter(time -> time >= from && time <= until).count(), readEntries(begin, end, state, vcpu));
            }
        }
    }

    private void live(Random random) {
        for (int step = 0; step < STEPS; step++) {
            fTime += random.nextInt(3);
            while (fStateAt.size() < fTime) {
                fStateAt.add(fNow);
                fTracerAt.add(fTracer);
            }
            switch (random.nextInt(5)) {
            case 0, 1 -> exit(random);
            case 2 -> {
                fEntries.add(fTime);
                fWriter.entered(fTime);
                ends();
                becomes(VcpuState.GUEST);
            }
            case 3 -> {
                if (fMayBe >= 0) {
                    // it is known now that it was so since the exit
                    for (int time = (int) fMayBe; time < fTracerAt.size(); time++) {
                        fTracerAt.set(time, true);
                    }
                }
                fTracer = true;
                fWriter.traced(fTime);
            }
            default -> {
                // only an entry begins it
                VcpuState next = VcpuState.values()[random.nextInt(VcpuState.values().length)];
                if (next != VcpuState.GUEST) {
                    becomes(next);
                }
            }
            }
        }
        while (fStateAt.size() <= fTime) {
            fStateAt.add(fNow);
            fTracerAt.add(fTracer);
        }
        fStates.closeHistory(fTime);
    }

    private void exit(Random random) {
        int reason = random.nextInt(REASONS.length);
        fExits.add(new Exit(fTime, reason));
        fWriter.exited(fTime, ExitReason.SVM, REASONS[reason]);
        ends();
        fMayBe = reason == 0 ? fTime : -1;
        if (fNow == VcpuState.GUEST || random.nextBoolean()) {
            becomes(random.nextInt(4) == 0 ? VcpuState.HOST_INTERRUPT : VcpuState.HOST_KERNEL);
        }
        fWriter.settle();
    }

    private void ends() {
        fTracer = false;
        fMayBe = -1;
    }

    private void becomes(VcpuState state) {
        if (state != fNow) {
            fNow = state;
            fWriter.state(fTime, state);
            if (state == VcpuState.UNKNOWN) {
                ends();
            }
        }
    }

    private List<Integer> exits(long begin, long end) {
        List<Integer> counts = new ArrayList<>();
        for (int i = 0; i < REASONS.length; i++) {
            int reason = i;
            counts.add((int) fExits.stream().filter(exit -> exit.reason == reason && exit.time >= begin && exit.time <= end).count());
        }
        return counts;
    }

    private List<Integer> readExits(long begin, long end, int state, List<Integer> reasons) throws StateSystemDisposedException {
        int[] counts = new int[REASONS.length];
        for (int i = 0; i < reasons.size(); i++) {
            counts[i] += count(reasons.get(i), end) - (begin == 0 ? 0 : count(reasons.get(i), begin - 1));
        }
        for (ITmfStateInterval interval : fStates.query2D(List.of(state), begin, end)) {
            int exit = VcpuAttributes.exitOf(interval.getValue());
            if (exit >= 0 && interval.getStartTime() >= begin) {
                counts[exit]++;
            }
        }
        List<Integer> inOrder = new ArrayList<>();
        for (long reason : REASONS) {
            int place = reasons.indexOf(fStates.optQuarkRelative(fStates.getParentAttributeQuark(reasons.get(0)), VcpuAttributes.exit(ExitReason.SVM, reason)));
            inOrder.add(place < 0 ? 0 : counts[place]);
        }
        return inOrder;
    }

    private long readEntries(long begin, long end, int state, int vcpu) throws StateSystemDisposedException {
        int others = fStates.optQuarkRelative(vcpu, VcpuAttributes.OTHER_ENTRIES);
        long entries = count(others, end) - (begin == 0 ? 0 : count(others, begin - 1));
        for (ITmfStateInterval interval : fStates.query2D(List.of(state), begin, end)) {
            entries += VcpuState.of(interval.getValue()) == VcpuState.GUEST && interval.getStartTime() >= begin ? 1 : 0;
        }
        return entries;
    }

    private int count(int quark, long time) throws StateSystemDisposedException {
        return fStates.querySingleState(time, quark).getValue() instanceof Integer count ? count : 0;
    }
}
