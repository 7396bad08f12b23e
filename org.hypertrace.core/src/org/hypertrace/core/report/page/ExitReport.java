/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitDictionary.Reason;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.compare.ExitComparison;
import org.hypertrace.core.exit.finding.ExitFinding;
import org.hypertrace.core.exit.statistics.ExitBudget;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.exit.statistics.LatencyFigures;
import org.hypertrace.core.exit.statistics.LatencyTable;
import org.hypertrace.core.exit.track.Cause;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.kvm.SubReason;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.quantity.NotChecked;

/**
 * What a trace reports of VM exits: the one result that is written in all formats.
 *
 * @param trace
 *            what the user named
 * @param missing
 *            what was not recorded and is missed
 * @param gaps
 *            what is missing of the traces, a sentence each
 * @param hosts
 *            the names of the hosts by their running numbers
 * @param findings
 *            what is worth knowing before any figure is read
 * @param comparison
 *            with another trace or time, null if none is asked for
 * @param budgets
 *            those asked for, held against every VM
 * @param notChecked
 *            those for exits that no VM has
 */
public record ExitReport(String trace, List<RecordedEvents.Missing> missing, List<String> gaps, List<String> hosts, ExitTable table,
        List<ExitFinding> findings, ExitComparison comparison, List<ExitBudget.Result> budgets, List<NotChecked> notChecked) {

    /** @return all exits */
    public ExitColumns exits() {
        return table.exits();
    }

    /** @return what the exits of a row have in common, by the names of the JSON, in their order; absent what is not known */
    public Map<String, Object> keys(ExitFigures row) {
        return keys(table, row);
    }

    /** @return the same of a row of a table */
    static Map<String, Object> keys(ExitTable table, ExitFigures row) {
        ExitColumns exits = table.exits();
        int exit = row.example();
        ExitNames names = new ExitNames(exits);
        Cause cause = names.cause(exit);
        Map<String, Object> keys = new LinkedHashMap<>();
        switch (table.grouping()) {
        case REASON -> reason(exits, exit, keys);
        case SUB -> {
            reason(exits, exit, keys);
            sub(exits, exit, keys);
        }
        case PORT, MSR -> sub(exits, exit, keys);
        case VCPU -> keys.put("vcpu", exits.dictionary().vcpus().get(exits.vcpu(exit)).number());
        case TASK -> task(names, cause, keys);
        case FUNCTION -> function(names, cause, keys);
        case SYSCALL -> syscall(names, cause, keys);
        case INITCALL -> initcall(names, cause, keys);
        case CAUSE -> {
            task(names, cause, keys);
            if (cause.function() != 0) {
                function(names, cause, keys);
            } else if (cause.syscall() >= 0) {
                syscall(names, cause, keys);
            } else if (cause.initcall() != 0 || cause.initcallName() != null) {
                initcall(names, cause, keys);
            }
            reason(exits, exit, keys);
        }
        case TRACER -> keys.put("tracer", exits.isTracer(exit));
        default -> throw new IllegalArgumentException(table.grouping() + " has no keys");
        }
        return keys;
    }

    private static void task(ExitNames names, Cause cause, Map<String, Object> keys) {
        ThreadName task = names.task(cause);
        if (task != null) {
            keys.put("tid", task.tid());
            put(keys, "task", task.name());
        }
    }

    private static void function(ExitNames names, Cause cause, Map<String, Object> keys) {
        keys.put("address", "0x" + Long.toHexString(cause.function()));
        put(keys, "function", names.functionName(cause));
    }

    private static void syscall(ExitNames names, Cause cause, Map<String, Object> keys) {
        keys.put("number", cause.syscall());
        keys.put("table", cause.compat() ? "i386" : "x86-64");
        put(keys, "syscall", names.syscallName(cause));
    }

    private static void initcall(ExitNames names, Cause cause, Map<String, Object> keys) {
        if (cause.initcall() != 0) {
            keys.put("address", "0x" + Long.toHexString(cause.initcall()));
        }
        put(keys, "initcall", names.initcallName(cause));
    }

    private static void reason(ExitColumns exits, int exit, Map<String, Object> keys) {
        Reason reason = exits.dictionary().reasons().get(exits.reason(exit));
        put(keys, "isa", ExitReason.isaName(reason.isa()));
        keys.put("code", reason.code());
        put(keys, "name", ExitReason.name(reason.isa(), reason.code()));
    }

    private static void sub(ExitColumns exits, int exit, Map<String, Object> keys) {
        SubReason sub = exits.dictionary().subs().get(exits.sub(exit));
        if (sub.kind() != SubReason.Kind.NONE) {
            keys.put("sub", sub.label());
            keys.put("subKind", sub.kind().key());
            if (sub.kind() != SubReason.Kind.FURTHER) {
                keys.put("subNumber", Long.toUnsignedString(sub.number()));
            }
        }
    }

    private static void put(Map<String, Object> keys, String key, Object value) {
        if (value != null) {
            keys.put(key, value);
        }
    }

    /** @return the findings in the exits of a VM */
    public List<ExitFinding> findings(ExitTable.Vm vm) {
        return findings.stream().filter(finding -> finding.vm().first() == vm.first()).toList();
    }

    /** @return what the exits of a row have in common, for people */
    public String label(ExitFigures row) {
        return new ExitNames(exits()).label(table.grouping(), row.example());
    }

    /** @return the name of the host of a VM */
    public String host(ExitTable.Vm vm) {
        return hosts.get(vm.first().host());
    }

    /**
     * @param vm
     *            one of the table
     * @param by
     *            how its latencies are put together
     * @return their figures
     */
    public List<LatencyFigures> latencies(ExitTable.Vm vm, LatencyTable.By by) {
        return LatencyTable.of(exits(), table.query(), by, new NullProgressMonitor()).getOrDefault(LatencyTable.key(vm.first()), List.of());
    }
}
