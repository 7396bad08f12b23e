/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.latency.LockHolders;
import org.hypertrace.core.path.latency.LockWaits;

/** What waited for what the host kept from working, as {@code oracle/lock_holders.py} writes it, a line each. */
public final class LockLines {

    private LockLines() {
    }

    public static List<String> of(PathRows rows) {
        PathNames names = new PathNames(rows);
        List<String> lines = new ArrayList<>();
        for (int vm = 0; vm < rows.vms.size(); vm++) {
            if (rows.vms.get(vm).runs()) {
                LockHolders holders = new LockHolders(rows, vm, Long.MIN_VALUE, Long.MAX_VALUE);
                holders.waits().forEach(row -> lines.add(line(names, row)));
                LockWaits.Kicks kicks = holders.kicks();
                if (kicks.count() > 0) {
                    lines.add("kicks " + rows.vms.get(vm).name() + ' ' + kicks.count() + ' ' + kicks.unknown() + ' ' + kicks.without());
                }
            }
        }
        lines.sort(null);
        return lines;
    }

    private static String line(PathNames names, LockWaits row) {
        String preemptors = row.preemptors().stream().sorted(Comparator.comparing(preemptor -> names.key(preemptor.who())))
                .map(preemptor -> names.key(preemptor.who()) + '=' + preemptor.ns()).collect(Collectors.joining(","));
        return row.kind().key() + ' ' + key(names, row.waiting()) + ' ' + key(names, row.waitingThread()) + ' ' + key(names, row.holder()) + ' '
                + key(names, row.holderThread()) + ' ' + row.count() + ' ' + row.total() + ' ' + row.longest() + ' ' + row.worst() + ' '
                + row.preempted() + ' ' + row.wakingUp() + ' ' + row.inHost() + ' ' + (preemptors.isEmpty() ? "-" : preemptors);
    }

    private static String key(PathNames names, int who) {
        return who < 0 ? "-" : names.key(who);
    }
}
