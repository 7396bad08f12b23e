/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.cpu.Accounting;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.ModelPage;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.vcpu.VcpuFigures;

/**
 * What vCPUs got of the processors, period after period, as a document.
 *
 * @param of
 *            what else is known of hosts and VMs
 * @param period
 *            how long one is, ns
 * @param vms
 *            the VMs that were asked for
 */
public record AccountingReport(ModelReport of, long period, List<Vm> vms) {

    /** The name of its table of periods. */
    public static final String PERIODS = "periods";
    /** The name of its table of sums. */
    public static final String SUMS = "sums";

    /** A VM of a host. */
    public record Vm(ModelReport.Host host, ModelReport.Vm vm, List<Accounting> vcpus) { }

    private record Row(Vm vm, Accounting vcpu, Accounting.Period period) { }

    /** Sums over the periods of a vCPU, or of a VM. */
    private record Sum(Vm vm, List<Accounting> vcpus, String name) {

        long sum(ToLongFunction<Accounting.Period> figure) {
            return vcpus.stream().flatMap(vcpu -> vcpu.periods().stream()).mapToLong(figure).sum();
        }

        Amount ns(ToLongFunction<Accounting.Period> figure) {
            return Amount.ns(sum(figure));
        }

        Object mean() {
            long executions = sum(Accounting.Period::executions);
            return executions == 0 ? "" : Amount.ns(sum(Accounting.Period::gotten) / executions);
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.id("host", row -> row.vm.host.host().name()),
            Column.id("vm", row -> row.vm.vm.vm().label()),
            Column.id("vm key", row -> row.vm.vm.vm().key()),
            new Column<>("vcpu", "vCPU", row -> "vCPU " + row.vcpu.vcpu().number(), row -> row.vcpu.vcpu().number()),
            Column.of("n", "period", row -> Amount.count(row.period.n())),
            Column.of("begin", "from", row -> Amount.time(row.period.begin())),
            Column.id("end", row -> Amount.time(row.period.end())),
            Column.of("gotten", "gotten", row -> Amount.ns(row.period.gotten())),
            Column.of("blocked", "blocked", row -> Amount.ns(row.period.blocked())),
            Column.of("waiting", "waiting", row -> Amount.ns(row.period.waiting())),
            Column.of("unknown", "unknown", row -> Amount.ns(row.period.unknown())),
            Column.of("executions", "executions", row -> Amount.count(row.period.executions())),
            Column.of("mean allocation", "mean allocation", row -> row.period.meanAllocation() < 0 ? "" : Amount.ns(row.period.meanAllocation())),
            Column.of("migrations", "migrations", row -> Amount.count(row.period.migrations())),
            Column.of("io", "I/O", row -> Amount.count(row.period.io())));

    private static final List<Column<Sum>> OF_SUMS = List.of(
            Column.id("host", row -> row.vm.host.host().name()),
            Column.id("vm", row -> row.vm.vm.vm().label()),
            Column.of("name", "", row -> row.name),
            Column.of("gotten", "gotten", row -> row.ns(Accounting.Period::gotten)),
            Column.of("blocked", "blocked", row -> row.ns(Accounting.Period::blocked)),
            Column.of("waiting", "waiting", row -> row.ns(Accounting.Period::waiting)),
            Column.of("unknown", "unknown", row -> row.ns(Accounting.Period::unknown)),
            Column.of("executions", "executions", row -> Amount.count(row.sum(Accounting.Period::executions))),
            Column.of("mean allocation", "mean allocation", Sum::mean),
            Column.of("migrations", "migrations", row -> Amount.count(row.sum(Accounting.Period::migrations))),
            Column.of("io", "I/O", row -> Amount.count(row.sum(Accounting.Period::io))));

    /**
     * @param states
     *            the model, complete
     * @param of
     *            hosts and the VMs that were asked for
     * @param period
     *            how long one is, ns, more than 0
     * @return the report
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static AccountingReport of(ITmfStateSystem states, ModelReport of, long period) throws StateSystemDisposedException {
        List<Vm> vms = new ArrayList<>();
        for (ModelReport.Host host : of.hosts()) {
            for (ModelReport.Vm vm : host.vms()) {
                List<Accounting> vcpus = new ArrayList<>();
                for (VcpuFigures vcpu : vm.vcpus()) {
                    vcpus.add(Accounting.of(states, host.host(), vcpu.vcpu(), period, of.begin(), of.end()));
                }
                vms.add(new Vm(host, vm, vcpus));
            }
        }
        return new AccountingReport(of, period, vms);
    }

    /** @return the document */
    public Page page() {
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(Amount.time(of.begin()), " - ", Amount.time(of.end()), ", in periods of ", Amount.ns(period)));
        if (RingCertainty.concerns(of)) {
            parts.addAll(RingCertainty.words(RingCertainty.ofPeriods(), Map.of("io", "I/O")));
        }
        vms.forEach(vm -> parts.add(new Section(vm.vm.vm().who().title(), parts(vm))));
        parts.addAll(ModelPage.ending(of));
        return new Page("What vCPUs got of the processors", of.trace(), parts);
    }

    private static List<Part> parts(Vm vm) {
        List<Part> parts = new ArrayList<>();
        List<Sum> sums = new ArrayList<>();
        vm.vcpus.forEach(vcpu -> sums.add(new Sum(vm, List.of(vcpu), "vCPU " + vcpu.vcpu().number())));
        if (vm.vcpus.size() > 1) {
            sums.add(new Sum(vm, vm.vcpus, "all"));
        }
        parts.add(Table.of(SUMS, OF_SUMS, sums, sums));
        List<Row> rows = vm.vcpus.stream().flatMap(vcpu -> vcpu.periods().stream().map(period -> new Row(vm, vcpu, period))).toList();
        parts.add(new Details(rows.size() + (rows.size() == 1 ? " period" : " periods"), false, List.of(Table.of(PERIODS, COLUMNS, rows, rows))));
        return parts;
    }
}
