/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.statistics.LatencyTable.By;
import org.hypertrace.testing.log.FoundExits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Latencies of two vCPUs of one VM and of one of another, put together by kind, by vector and by vCPU. */
class LatencyTableTest {

    /** Injections of vector 236 wait 5, 9 and 1 ns, one of 49 waits 9 ns; the second VM's of 49 waits 3 ns and it is halted once. */
    private static final String STORY = """
            100 host cpu0 fork CPU_0/KVM:11 10
            100 host cpu1 fork CPU_1/KVM:12 10
            100 host cpu2 fork CPU_0/KVM:21 20
            101 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            101 host cpu1 sched_switch bash:9 S CPU_1/KVM:12
            101 host cpu2 sched_switch bash:9 S CPU_0/KVM:21
            110 host cpu0 kvm_entry
            110 host cpu1 kvm_entry
            110 host cpu2 kvm_entry
            120 host cpu0 kvm_exit INTR
            125 host cpu0 inj_virq 236
            130 host cpu0 kvm_entry
            150 host cpu0 kvm_exit INTR
            151 host cpu0 inj_virq 49
            160 host cpu0 kvm_entry
            160 host cpu1 kvm_exit INTR
            161 host cpu1 inj_virq 236
            170 host cpu1 kvm_entry
            180 host cpu1 kvm_exit INTR
            182 host cpu1 inj_virq 236
            183 host cpu1 kvm_entry
            190 host cpu2 kvm_exit HLT
            193 host cpu2 inj_virq 49
            196 host cpu2 kvm_entry
            300 host cpu0 other
            """;
    private static final ExitQuery FIRST = new ExitQuery(125, 182, vcpu -> true, true);

    @TempDir
    private Path fFolder;

    private List<String> rows(ExitQuery query, By by) {
        List<String> lines = new ArrayList<>();
        Map<String, List<LatencyFigures>> table = LatencyTable.of(FoundExits.of(fFolder, STORY), query, by, new NullProgressMonitor());
        table.forEach((vm, rows) -> rows.forEach(row -> lines.add(vm + ": " + row.kind() + ' ' + row.of() + ": "
                + row.lengths().count() + " of " + row.lengths().min() + " to " + row.lengths().max() + ", " + row.lengths().total()
                + " longest " + row.longest())));
        return lines;
    }

    @Test
    void byKind() {
        // 236 and 49 wait 9 ns both: the longest is the first that began. The entry after an injection does not report it is served
        assertEquals(List.of("0 10#1: INJECTION_ENTRY -1: 4 of 1 to 9, 24 longest 151",
                "0 10#1: UNHANDLED -1: 2 of 0 to 0, 0 longest 125", "0 10#1: CUT -1: 2 of 0 to 0, 0 longest 151",
                "0 20#1: INJECTION_ENTRY -1: 1 of 3 to 3, 3 longest 193", "0 20#1: CUT -1: 1 of 0 to 0, 0 longest 193",
                "0 20#1: AWAKE -1: 1 of 6 to 6, 6 longest 190"), rows(ExitQuery.ALL, By.KIND));
    }

    @Test
    void byVector() {
        // what has no vector is left out
        assertEquals(List.of("0 10#1: INJECTION_ENTRY 49: 1 of 9 to 9, 9 longest 151",
                "0 10#1: INJECTION_ENTRY 236: 3 of 1 to 9, 15 longest 161",
                "0 10#1: UNHANDLED 236: 2 of 0 to 0, 0 longest 125", "0 10#1: CUT 49: 1 of 0 to 0, 0 longest 151",
                "0 10#1: CUT 236: 1 of 0 to 0, 0 longest 182", "0 20#1: INJECTION_ENTRY 49: 1 of 3 to 3, 3 longest 193",
                "0 20#1: CUT 49: 1 of 0 to 0, 0 longest 193"), rows(ExitQuery.ALL, By.VECTOR));
    }

    @Test
    void byVcpu() {
        assertEquals(List.of("0 10#1: INJECTION_ENTRY 0: 2 of 5 to 9, 14 longest 151", "0 10#1: INJECTION_ENTRY 1: 1 of 9 to 9, 9 longest 161",
                "0 10#1: UNHANDLED 0: 1 of 0 to 0, 0 longest 125", "0 10#1: UNHANDLED 1: 1 of 0 to 0, 0 longest 161",
                "0 10#1: CUT 0: 1 of 0 to 0, 0 longest 151"), rows(FIRST, By.VCPU));
    }

    /** Those that begin in it: the one of 182 does not. */
    @Test
    void ofAStretchAndOfSomeVcpus() {
        assertEquals(List.of("0 10#1: INJECTION_ENTRY -1: 3 of 5 to 9, 23 longest 151", "0 10#1: UNHANDLED -1: 2 of 0 to 0, 0 longest 125",
                "0 10#1: CUT -1: 1 of 0 to 0, 0 longest 151"), rows(FIRST, By.KIND));
        assertEquals("0 10#1: INJECTION_ENTRY -1: 2 of 9 to 9, 18 longest 151", rows(new ExitQuery(126, 182, vcpu -> true,
                true), By.KIND).get(0));
        assertEquals(List.of("0 20#1: INJECTION_ENTRY -1: 1 of 3 to 3, 3 longest 193", "0 20#1: CUT -1: 1 of 0 to 0, 0 longest 193",
                "0 20#1: AWAKE -1: 1 of 6 to 6, 6 longest 190"), rows(new ExitQuery(0, 1000, vcpu -> vcpu == 2, true), By.KIND));
    }

    @Test
    void itCanBeCancelled() {
        NullProgressMonitor monitor = new NullProgressMonitor();
        ExitColumns exits = FoundExits.of(fFolder, STORY);
        monitor.setCanceled(true);
        assertThrows(OperationCanceledException.class, () -> LatencyTable.of(exits, ExitQuery.ALL, By.KIND, monitor));
    }
}
