/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.nested.NestedMachines;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.vcpu.VcpuState;

/** What the host sees of what is nested in a VM. */
final class NestedParts {

    static final String VCPUS = "nested-vcpus";

    private record Vcpu(ModelReport.Host host, ModelReport.Vm vm, NestedMachines.Figures figures) {

        Amount share(long ns) {
            return Amount.share(ns, figures.end() - figures.begin());
        }

        Amount share(VcpuState state) {
            return share(figures.states().get(state));
        }

        long inHost() {
            return figures.states().entrySet().stream().filter(state -> state.getKey() != VcpuState.GUEST && state.getKey() != VcpuState.UNKNOWN)
                    .mapToLong(Map.Entry::getValue).sum();
        }
    }

    private static final List<Column<Vcpu>> COLUMNS = List.of(
            Column.id("host", row -> row.host.host().name()),
            Column.id("vm", row -> row.vm.vm().label()),
            Column.id("vm key", row -> Nesting.ANY.in(row.vm.vm().key())),
            new Column<>("vcpu", "", row -> row.figures.cpu().label(), row -> row.figures.cpu().number()),
            Column.id("begin", row -> row.figures.begin()),
            Column.id("end", row -> row.figures.end()),
            Column.of("entries", "entries", row -> Amount.count(row.figures.entries())),
            Column.of("exits", "exits", row -> Amount.count(row.figures.exits())),
            Column.of("guest", "guest", row -> row.share(VcpuState.GUEST)),
            Column.of("hypervisor in vm", "hypervisor in the VM", row -> row.share(row.figures.out())),
            Column.of("in host", "host", row -> row.share(row.inHost())),
            Column.of("unknown", "not known", row -> row.share(VcpuState.UNKNOWN)));

    private NestedParts() {
    }

    static List<Part> of(ModelReport.Host host, ModelReport.Vm vm) {
        if (vm.nested().isEmpty()) {
            return List.of();
        }
        String knownBy = vm.nested().get(0).cpu().counts().entrySet().stream().filter(count -> count.getKey().isEvidence() && count.getValue() > 0)
                .map(count -> count.getValue() + " " + count.getKey().label()).collect(Collectors.joining(", "));
        List<Vcpu> vcpus = vm.nested().stream().map(figures -> new Vcpu(host, vm, figures)).toList();
        return List.of(new Section(vm.vm().who().nested(Nesting.ANY).label(), List.of(Sentence.plain("known by ", knownBy),
                Table.of(VCPUS, COLUMNS, vcpus, vcpus))));
    }
}
