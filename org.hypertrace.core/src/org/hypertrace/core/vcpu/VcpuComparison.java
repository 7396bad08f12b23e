/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hypertrace.core.compare.Holm;
import org.hypertrace.core.compare.Ratio;
import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.compare.VmPairs;

/**
 * States of vCPUs in two groups of recordings side by side. Recordings of different lengths compare: what counts is the share of each
 * state of the vCPUs' life.
 *
 * @param a
 *            what the user calls the recordings before
 * @param b
 *            those after
 * @param pairs
 *            VMs of A and B that belong together: those of the same name, and the only ones of each recording
 * @param unmatched
 *            which VMs are only in A or B, a clause each
 */
public record VcpuComparison(String a, String b, List<Pair> pairs, List<String> unmatched) {

    private static final BigInteger SECOND = BigInteger.valueOf(1_000_000_000);

    /**
     * How long all vCPUs of a VM together were in each state.
     *
     * @param states
     *            ns by state, of every state
     */
    public record Times(Map<VcpuState, Long> states) {

        /**
         * @param vcpus
         *            of a VM
         * @return what they sum to
         */
        public static Times of(List<VcpuFigures> vcpus) {
            Map<VcpuState, Long> states = new EnumMap<>(VcpuState.class);
            for (VcpuState state : VcpuState.values()) {
                states.put(state, vcpus.stream().mapToLong(figures -> figures.ns(state)).sum());
            }
            return new Times(states);
        }

        /**
         * @param state
         *            any
         * @return how long they were in it, ns
         */
        public long ns(VcpuState state) {
            return states.get(state);
        }

        /** @return how long they lived, ns: the sum of the states */
        public long life() {
            return states.values().stream().mapToLong(Long::longValue).sum();
        }

        /** @return how long they are known to be neither halted nor blocked, ns */
        public long notIdle() {
            return life() - ns(VcpuState.HALTED) - ns(VcpuState.BLOCKED) - ns(VcpuState.UNKNOWN);
        }

        private Ratio busy() {
            return Ratio.of(notIdle(), life());
        }

        /** Of a second of life, ns. Each state begins where the one before ends, so that all of them sum to the second in spite of rounding. */
        private long perSecond(VcpuState state) {
            long before = Arrays.stream(VcpuState.values()).filter(other -> other.compareTo(state) < 0).mapToLong(this::ns).sum();
            return inSecond(before + ns(state)) - inSecond(before);
        }

        private long inSecond(long ns) {
            return BigInteger.valueOf(ns).multiply(SECOND).divide(BigInteger.valueOf(life())).longValueExact();
        }
    }

    /**
     * A VM in A or in B.
     *
     * @param recordings
     *            how many have it
     * @param trace
     *            the one that stands for all: its share of time not idle is the median
     * @param times
     *            of its vCPUs in that recording
     */
    public record Side(String vm, int recordings, String trace, Times times) { }

    /**
     * A VM of A and one of B.
     *
     * @param rows
     *            the states that any recording has, the greatest contribution first
     */
    public record Pair(Side a, Side b, List<Row> rows) { }

    /**
     * A state.
     *
     * @param a
     *            how long it lasts in the recording that stands for A, ns
     * @param b
     *            in the one that stands for B, ns
     * @param speedUp
     *            of its share of the life in all recordings; not known if the share is 0 in any
     * @param corrected
     *            the speed-up's chance corrected by {@link Holm} for all rows; NaN without enough repetitions
     * @param contribution
     *            how much shorter it is in B, ns per second of life; those of all rows sum to 0
     */
    public record Row(VcpuState state, long a, long b, SpeedUp speedUp, double corrected, long contribution) { }

    /**
     * @param a
     *            what the recordings before are called
     * @param before
     *            at least one
     * @param b
     *            what the recordings after are called
     * @param after
     *            at least one
     * @return both side by side
     */
    public static VcpuComparison of(String a, List<VmPairs.Recording<Times>> before, String b, List<VmPairs.Recording<Times>> after) {
        VmPairs<Times> vms = VmPairs.of(before, after);
        return new VcpuComparison(a, b, vms.pairs().stream().map(pair -> pair(pair.a(), pair.b())).toList(), vms.unmatched());
    }

    private static Pair pair(VmPairs.Group<Times> before, VmPairs.Group<Times> after) {
        VmPairs.One<Times> typicalOfA = before.typical(Times::busy);
        VmPairs.One<Times> typicalOfB = after.typical(Times::busy);
        // a state that nobody was in is no question, so it must not weaken the answers to the others
        List<VcpuState> states = Arrays.stream(VcpuState.values())
                .filter(state -> Stream.concat(before.all().stream(), after.all().stream()).anyMatch(one -> one.ns(state) > 0)).toList();
        List<SpeedUp> speedUps = states.stream().map(state -> SpeedUp.of(shares(before.all(), state), shares(after.all(), state))).toList();
        double[] corrected = Holm.corrected(speedUps.stream().mapToDouble(SpeedUp::chance).toArray());
        List<Row> rows = new ArrayList<>();
        for (VcpuState state : states) {
            int place = rows.size();
            rows.add(new Row(state, typicalOfA.figures().ns(state), typicalOfB.figures().ns(state), speedUps.get(place), corrected[place],
                    typicalOfA.figures().perSecond(state) - typicalOfB.figures().perSecond(state)));
        }
        rows.sort(Comparator.comparingLong((Row row) -> Math.abs(row.contribution)).reversed());
        return new Pair(new Side(before.vm(), before.recordings().size(), typicalOfA.trace(), typicalOfA.figures()),
                new Side(after.vm(), after.recordings().size(), typicalOfB.trace(), typicalOfB.figures()), rows);
    }

    private static List<Ratio> shares(List<Times> recordings, VcpuState state) {
        return recordings.stream().map(one -> Ratio.of(one.ns(state), one.life())).toList();
    }
}
