/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.cpu.Overcommit;
import org.hypertrace.core.cpu.Overcommit.Fit;
import org.hypertrace.core.cpu.OvercommitTable;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.ModelPage;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.view.Styles;

/**
 * How many vCPUs shared the processors of hosts, as a document.
 *
 * @param of
 *            what else is known of hosts and VMs, and the VMs that were asked for
 * @param hosts
 *            those on which vCPUs lived in the stretch; the demand is of all their VMs
 */
public record OvercommitReport(ModelReport of, List<Overcommit> hosts) {

    /** The name of its table of times at each demand. */
    public static final String DEMAND = "demand";
    /** The name of its table of vCPUs. */
    public static final String VCPUS = "vcpus";

    private record Time(Overcommit host, int demand, long ns) {
        Amount share() {
            return Amount.share(ns, host.end() - host.begin());
        }

        String fit() {
            return OvercommitReport.name(host.fit(demand));
        }
    }

    private static Bar bar(Time row) {
        Styles style = row.host.fit(row.demand) == Fit.DEDICATED ? Styles.OCCUPIED_BY_VCPU : Styles.WAITS_FOR_CPU;
        return Bar.besideFigures(List.of(new Bar.Piece(style.legend(), style, row.share())), 1);
    }

    private record Vcpu(Overcommit host, Overcommit.Vcpu vcpu) { }

    private static final List<Column<Time>> TIMES = List.of(
            Column.id("host", row -> row.host.host().name()),
            Column.of("demand", "vCPUs that want a processor", row -> Amount.count(row.demand)),
            Column.of("time", "time", row -> Amount.ns(row.ns)),
            Column.of("share", "share", Time::share),
            Column.of("fit", "fit", Time::fit),
            Column.shown("", OvercommitReport::bar));

    private static final List<Column<Vcpu>> COLUMNS = List.of(
            Column.id("host", row -> row.host.host().name()),
            Column.of("vm", "VM", row -> row.vcpu.vm().label()),
            Column.id("vm key", row -> row.vcpu.vm().key()),
            new Column<>("vcpu", "vCPU", row -> "vCPU " + row.vcpu.vcpu().number(), row -> row.vcpu.vcpu().number()),
            Column.id("tid", row -> row.vcpu.vcpu().tid()),
            Column.of("life", "life", row -> Amount.ns(row.vcpu.life())),
            Column.of("wanted", "wanted", row -> Amount.ns(row.vcpu.wanted())),
            Column.of("got", "got", row -> Amount.ns(row.vcpu.got())),
            Column.of("steal", "stolen", row -> Amount.ns(row.vcpu.steal())),
            Column.of("share", "of wanted", row -> Amount.share(row.vcpu.steal(), row.vcpu.wanted())),
            Column.of("longest wait", "longest wait", row -> Amount.ns(row.vcpu.longestWait())),
            Column.of("executions", "executions", row -> Amount.count(row.vcpu.executions())),
            Column.of("mean run", "mean run", row -> row.vcpu.meanRun() < 0 ? "" : Amount.ns(row.vcpu.meanRun())),
            Column.of("migrations", "migrations", row -> Amount.count(row.vcpu.migrations())));

    /**
     * @param states
     *            the model, complete
     * @param of
     *            hosts and the VMs that were asked for
     * @return the report
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static OvercommitReport of(ITmfStateSystem states, ModelReport of) throws StateSystemDisposedException {
        List<Overcommit> hosts = new ArrayList<>();
        for (ModelReport.Host host : of.hosts()) {
            Overcommit found = host.vms().isEmpty() ? null : OvercommitTable.of(states, host.host(), of.begin(), of.end());
            if (found != null) {
                hosts.add(found);
            }
        }
        return new OvercommitReport(of, hosts);
    }

    /** @return the vCPUs of the VMs that were asked for */
    public List<Overcommit.Vcpu> vcpus(Overcommit host) {
        Predicate<Machines.Vm> asked = vm -> of.hosts().stream().flatMap(one -> one.vms().stream()).anyMatch(one -> one.vm().who().equals(vm.who()));
        return host.vcpus().stream().filter(vcpu -> asked.test(vcpu.vm())).toList();
    }

    /** @return its name for people and in JSON */
    public static String name(Fit fit) {
        return fit.name().toLowerCase(Locale.ROOT);
    }

    /** @return the document */
    public Page page() {
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(Amount.time(of.begin()), " - ", Amount.time(of.end())));
        hosts.forEach(host -> parts.add(new Section("Host " + host.host().name(), host(host))));
        parts.addAll(ModelPage.ending(of));
        return new Page("Overcommit of processors", of.trace(), parts);
    }

    private List<Part> host(Overcommit host) {
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.answer("vCPUs: ", Amount.count(host.vcpus().size()), " on ", Amount.count(host.processors()), host.processors() == 1
                ? " processor" : " processors", "; at most ", Amount.count(host.most()), " wanted one at once."));
        long all = host.end() - host.begin();
        for (Fit fit : Fit.values()) {
            parts.add(Sentence.plain(sentence(fit), Amount.ns(host.ns(fit)), " (", Amount.share(host.ns(fit), all), ")."));
        }
        if (!Double.isNaN(host.imbalance())) {
            parts.add(Sentence.plain("The shares that vCPUs got of what they wanted differ by ", Amount.share(host.imbalance()), "."));
        }
        if (host.wakeP99() >= 0) {
            parts.add(Sentence.plain("Of the waits from a waking until the vCPU ran, 99 % were not longer than ", Amount.ns(host.wakeP99()),
                    "; a vCPU had a processor for ", Amount.ns(meanRun(host)), " at a time."));
        }
        List<Time> times = host.demand().entrySet().stream().map(time -> new Time(host, time.getKey(), time.getValue())).toList();
        parts.add(Table.of(DEMAND, TIMES, times, times));
        List<Vcpu> vcpus = vcpus(host).stream().map(vcpu -> new Vcpu(host, vcpu)).toList();
        parts.add(Table.of(VCPUS, COLUMNS, vcpus, vcpus));
        return parts;
    }

    private static long meanRun(Overcommit host) {
        long executions = host.vcpus().stream().mapToLong(Overcommit.Vcpu::executions).sum();
        return host.vcpus().stream().mapToLong(Overcommit.Vcpu::got).sum() / Math.max(1, executions);
    }

    private static String sentence(Fit fit) {
        return switch (fit) {
        case DEDICATED -> "Dedicated, each that wanted a processor could have one: ";
        case UNBALANCED -> "Unbalanced, more wanted one than there are, and not a multiple: ";
        case BALANCED -> "Balanced, a multiple of the processors wanted one: ";
        };
    }
}
