/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitDictionary.Reason;
import org.hypertrace.core.exit.columns.ExitVcpu;

/**
 * The exit multiplication: how often the host is needed for one exit of a guest's guest, and how long that takes; for every
 * reason, apart for exits that the host handles alone and those that it gives to the hypervisor in the VM.
 */
public final class NestedTable {

    /** Who handles an exit of a guest's guest. */
    public enum Handler {
        /** The host alone. */
        HOST("host"),
        /** The hypervisor in the VM, to which the host gives it. */
        VM("vm"),
        /** The host, and then it has something else for the VM. */
        BOTH("both");

        private final String fKey;

        Handler(String key) {
            fKey = key;
        }

        /** @return its name for programs */
        public String key() {
            return fKey;
        }
    }

    /**
     * Complete exits of one reason that went one way.
     *
     * @param given
     *            the reason for which the hypervisor in the VM sees its guest leave. It is {@code reason}, or another one if the host
     *            handled the exit and then had something else for the VM; null if the host handled them alone
     * @param hostExits
     *            how often the vCPU was left for one of them, itself included
     * @param times
     *            how long each lasted, ns
     * @param byHostExits
     *            how many of them needed so many exits
     */
    public record Row(Reason reason, Reason given, Distribution hostExits, Distribution times,
            SortedMap<Long, Integer> byHostExits) {

        /** @return who handled them */
        public Handler handledBy() {
            return given == null ? Handler.HOST : given.equals(reason) ? Handler.VM : Handler.BOTH;
        }
    }

    /** {@code given} is negative if nothing was given. */
    private record Key(int reason, long given) { }

    private static final class Group {
        private final Distribution.Growing fHostExits = new Distribution.Growing();
        private final Distribution.Growing fTimes = new Distribution.Growing();
        private final SortedMap<Long, Integer> fByHostExits = new TreeMap<>();

        void add(long hostExits, long time) {
            fHostExits.add(hostExits);
            fTimes.add(time);
            fByHostExits.merge(hostExits, 1, Integer::sum);
        }
    }

    private NestedTable() {
    }

    /**
     * @param exits
     *            all exits
     * @param query
     *            which of them are asked for
     * @param vm
     *            what is nested in a VM
     * @return those with the greatest total of time first
     */
    public static List<Row> of(ExitColumns exits, ExitQuery query, ExitTable.Vm vm) {
        Map<Key, Group> groups = new HashMap<>();
        List<ExitVcpu> vcpus = exits.dictionary().vcpus();
        boolean[] wanted = new boolean[vcpus.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = vm.vcpus().contains(vcpus.get(i)) && query.vcpus().test(i);
        }
        int end = exits.firstFrom(query.to());
        for (int i = exits.firstFrom(query.from()); i < end; i++) {
            if (wanted[exits.vcpu(i)] && exits.isComplete(i) && (query.withTracer() || !exits.isTracer(i))) {
                groups.computeIfAbsent(new Key(exits.reason(i), exits.isForwarded(i) ? exits.given(i) : -1), key -> new Group())
                        .add(exits.hostExits(i), exits.length(i));
            }
        }
        List<Row> rows = new ArrayList<>();
        groups.forEach((key, group) -> rows.add(new Row(exits.dictionary().reasons().get(key.reason), key.given < 0 ? null
                : new Reason(exits.dictionary().reasons().get(key.reason).isa(), key.given), group.fHostExits.figures(),
                group.fTimes.figures(), group.fByHostExits)));
        rows.sort(Comparator.comparingLong((Row row) -> row.times.total()).reversed().thenComparing(row -> row.reason.code())
                .thenComparing(row -> row.given == null ? -1 : row.given.code()));
        return rows;
    }
}
