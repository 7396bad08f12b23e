/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.compare;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.compare.Ratio;
import org.hypertrace.core.compare.VmPairs;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.machine.VmName;

/**
 * What the exits of a VM cost in a recording, to be compared; also once the recording is closed.
 *
 * @param vm
 *            its key, as in other reports
 * @param label
 *            its name for people
 * @param lifetime
 *            of its vCPUs together, ns
 * @param halted
 *            how much of it they had nothing to do, ns
 * @param active
 *            how much of it they were not idle, ns, at least 1
 * @param unknown
 *            a clause: how much of the time is unknown, and that so are the exits in it; null if none is
 * @param rows
 *            its exits by what they have in common, by a name that is the same in every recording
 */
public record ExitCosts(String vm, String label, long lifetime, long halted, long active, String unknown, Map<String, ExitFigures> rows) {

    private static final BigInteger SECOND = BigInteger.valueOf(1_000_000_000);

    /**
     * @param trace
     *            what the recording is called
     * @param hosts
     *            the names of its hosts by their running numbers
     * @param table
     *            of its exits
     * @return its VMs
     */
    public static VmPairs.Recording<ExitCosts> of(String trace, List<String> hosts, ExitTable table) {
        List<VmName> names = VmName.onHosts(table.vms().stream().map(vm -> hosts.get(vm.first().host())).toList(),
                table.vms().stream().map(vm -> vm.first().who()).toList());
        Map<String, ExitCosts> vms = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            ExitTable.Vm vm = table.vms().get(i);
            vms.put(names.get(i).labelOnHost(), new ExitCosts(vm.first().vm(), vm.first().vmLabel(), vm.lifetime(), vm.halted(), vm.active(),
                    table.unknown(vm), rows(table, vm)));
        }
        return new VmPairs.Recording<>(trace, vms);
    }

    private static Map<String, ExitFigures> rows(ExitTable table, ExitTable.Vm vm) {
        ExitNames names = new ExitNames(table.exits());
        Map<String, ExitFigures> rows = new LinkedHashMap<>();
        Map<String, Integer> same = new HashMap<>();
        for (ExitFigures row : vm.rows()) {
            String key = String.valueOf(names.labelOfAnyBoot(table.grouping(), row.example()));
            int nth = same.merge(key, 1, Integer::sum);
            rows.put(nth == 1 ? key : key + " #" + nth, row);
        }
        return rows;
    }

    /** @return what all its exits cost, ns */
    public long cost() {
        return rows.values().stream().mapToLong(ExitFigures::cost).sum();
    }

    private long cost(String label) {
        return rows.containsKey(label) ? rows.get(label).cost() : 0;
    }

    /** As a share of the time not idle, exact. */
    Ratio share() {
        return Ratio.of(cost(), active);
    }

    /** The same of the exits of that name: 0 without any. */
    Ratio share(String label) {
        return Ratio.of(cost(label), active);
    }

    /** What the exits of that name cost per second not idle, ns, rounded down. */
    long perSecond(String label) {
        return BigInteger.valueOf(cost(label)).multiply(SECOND).divide(BigInteger.valueOf(active)).longValueExact();
    }

    /** @return how many exits of that name there are per second of the vCPUs' life */
    double rate(String label) {
        return rows.containsKey(label) ? rows.get(label).count() * SECOND.doubleValue() / lifetime : 0;
    }
}
