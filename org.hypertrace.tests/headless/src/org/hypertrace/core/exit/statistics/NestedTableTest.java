/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitSegment;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.nested.NestedVm;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.FoundExits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often the host is needed for one exit of a guest's guest. */
class NestedTableTest {

    /** Two exits that the host handles alone, one that the VM does, one of the host's after which it has something for the VM. */
    private static final String STORY = """
            100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            120 host cpu0 kvm_exit VMRUN
            125 host cpu0 nested_vmenter 0x1000
            130 host cpu0 kvm_entry
            140 host cpu0 kvm_exit NPF
            141 host cpu0 nested_vmexit NPF
            150 host cpu0 kvm_entry
            152 host cpu0 kvm_exit NPF
            153 host cpu0 nested_vmexit NPF
            156 host cpu0 kvm_entry
            160 host cpu0 kvm_exit VMMCALL
            161 host cpu0 nested_vmexit VMMCALL
            165 host cpu0 nested_vmexit_inject VMMCALL
            170 host cpu0 kvm_entry
            180 host cpu0 kvm_exit MSR
            185 host cpu0 kvm_entry
            200 host cpu0 kvm_exit VMRUN
            205 host cpu0 nested_vmenter 0x1000
            210 host cpu0 kvm_entry
            220 host cpu0 kvm_exit NPF
            221 host cpu0 nested_vmexit NPF
            227 host cpu0 nested_vmexit_inject INTR
            230 host cpu0 kvm_entry
            240 host cpu0 kvm_exit VMRUN
            245 host cpu0 nested_vmenter 0x1000
            250 host cpu0 kvm_entry
            260 host cpu0 kvm_exit CPUID
            261 host cpu0 nested_vmexit CPUID
            270 host cpu0 other
            """;

    @TempDir
    private Path fFolder;

    private static List<String> rows(ExitColumns exits, ExitQuery query) {
        ExitTable table = ExitTable.of(exits, ExitQuery.ALL, ExitGrouping.REASON, new NullProgressMonitor());
        List<String> rows = new ArrayList<>();
        for (NestedTable.Row row : NestedTable.of(exits, query, table.vms().get(1))) {
            Distribution times = row.times();
            rows.add(row.reason().label() + ' ' + row.handledBy().key() + (row.given() == null ? "" : " " + row.given().label()) + ": "
                    + times.count() + " in " + times.total() + " ns, " + times.min() + " to " + times.max() + ", mean " + times.mean()
                    + ", p50 " + times.p50() + "; " + row.hostExits().total() + " exits, " + row.byHostExits());
        }
        return rows;
    }

    @Test
    void byReasonAndByWhoHandlesThem() {
        ExitColumns exits = FoundExits.of(fFolder, STORY);
        assertEquals(List.of("VMMCALL vm VMMCALL: 1 in 50 ns, 50 to 50, mean 50, p50 50; 3 exits, {3=1}",
                "NPF both INTR: 1 in 30 ns, 30 to 30, mean 30, p50 30; 2 exits, {2=1}",
                "NPF host: 2 in 14 ns, 4 to 10, mean 7, p50 4; 2 exits, {1=2}"), rows(exits, ExitQuery.ALL));
    }

    @Test
    void ofAStretchOfTimeThoseThatBeginInIt() {
        ExitColumns exits = FoundExits.of(fFolder, STORY);
        assertEquals(List.of("NPF host: 2 in 14 ns, 4 to 10, mean 7, p50 4; 2 exits, {1=2}"),
                rows(exits, new ExitQuery(140, 160, vcpu -> true, true)));
        assertEquals(List.of("NPF host: 1 in 4 ns, 4 to 4, mean 4, p50 4; 1 exits, {1=1}"),
                rows(exits, new ExitQuery(141, 160, vcpu -> true, true)));
        assertEquals(List.of(), rows(exits, new ExitQuery(140, 160, vcpu -> vcpu == 0, true)));
    }

    /** What columns keep of them: how often the vCPU was left, what the VM was given, where the time went. */
    @Test
    void whatIsKeptOfASingleOne() {
        ExitColumns exits = FoundExits.of(fFolder, STORY);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < exits.count(); i++) {
            long[] parts = exits.parts(i);
            if (exits.vcpu(i) == 1) {
                lines.add(exits.begin(i) + (exits.isComplete(i) ? "+" + exits.length(i) + " x" + exits.hostExits(i)
                        + (exits.isForwarded(i) ? " given " + exits.given(i) : "") + " guest " + parts[VcpuState.GUEST.ordinal()]
                        + " host " + parts[VcpuState.HOST_KERNEL.ordinal()] : " incomplete"));
                assertEquals(exits.isComplete(i), exits.isNested(i));
                assertEquals(exits.isComplete(i), new ExitSegment(exits, i).getName().endsWith(" (nested guest)"));
            } else {
                assertFalse(exits.isNested(i));
                assertFalse(exits.isForwarded(i));
                assertFalse(new ExitSegment(exits, i).getName().contains("("));
            }
        }
        // the exits of 160 and 220 are in the guest's hypervisor from 170 to 180 and 185 to 200, and from 230 to 240
        assertEquals(List.of("140+10 x1 guest 0 host 10", "152+4 x1 guest 0 host 4", "160+50 x3 given 129 guest 25 host 25",
                "220+30 x2 given 96 guest 10 host 20", "260 incomplete"), lines);
    }

    @Test
    void whatIsNestedIsListedBelowItsVm() {
        ExitColumns exits = FoundExits.of(fFolder, STORY);
        List<ExitVcpu> vcpus = exits.dictionary().vcpus();
        assertEquals("VM of thread 11 | VM of thread 11/nested", vcpus.get(0).vmLabel() + " | " + vcpus.get(1).vmLabel());
        ExitVcpu nested = vcpus.get(1);
        assertEquals(0x1000, nested.nested().block());
        assertEquals(0, nested.number());
        assertEquals(vcpus.get(0).vm(), nested.hostVm());
        assertEquals(vcpus.get(0).hostVm(), nested.hostVm());
        // 120, 200 and 240; 141, 153, 161, 221 and 261; 165 and 227
        assertEquals("3 5 2", nested.nested().count(NestedVm.Count.ENTER_EVENTS) + " " + nested.nested().count(NestedVm.Count.EXIT_EVENTS)
                + ' ' + nested.nested().count(NestedVm.Count.INJECT_EVENTS));
        for (String asked : List.of("11#1", "11#1/nested", "VM of thread 11/nested")) {
            assertTrue(nested.who().matches(asked), asked);
        }
        assertFalse(nested.who().matches("11"));
        assertTrue(vcpus.get(0).who().matches("VM of thread 11"));
        assertFalse(vcpus.get(0).who().matches("11#1/nested"));
        ExitTable table = ExitTable.of(exits, ExitQuery.ALL, ExitGrouping.REASON, new NullProgressMonitor());
        assertEquals(List.of(vcpus.get(0)), table.vms().get(0).vcpus());
        assertEquals(List.of(nested), table.vms().get(1).vcpus());
    }
}
