/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.latency.Latencies;
import org.hypertrace.core.latency.LatencyKind;

/** How long VMs waited for interrupts and for being run: figures per kind, and per vector or vCPU. */
public final class LatencyTable {

    /** By what latencies of a kind are put together. */
    public enum By {
        /** Not at all: all of the kind. */
        KIND,
        /** Vector of the interrupt; kinds that have none are left out. */
        VECTOR,
        /** vCPU. */
        VCPU
    }

    /** Vectors that are distinguished: x86 has 256. */
    private static final int VECTORS = 1 << 8;
    /** How many latencies are looked at before cancelling is. */
    private static final int OFTEN = 1 << 16;

    /** Some that have something in common. */
    private static final class Group {
        private final Distribution.Growing fLengths = new Distribution.Growing();
        private long fLongest = -1;
        private long fLongestAt;

        void add(long begin, long length) {
            fLengths.add(length);
            // they come in the order of their ends
            if (length > fLongest || length == fLongest && begin < fLongestAt) {
                fLongest = length;
                fLongestAt = begin;
            }
        }

        LatencyFigures figures(LatencyKind kind, int of) {
            return new LatencyFigures(kind, of, fLengths.figures(), fLongestAt);
        }
    }

    private LatencyTable() {
    }

    /**
     * @param exits
     *            all exits, found with the latencies
     * @param query
     *            of what time and which vCPUs
     * @param by
     *            how they are put together, apart for every VM and kind
     * @param monitor
     *            can cancel
     * @return the figures by host and VM ({@code host number, blank, key}), those of a VM by kind and then by vector or vCPU
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public static Map<String, List<LatencyFigures>> of(ExitColumns exits, ExitQuery query, By by, IProgressMonitor monitor) {
        Latencies all = exits.latencies();
        List<ExitVcpu> vcpus = exits.dictionary().vcpus();
        Map<String, Map<LatencyKind, Map<Integer, Group>>> groups = new LinkedHashMap<>();
        IntUnaryOperator grouping = switch (by) {
        case KIND -> latency -> LatencyFigures.ALL;
        case VECTOR -> latency -> all.kind(latency).hasVector() ? all.number(latency) & VECTORS - 1 : -2;
        case VCPU -> all::vcpu;
        };
        for (int i = 0; i < all.count(); i++) {
            long begin = all.begin(i);
            int of = grouping.applyAsInt(i);
            if (of != -2 && begin >= query.from() && begin < query.to() && query.vcpus().test(all.vcpu(i))) {
                groups.computeIfAbsent(key(vcpus.get(all.vcpu(i))), vm -> new TreeMap<>())
                        .computeIfAbsent(all.kind(i), kind -> new TreeMap<>()).computeIfAbsent(of, key -> new Group())
                        .add(begin, all.length(i));
            }
            if ((i & OFTEN - 1) == 0 && monitor.isCanceled()) {
                throw new OperationCanceledException();
            }
        }
        Map<String, List<LatencyFigures>> table = new LinkedHashMap<>();
        groups.forEach((vm, kinds) -> {
            List<LatencyFigures> rows = new ArrayList<>();
            kinds.forEach((kind, ofKind) -> ofKind.forEach((of, group) -> rows.add(group.figures(kind, of))));
            table.put(vm, rows);
        });
        return table;
    }

    /**
     * @param vcpu
     *            a vCPU
     * @return what its VM is called in the table
     */
    public static String key(ExitVcpu vcpu) {
        return vcpu.host() + " " + vcpu.vm();
    }
}
