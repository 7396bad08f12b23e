/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuAttributes;

/**
 * The vCPUs of a host between the begin of their lives and their first entry or exit. A vCPU has demand all its life.
 * The model's number of runnable vCPUs has it from its first entry or exit on, as only that shows that the thread runs a guest.
 * Who reads this number adds what these vCPUs ask for.
 */
public final class EarlyVcpus {

    /**
     * A vCPU that its guest has not yet entered.
     *
     * @param physicalCpu
     *            the attribute with the processor it has, -1: there is none
     * @param waitsFor
     *            the attribute with the processor it waits for, -1: there is none
     * @param begin
     *            of its life, ns since the epoch
     * @param end
     *            its first entry or exit, ns since the epoch
     */
    public record Early(int physicalCpu, int waitsFor, long begin, long end) {

        boolean covers(long time) {
            return begin <= time && time < end;
        }
    }

    private final List<Early> fVcpus = new ArrayList<>();

    /**
     * @param states
     *            the model
     * @param host
     *            the host
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public EarlyVcpus(ITmfStateSystem states, Machines.Host host) throws StateSystemDisposedException {
        for (Machines.Vm vm : host.vms()) {
            for (Machines.Vcpu vcpu : vm.vcpus()) {
                int runsGuest = states.optQuarkRelative(vcpu.quark(), MachineAttributes.RUNS_GUEST);
                long entry = states.querySingleState(states.getCurrentEndTime(), runsGuest).getStartTime();
                if (vcpu.begin() < entry) {
                    fVcpus.add(new Early(states.optQuarkRelative(vcpu.quark(), VcpuAttributes.PHYSICAL_CPU),
                            states.optQuarkRelative(vcpu.quark(), VcpuAttributes.WAITS_FOR), vcpu.begin(), entry));
                }
            }
        }
    }

    /** @return all of them */
    public List<Early> all() {
        return List.copyOf(fVcpus);
    }

    /** @return the attributes with the processors that those of this time have or wait for */
    int[] attributesAt(long time) {
        return fVcpus.stream().filter(vcpu -> vcpu.covers(time)).flatMapToInt(vcpu -> IntStream.of(
                vcpu.physicalCpu, vcpu.waitsFor)).toArray();
    }

    /** @return the times between which the same vCPUs are early, from {@code from} to {@code to}, ns since the epoch */
    List<Long> cuts(long from, long to) {
        TreeSet<Long> cuts = new TreeSet<>(List.of(from, to));
        for (Early vcpu : fVcpus) {
            cuts.add(Math.max(from, Math.min(to, vcpu.begin)));
            cuts.add(Math.max(from, Math.min(to, vcpu.end)));
        }
        return List.copyOf(cuts);
    }

    /**
     * @param cpu
     *            a processor's number
     * @param time
     *            ns since the epoch
     * @return how many of them have it or wait for it
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public int runnable(ITmfStateSystem states, int cpu, long time) throws StateSystemDisposedException {
        int count = 0;
        for (int attribute : attributesAt(time)) {
            if (attribute >= 0 && states.querySingleState(time, attribute).getValue() instanceof Integer number && number == cpu) {
                count++;
            }
        }
        return count;
    }
}
