/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.List;
import java.util.SortedMap;
import java.util.function.IntPredicate;

import org.hypertrace.core.machine.Machines;

/**
 * How many vCPUs of a host wanted a processor at once, of all VMs together. Durations are ns and exact; the times at each demand
 * sum to {@code end - begin}, and multiplied by it to what the vCPUs wanted.
 *
 * @param host
 *            the host
 * @param begin
 *            of the first life of a vCPU in the stretch, ns since the epoch
 * @param end
 *            of the last one, ns since the epoch
 * @param processors
 *            how many the vCPUs were seen on, at least 1
 * @param demand
 *            by how many vCPUs had or wanted a processor: for how long
 * @param vcpus
 *            those that lived in the stretch
 * @param wakeP99
 *            the 99th percentile (nearest rank) of the waits from a waking until the vCPU has a processor, ns; -1 if there was none
 */
public record Overcommit(Machines.Host host, long begin, long end, int processors, SortedMap<Integer, Long> demand, List<Vcpu> vcpus,
        long wakeP99) {

    /** How the demand fits the processors. */
    public enum Fit {
        /** Each vCPU that wants a processor can have one. */
        DEDICATED,
        /** More want one, and some share a processor with more others than the rest. */
        UNBALANCED,
        /** More want one, and all could share them alike. */
        BALANCED
    }

    /**
     * A vCPU in the stretch.
     *
     * @param vm
     *            whose it is
     * @param vcpu
     *            the vCPU
     * @param life
     *            how long it lived in the stretch, ns
     * @param got
     *            how long it had a processor, ns
     * @param steal
     *            how long it waited for one, ns
     * @param longestWait
     *            the longest of these waits without a break, ns
     * @param executions
     *            how often it came to have one within its life
     * @param migrations
     *            how often that was another one than before
     */
    public record Vcpu(Machines.Vm vm, Machines.Vcpu vcpu, long life, long got, long steal, long longestWait, int executions, int migrations) {

        /** @return how long it had or wanted a processor, ns */
        public long wanted() {
            return got + steal;
        }

        /** @return how long it had one at a time, ns, rounded down; -1 if it never came to have one */
        public long meanRun() {
            return executions == 0 ? -1 : got / executions;
        }

        /** @return of what it wanted, the share that it got; NaN if it wanted nothing */
        public double share() {
            return wanted() == 0 ? Double.NaN : (double) got / wanted();
        }
    }

    /** Less of the time than one of so many is too short to compare shares. */
    private static final long LEAST = 100;

    /**
     * @param wanting
     *            how many vCPUs want a processor
     * @return how that fits
     */
    public Fit fit(int wanting) {
        return wanting <= processors ? Fit.DEDICATED : wanting % processors == 0 ? Fit.BALANCED : Fit.UNBALANCED;
    }

    /** @return how long it was so, ns */
    public long ns(Fit fit) {
        return sum(wanting -> fit(wanting) == fit);
    }

    /** @return the greatest demand */
    public int most() {
        return demand.isEmpty() ? 0 : demand.lastKey();
    }

    /**
     * @return the greatest less the least share that vCPUs got of what they wanted, of those that wanted at least 1 % of the time;
     *         NaN if there is none
     */
    public double imbalance() {
        double[] shares = vcpus.stream().filter(vcpu -> vcpu.wanted() > 0 && LEAST * vcpu.wanted() >= end - begin).mapToDouble(Vcpu::share)
                .sorted().toArray();
        return shares.length == 0 ? Double.NaN : shares[shares.length - 1] - shares[0];
    }

    private long sum(IntPredicate wanting) {
        return demand.entrySet().stream().filter(one -> wanting.test(one.getKey())).mapToLong(one -> one.getValue()).sum();
    }
}
