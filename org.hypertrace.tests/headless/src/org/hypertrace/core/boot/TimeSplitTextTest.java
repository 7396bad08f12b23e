/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.run.TimeSplitText;
import org.hypertrace.core.run.compare.RunRow;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;
import org.hypertrace.core.vcpu.VcpuState;
import org.junit.jupiter.api.Test;

/** Where time went, in words, and what of a difference is whose. */
class TimeSplitTextTest {

    private static TimeSplit spent(long tracer, Map<String, Integer> exits, List<PreemptorTime> preemptors, Object... states) {
        Map<VcpuState, Long> ns = new EnumMap<>(VcpuState.class);
        for (VcpuState state : VcpuState.values()) {
            ns.put(state, 0L);
        }
        for (int i = 0; i < states.length; i += 2) {
            ns.put((VcpuState) states[i], ((Integer) states[i + 1]).longValue());
        }
        return new TimeSplit(ns, tracer, exits, preemptors);
    }

    private static String reported(TimeSplit spent) {
        Map<String, String> reported = new LinkedHashMap<>();
        TimeSplitText.addTo(spent, reported);
        return reported.entrySet().stream().map(one -> one.getKey() + ": " + one.getValue() + '\n').collect(Collectors.joining());
    }

    private static final TimeSplit SOME = spent(70, Map.of("HLT", 3), List.of(new PreemptorTime(PreemptorKind.TASK, 20, "make", 90),
            new PreemptorTime(PreemptorKind.TASK, 21, "cc1", 6), new PreemptorTime(PreemptorKind.INTERRUPT, -1, "irq 4", 3),
            new PreemptorTime(PreemptorKind.TASK, 22, "ld", 1)),
            VcpuState.GUEST, 500, VcpuState.HALTED, 200, VcpuState.PREEMPTED, 100, VcpuState.UNKNOWN, 200);

    @Test
    void theGuestsTheHostsAndEachState() {
        assertEquals("""
                The guest's own: 700 ns (70.00 %)
                The host's: 100 ns (10.00 %)
                   unknown: 200 ns (20.00 %)
                   guest: 500 ns (50.00 %)
                   preempted: 100 ns (10.00 %)
                   halted: 200 ns (20.00 %)
                Preempted by make: 90 ns (9.00 %)
                Preempted by cc1: 6 ns (0.60 %)
                Preempted by irq 4: 3 ns (0.30 %)
                Of it the tracer's: 70 ns (7.00 %)
                VM exits: 3: 3 HLT
                """, reported(SOME));
        assertEquals("""
                The guest's own: 10 ns (100.00 %)
                The host's: 0 ns (0.00 %)
                   guest: 10 ns (100.00 %)
                """, reported(spent(0, Map.of(), List.of(), VcpuState.GUEST, 10)));
        assertEquals("", reported(null) + reported(spent(0, Map.of(), List.of())));
    }

    @Test
    void notMoreReasonsThanALineHolds() {
        Map<String, Integer> exits = new LinkedHashMap<>();
        for (int i = 9; i > 3; i--) {
            exits.put("R" + i, i);
        }
        TimeSplit six = spent(0, exits, List.of(), VcpuState.GUEST, 10);
        assertEquals("VM exits: 39: 9 R9, 8 R8, 7 R7, 6 R6, 5 R5, 4 R4", reported(six).lines().skip(3).findFirst().get());
        exits.put("R3", 3);
        assertEquals("VM exits: 42: 9 R9, 8 R8, 7 R7, 6 R6, 5 R5, 4 R4, …", reported(spent(0, exits, List.of(), VcpuState.GUEST, 10)).lines()
                .skip(3).findFirst().get());
    }

    @Test
    void cellsAreThoseOfTheColumns() {
        assertEquals("[Level, Own, Host, Tracer, VM exits, Ended, unknown, guest, host interrupt, VMM, host kernel, preempted, halted, blocked, "
                + "waking]", TimeSplitText.columns(TableColumns.of("Level"), "Ended").toString());
        assertEquals("[700 ns, 100 ns, 70 ns, 3, well, 200 ns, 500 ns, 0 ns, 0 ns, 0 ns, 100 ns, 200 ns, 0 ns, 0 ns]",
                TimeSplitText.cells(SOME, "well").toString());
        assertEquals("[, , , , well, , , , , , , , , ]", TimeSplitText.cells(null, "well").toString());
    }

    private static RunRow row(RunRow.Timing a, RunRow.Timing b) {
        return new RunRow(RunRow.Kind.LEVEL, "device", null, RunRow.Match.NAME, a, b, true, SpeedUp.of(new long[0], new long[0]));
    }

    /** What of a difference is the guest's own, and what the host caused; what is unknown is neither. */
    @Test
    void whoseADifferenceIs() {
        RunRow.Timing some = new RunRow.Timing(null, 1000, false, SOME);
        RunRow.Timing less = new RunRow.Timing(null, 130, false, spent(0, Map.of(), List.of(), VcpuState.GUEST, 50, VcpuState.HALTED, 40,
                VcpuState.BLOCKED, 30, VcpuState.UNKNOWN, 10));
        assertEquals("870 = 610 own + 70 host + 190 unknown", text(row(less, some)));
        assertEquals("-870 = -610 own + -70 host + -190 unknown", text(row(some, less)));
        assertEquals("1000 = 700 own + 100 host + 200 unknown", text(row(null, some)));
        assertEquals("-1000 = -700 own + -100 host + -200 unknown", text(row(some, null)));
        RunRow.Timing unknown = new RunRow.Timing(null, 50, false, null);
        for (RunRow row : List.of(row(unknown, some), row(some, unknown))) {
            assertNull(row.states());
            assertEquals("0 0", row.own() + " " + row.host());
        }
    }

    private static String text(RunRow row) {
        return row.difference() + " = " + row.own() + " own + " + row.host() + " host + " + row.states().get(VcpuState.UNKNOWN) + " unknown";
    }

    @Test
    void whatARowIsCalled() {
        assertEquals("BOOT, PART, LEVEL level , INITCALL, SHUTDOWN, STEP, DEVICE device , NOTIFIER notifier ", List.of(RunRow.Kind.values())
                .stream().map(kind -> kind + (kind.prefix().isEmpty() ? "" : " " + kind.prefix())).collect(Collectors.joining(", ")));
        assertEquals("[BOOT, SHUTDOWN]", List.of(RunRow.Kind.values()).stream().filter(RunRow.Kind::isWhole).toList().toString());
    }
}
