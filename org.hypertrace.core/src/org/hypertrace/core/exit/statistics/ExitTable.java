/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.track.UnknownTime;
import org.hypertrace.core.exit.track.VcpuTimes.Count;
import org.hypertrace.core.exit.track.VcpuTimes.Phase;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.Digits;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * The exits of VMs in a stretch of time, put together in some way, with what is needed to judge them.
 *
 * @param vms
 *            those asked for that lived in the stretch, by host, in the order of their beginnings
 */
public record ExitTable(ExitColumns exits, ExitQuery query, ExitGrouping grouping, List<Vm> vms) {

    /** The least share that has a digit of its own in percent. */
    private static final double LEAST = 0.00005;

    /**
     * A VM.
     *
     * @param vcpus
     *            those of its vCPUs that lived in the stretch, by number
     * @param lifetime
     *            of these vCPUs in the stretch together, ns
     * @param halted
     *            how much of it they had nothing to do, ns
     * @param rows
     *            its exits, those with the greatest total first
     * @param tracer
     *            of them, or besides them if they are left out, those that its tracer caused; null if none
     * @param slowDown
     *            an estimate of how much its exits for tracing slowed it down: their own time over the vCPUs' other time without halts;
     *            {@code NaN} if that is unknown
     */
    public record Vm(List<ExitVcpu> vcpus, long lifetime, long halted, List<ExitFigures> rows, Tracer tracer, double slowDown) {
        /** @return one of its vCPUs: who they are of */
        public ExitVcpu first() {
            return vcpus.get(0);
        }

        /** @return the time in which they were not idle, ns, at least 1 */
        public long active() {
            return Math.max(1, lifetime - halted);
        }

        /**
         * @param from
         *            ns since the epoch
         * @param to
         *            its end, exclusive
         * @return when in that time it was unknown what one of its vCPUs did because events are missing, vCPU by vCPU
         */
        public List<UnknownTime.Stretch> unknown(long from, long to) {
            return vcpus.stream().flatMap(vcpu -> vcpu.unknown().within(from, to).stream()).toList();
        }

        /** @return how many exits of its vCPUs, of the whole trace */
        public long count(Count what) {
            return vcpus.stream().mapToLong(vcpu -> vcpu.times().count(what)).sum();
        }

        /** @return where the whole life of its vCPUs went, ns */
        public long ns(Phase phase) {
            return vcpus.stream().mapToLong(vcpu -> vcpu.times().ns(phase)).sum();
        }
    }

    /**
     * Exits that a guest's tracer caused.
     *
     * @param count
     *            how many begin in the stretch
     * @param inRange
     *            how much time of it they took, ns
     * @param stolen
     *            what of that the vCPUs were preempted or waking, ns; of an exit that the stretch cuts, nobody knows, so it counts as 0
     */
    public record Tracer(long count, long inRange, long stolen) {
        /** @return what the exits took themselves, ns: what is stolen in them would be stolen elsewhere without them */
        public long own() {
            return inRange - stolen;
        }
    }

    /**
     * @param exits
     *            all exits
     * @param query
     *            which of them are asked for
     * @param grouping
     *            how they are put together
     * @param monitor
     *            can cancel
     * @return the table
     */
    public static ExitTable of(ExitColumns exits, ExitQuery query, ExitGrouping grouping, IProgressMonitor monitor) {
        List<ExitVcpu> vcpus = exits.dictionary().vcpus();
        Map<String, List<ExitVcpu>> vms = new LinkedHashMap<>();
        IntStream.range(0, vcpus.size())
                .filter(i -> vcpus.get(i).runsGuest() && query.vcpus().test(i) && lifetime(vcpus.get(i), query) > 0)
                .mapToObj(vcpus::get).sorted(Comparator.comparingInt(ExitVcpu::host).thenComparingLong(ExitVcpu::begin))
                .forEach(vcpu -> vms.computeIfAbsent(vm(vcpu), key -> new ArrayList<>()).add(vcpu));
        belowTheirHosts(vms);
        ExitStatistics statistics = ExitStatistics.of(exits, query, ExitKeys.of(exits, grouping), monitor);
        Map<String, ExitStatistics.OfVm> sums = statistics.vms();
        List<Vm> table = new ArrayList<>();
        vms.forEach((key, ofVm) -> {
            ofVm.sort(Comparator.comparingInt(ExitVcpu::number));
            long lifetime = ofVm.stream().mapToLong(vcpu -> lifetime(vcpu, query)).sum();
            ExitStatistics.OfVm all = sums.get(key);
            Tracer tracer = all.tracer() == 0 ? null : new Tracer(all.tracer(), all.tracerInRange(), all.tracerStolen());
            long halted = Math.min(lifetime, halted(exits, query, ofVm, all.halted()));
            long without = lifetime - halted - (tracer == null ? 0 : tracer.own());
            table.add(new Vm(List.copyOf(ofVm), lifetime, halted, List.of(), tracer,
                    tracer == null || without <= 0 ? Double.NaN : (double) tracer.own() / without));
        });
        return new ExitTable(exits, query, grouping, table).with(grouping, statistics.figures(monitor));
    }

    /**
     * @param other
     *            another way to put the same exits together
     * @param monitor
     *            can cancel
     * @return the table
     */
    public ExitTable by(ExitGrouping other, IProgressMonitor monitor) {
        return with(other, ExitStatistics.of(exits, query, other, monitor));
    }

    private ExitTable with(ExitGrouping other, List<ExitFigures> figures) {
        Map<String, List<ExitFigures>> rows = byVm(exits, figures);
        return new ExitTable(exits, query, other, vms.stream().map(vm -> new Vm(vm.vcpus, vm.lifetime, vm.halted,
                rows.getOrDefault(vm(vm.first()), List.of()), vm.tracer, vm.slowDown)).toList());
    }

    /**
     * @param vm
     *            one of the table
     * @return a clause: how much of the time asked for is unknown because events are missing, and that so are the exits in it; null if
     *         none is
     */
    public String unknown(Vm vm) {
        List<UnknownTime.Stretch> unknown = vm.unknown(query.from(), query.to());
        if (unknown.isEmpty()) {
            return null;
        }
        Amount share = Amount.share(unknown.stream().mapToLong(stretch -> stretch.end() - stretch.begin()).sum(), Math.max(1, vm.lifetime()));
        return "what its vCPUs did in " + (share.ratio() < LEAST ? "less than 0.01 %" : Digits.percent(share)) + " of the time is unknown, and so are the exits in it";
    }

    /** What is nested in a VM comes directly after it. */
    private static void belowTheirHosts(Map<String, List<ExitVcpu>> vms) {
        Map<String, List<ExitVcpu>> sorted = new LinkedHashMap<>();
        vms.forEach((key, vcpus) -> {
            if (vcpus.get(0).nested() == null) {
                sorted.put(key, vcpus);
                String nested = ExitVcpu.nestedIn(key);
                if (vms.containsKey(nested)) {
                    sorted.put(nested, vms.get(nested));
                }
            }
        });
        vms.forEach(sorted::putIfAbsent);
        vms.clear();
        vms.putAll(sorted);
    }

    /** How much of the time asked for vCPUs were halted, ns; of an exit that is only partly in it at the most that part. */
    private static long halted(ExitColumns exits, ExitQuery query, List<ExitVcpu> vcpus, long ofThoseThatBegin) {
        int state = VcpuState.HALTED.ordinal();
        long halted = ofThoseThatBegin;
        int first = exits.firstFrom(query.from());
        for (int i = exits.lastBefore(exits.firstFrom(query.to()), query.to()); i >= first; i = exits.lastBefore(i, query.to())) {
            if (vcpus.contains(exits.dictionary().vcpus().get(exits.vcpu(i)))) {
                halted -= Math.max(0, exits.parts(i)[state] - (query.to() - exits.begin(i)));
            }
        }
        for (int i = exits.lastBefore(first, query.from()); i >= 0; i = exits.lastBefore(i, query.from())) {
            if (vcpus.contains(exits.dictionary().vcpus().get(exits.vcpu(i)))) {
                halted += Math.min(exits.parts(i)[state], Math.min(query.to(), exits.begin(i) + exits.length(i)) - query.from());
            }
        }
        return halted;
    }

    private static Map<String, List<ExitFigures>> byVm(ExitColumns exits, List<ExitFigures> figures) {
        return figures.stream().collect(Collectors.groupingBy(
                f -> vm(exits.dictionary().vcpus().get(exits.vcpu(f.example()))), Collectors.toList()));
    }

    /** The key of its VM, unique among all hosts. */
    public static String vm(ExitVcpu vcpu) {
        return vcpu.host() + " " + vcpu.vm();
    }

    private static long lifetime(ExitVcpu vcpu, ExitQuery query) {
        return Math.max(0, Math.min(vcpu.end(), query.to()) - Math.max(vcpu.begin(), query.from()));
    }
}
