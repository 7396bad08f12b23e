/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.finding.ExitFinding;
import org.hypertrace.core.exit.statistics.ExitBudget;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.exit.statistics.LatencyTable;
import org.hypertrace.core.exit.track.VcpuTimes;
import org.hypertrace.core.exit.track.VcpuTimes.Count;
import org.hypertrace.core.exit.track.VcpuTimes.Phase;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.vcpu.VcpuState;

/** An {@link ExitReport} as a document: what was compared, then VM by VM what was found, its exits, and where its vCPUs' time went. */
public final class ExitPage {

    private static final String TABLE = "exits";
    private static final String FINDINGS = "findings";
    /** The names of its tables. */
    public static final List<String> TABLES = List.of(TABLE, FINDINGS, ExitComparisonPage.TABLE, LatencyPage.TABLE, NestedPage.TABLE);

    static final String FIGURE = "hypertrace.exits.";
    /** So many rows are for people where exits are put together otherwise than asked for. */
    private static final int TOP = 30;

    private static final Map<ExitGrouping, List<String>> KEYS = Map.ofEntries(
            Map.entry(ExitGrouping.REASON, List.of("isa", "code", "name")),
            Map.entry(ExitGrouping.SUB, List.of("isa", "code", "name", "sub", "subKind", "subNumber")),
            Map.entry(ExitGrouping.PORT, List.of("sub", "subKind", "subNumber")),
            Map.entry(ExitGrouping.MSR, List.of("sub", "subKind", "subNumber")),
            Map.entry(ExitGrouping.VCPU, List.of("vcpu")),
            Map.entry(ExitGrouping.TASK, List.of("tid", "task")),
            Map.entry(ExitGrouping.FUNCTION, List.of("address", "function")),
            Map.entry(ExitGrouping.SYSCALL, List.of("number", "table", "syscall")),
            Map.entry(ExitGrouping.INITCALL, List.of("address", "initcall")),
            Map.entry(ExitGrouping.CAUSE, List.of("tid", "task", "address", "function", "number", "table", "syscall", "initcall",
                    "isa", "code", "name")),
            Map.entry(ExitGrouping.TRACER, List.of("tracer")));

    private record Row(ExitTable.Vm vm, ExitFigures figures, long most) { }

    private final ExitReport fReport;

    private ExitPage(ExitReport report) {
        fReport = report;
    }

    /**
     * @param report
     *            of exits
     * @param others
     *            the same exits, put together in other ways
     * @return the document
     */
    public static Page of(ExitReport report, List<ExitTable> others) {
        return new ExitPage(report).page(others);
    }

    /** @return what a VM is called in headings */
    static String title(ExitReport report, ExitTable.Vm vm) {
        return vm.first().who().title() + " of host " + report.host(vm);
    }

    private Page page(List<ExitTable> others) {
        List<Part> answers = new ArrayList<>();
        if (fReport.comparison() != null) {
            answers.addAll(ExitComparisonPage.parts(fReport.comparison()));
        }
        fReport.budgets().forEach(held -> answers.add(Check.of(held, figure(held))));
        answers.addAll(NotCheckedParts.of(fReport.notChecked()));
        ExitTable table = fReport.table();
        ExitQuery query = table.query();
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(Amount.time(query.from()), " - ", Amount.time(query.to()), "  (", Amount.ns(query.to() - query.from()), ")",
                query.withTracer() ? "" : "  without the exits of tracing"));
        for (int i = 0; i < table.vms().size(); i++) {
            int place = i;
            parts.add(vm(table.vms().get(i), others.stream().filter(other -> !other.vms().get(place).rows().isEmpty())
                    .<Part>map(other -> other(other, other.vms().get(place))).toList()));
        }
        parts.add(Table.of(FINDINGS, findings(), List.of(), fReport.findings()));
        if (fReport.exits().dropped() > 0) {
            parts.add(Sentence.warning("There are " + fReport.exits().dropped() + " exits more, too many to be kept: they are in no figure."));
        }
        parts.addAll(Notes.of(fReport.gaps(), fReport.missing()));
        return new Page(fReport.comparison() == null ? "What VM exits cost" : "VM exits compared", fReport.trace(), answers, parts);
    }

    private Section vm(ExitTable.Vm vm, List<Part> others) {
        List<Part> parts = new ArrayList<>();
        fReport.findings(vm).forEach(finding -> parts.add(finding(finding)));
        parts.addAll(ExitRates.of(fReport.table(), vm));
        if (vm.rows().isEmpty()) {
            parts.add(Sentence.plain("nothing of this in that time"));
        }
        if (fReport.budgets().isEmpty() && fReport.notChecked().isEmpty()) {
            vm.rows().forEach(row -> parts.add(new Check(true, vm.first().vmLabel() + ": " + fReport.label(row), null, false,
                    figure(vm, row))));
        }
        List<Row> rows = rows(vm);
        parts.add(Table.of(TABLE, columns(fReport.table()), rows, rows));
        parts.add(StateBar.legend());
        if (vm.tracer() != null) {
            boolean isSlower = !Double.isNaN(vm.slowDown());
            parts.add(Sentence.plain("Tracing caused ", Amount.count(vm.tracer().count()), " exits, ",
                    Amount.share(vm.tracer().inRange(), vm.lifetime()), " of the vCPUs' life",
                    vm.tracer().stolen() == 0 ? "" : ", " + Amount.ns(vm.tracer().stolen()) + " of it stolen",
                    isSlower ? "; that made the guest an estimated " : "", isSlower ? Amount.share(vm.slowDown()) : "", isSlower ? " slower." : "."));
        }
        vm.vcpus().forEach(vcpu -> parts.addAll(vcpu(vcpu)));
        parts.addAll(NestedPage.parts(fReport, vm));
        parts.addAll(LatencyPage.parts(fReport, vm, LatencyTable.By.KIND));
        parts.addAll(others);
        return new Section(title(fReport, vm), parts);
    }

    private static List<Row> rows(ExitTable.Vm vm) {
        long most = vm.rows().stream().mapToLong(ExitFigures::total).max().orElse(1);
        return vm.rows().stream().map(row -> new Row(vm, row, most)).toList();
    }

    private Check.Figure figure(ExitTable.Vm vm, ExitFigures row) {
        Map<String, Object> about = about(vm, fReport.label(row));
        about.put("count", row.count());
        about.put("mean_ms", Amount.ns(row.mean()));
        about.put("p99_ms", Amount.ns(row.p99()));
        about.put("max_ms", Amount.ns(row.max()));
        return new Check.Figure(FIGURE + "total", Amount.ns(row.total()), null, about);
    }

    private Check.Figure figure(ExitBudget.Result held) {
        ExitBudget budget = held.budget();
        Map<String, Object> about = about(held.vm(), budget.group());
        about.put("budget", budget.limit());
        String unit = budget.figure().unit();
        return new Check.Figure(FIGURE + budget.figure().key(), held.value(), unit.isEmpty() ? null : unit, about);
    }

    private Map<String, Object> about(ExitTable.Vm vm, String group) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put(fReport.table().grouping().name().toLowerCase(Locale.ROOT), group);
        about.put("trace", fReport.trace());
        about.put("guest", vm.first().vmLabel());
        return about;
    }

    private Details other(ExitTable table, ExitTable.Vm vm) {
        List<Row> rows = rows(vm);
        return new Details("By " + table.grouping().words() + (rows.size() > TOP ? " (" + TOP + " of " + rows.size() + ')' : ""), false,
                List.of(Table.of("by " + table.grouping(), columns(table), rows.stream().limit(TOP).toList(), rows)));
    }

    private Finding finding(ExitFinding finding) {
        List<Sentence> sentences = new ArrayList<>(List.of(Sentence.plain(finding.text().pieces().toArray()), Sentence.plain(finding.help())));
        if (finding.longest() != null) {
            sentences.add(Sentence.quiet("Look at ", Amount.time(finding.longest().begin()), ": the longest, ",
                    Amount.ns(finding.longest().ns()), "."));
        }
        sentences.add(Sentence.quiet("Found by ", finding.needs().replace(",", ", "), ", from ", Amount.time(finding.begin()), " to ",
                Amount.time(finding.end()), "."));
        return new Finding(sentences);
    }

    private List<Column<ExitFinding>> findings() {
        return List.of(
                Column.id("host", finding -> fReport.host(finding.vm())),
                Column.id("vm", finding -> finding.vm().first().vm()),
                Column.id("label", finding -> finding.vm().first().vmLabel()),
                Column.id("rule", ExitFinding::rule),
                Column.id("sentence", ExitFinding::sentence),
                Column.id("help", ExitFinding::help),
                Column.id("needs", ExitFinding::needs),
                Column.id("count", ExitFinding::count),
                Column.id("time", ExitFinding::time),
                Column.id("stolen", ExitFinding::stolen),
                Column.id("share", ExitFinding::share),
                Column.id("begin", ExitFinding::begin),
                Column.id("end", ExitFinding::end),
                Column.id("worst", finding -> finding.longest() == null ? "" : finding.longest().begin()),
                Column.id("worst duration", finding -> finding.longest() == null ? "" : finding.longest().ns()));
    }

    private List<Column<Row>> columns(ExitTable table) {
        ExitNames names = new ExitNames(table.exits());
        List<Column<Row>> columns = new ArrayList<>(List.of(
                Column.id("host", row -> fReport.host(row.vm)),
                Column.id("vm", row -> row.vm.first().vm()),
                Column.id("label", row -> row.vm.first().vmLabel()),
                Column.<Row> of("group", table.grouping().words(), row -> names.label(table.grouping(), row.figures.example())).later()));
        KEYS.get(table.grouping()).forEach(key -> columns.add(Column.id(key, row -> ExitReport.keys(table, row.figures).get(key))));
        columns.addAll(List.of(
                Column.of("count", "exits", row -> Amount.count(row.figures.count())),
                Column.of("total", "time", row -> Amount.ns(row.figures.total())),
                Column.id("in range", row -> row.figures.inRange()),
                Column.<Row> of("share", "of life", row -> Amount.share(row.figures.inRange(), row.vm.lifetime())).later(),
                Column.of("min", "min", row -> Amount.ns(row.figures.min())),
                Column.of("avg", "avg", row -> Amount.ns(row.figures.mean())),
                Column.of("p50", "p50", row -> Amount.ns(row.figures.p50())),
                Column.of("p90", "p90", row -> Amount.ns(row.figures.p90())),
                Column.of("p99", "p99", row -> Amount.ns(row.figures.p99())),
                Column.of("p999", "p99.9", row -> Amount.ns(row.figures.p999())),
                Column.of("max", "max", row -> Amount.ns(row.figures.max())),
                Column.id("std", row -> Double.isNaN(row.figures.deviation()) ? "" : Math.round(row.figures.deviation())),
                Column.id("longest", row -> fReport.exits().begin(row.figures.longest())),
                Column.shown("where", this::where)));
        columns.addAll(StateBar.columns(row -> row.figures::ns));
        return columns;
    }

    /** While an exit of a guest's guest is being handled, it is the hypervisor in the VM that has the processor as a guest. */
    private Bar where(Row row) {
        boolean nested = fReport.exits().isNested(row.figures.example());
        return StateBar.of(row.figures::ns, row.most, state -> state == VcpuState.GUEST && nested ? "hypervisor in the VM" : state.label());
    }

    private static List<Sentence> vcpu(ExitVcpu vcpu) {
        VcpuTimes times = vcpu.times();
        long life = vcpu.end() - vcpu.begin();
        List<Sentence> sentences = new ArrayList<>();
        sentences.add(Sentence.plain("vCPU " + vcpu.number() + " in its whole life: guest ",
                Amount.share(times.ns(Phase.ENTERED, VcpuState.GUEST), life), ", exits ", Amount.share(times.ns(Phase.EXIT), life),
                ", host before exits ", Amount.share(times.beforeExit(), life), ", else ", Amount.share(times.ns(Phase.OUTSIDE) + times.ns(Phase.UNFINISHED) + times.ns(Phase.BROKEN), life)));
        long incomplete = times.exits() - times.count(Count.COMPLETE);
        if (incomplete > 0) {
            sentences.add(Sentence.plain("  " + incomplete + " exits are in no figure: " + times.count(Count.UNFINISHED) + " unfinished, "
                    + times.count(Count.WITHOUT_ENTRY) + " without an entry, " + times.count(Count.LOST) + " with lost events"));
        }
        return sentences;
    }
}
