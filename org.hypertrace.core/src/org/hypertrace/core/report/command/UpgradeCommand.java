/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.report.json.upgrade.UpgradeReportJson;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.page.upgrade.UpgradePage;
import org.hypertrace.core.report.page.upgrade.UpgradeReport;
import org.hypertrace.core.report.render.Format;
import org.hypertrace.core.report.render.TapSuite;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignCache;
import org.hypertrace.core.upgrade.CampaignComparison;
import org.hypertrace.core.upgrade.CampaignGroup;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.UpgradeBudget;
import org.hypertrace.core.upgrade.UpgradeWords;
import org.hypertrace.core.upgrade.plan.UpgradePlan;
import org.hypertrace.core.upgrade.probe.Witness;
import org.hypertrace.core.upgrade.probe.WitnessFile;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code upgrade}: what a rolling upgrade of a group of VMs waited for, and for how long redundancy was lost. */
@Command(name = "upgrade", sortOptions = false,
        description = "Prints what a rolling upgrade of VMs waited for: the phases of each restart, lost redundancy, and the longest blocker. "
                + "Several traces are analysed each by itself.",
        footer = "Marks of processes report what only they know. Texts such as 'upgrade restart NODE' and 'serves as ROLE' need no plan; a plan "
                + "(upgrade.json beside the manifest, or --plan) translates others. The exit status is 3 if a budget is exceeded.")
final class UpgradeCommand implements Callable<Integer> {

    private static final String VCPUS = "vcpus";

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Option(names = "--plan", paramLabel = "FILE", description = "what the marks mean, and what the group is (default: upgrade.json beside the "
            + "manifest)")
    private Path fPlan;

    @Option(names = "--compare", arity = "2", paramLabel = "TRACE", description = "two of the traces to be compared, by name or as they are given; "
            + "a folder of recordings or a pattern such as 'new-*' means repetitions; may be given again")
    private List<String> fCompare = new ArrayList<>();

    @Option(names = "--by", paramLabel = "order|name", description = "how restarts are paired (default: order)")
    private String fBy = "order";

    @Option(names = "--budget", paramLabel = "WHAT=MS", description = "how long it may take: upgrade, redundancy (lost in all), window (the longest), "
            + "outage, role (no active node), a phase, or NODE:PHASE; may be given again")
    private List<String> fBudgets = new ArrayList<>();

    @Option(names = "--table", paramLabel = "phases|points|chain|sums|windows|vcpus|prober|comparison", description = "which table of the report csv is "
            + "(default: comparison with --compare, else phases)")
    private String fTable;

    @Mixin
    private SymbolOption fSymbols = new SymbolOption();

    @Mixin
    private OutputOption fOutput = new OutputOption(Format.ofPagesAnd(Format.JSON, Format.TAP));

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;
    private final List<Recording> fRecordings = new ArrayList<>();

    /** @param work a folder for what is unpacked */
    UpgradeCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws ReportException {
        if (fTraces.vm() != null) {
            throw wrong("--vm: a rolling upgrade is of a group of VMs; leave --vm out.");
        }
        List<UpgradeBudget> budgets = budgets();
        String table = table();
        UpgradePlan plan = fPlan == null ? null : plan(fPlan);
        List<GuestSymbols.Chosen> symbols = fSymbols.chosen();
        AskedVms words = fTraces.words(symbols);
        ComparedTraces compared = new ComparedTraces(fTraces, fCompare, fSpec);
        List<UpgradeReport.Trace> traces;
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr())) {
            traces = compared.read(fWork, progress, (name, opened) -> trace(name, opened, plan, symbols, words, progress));
        }
        words.check();
        List<CampaignProfile> campaigns = traces.stream().map(UpgradeReport.Trace::profile).filter(Objects::nonNull).toList();
        if (campaigns.isEmpty() && budgets.isEmpty()) {
            throw new ReportException(UpgradeWords.none(fTraces.named()));
        }
        if (VCPUS.equals(fTable) && campaigns.stream().noneMatch(CampaignProfile::hasSeveralVcpus)) {
            throw new ReportException("No node in " + fTraces.named() + " has several vCPUs: the table phases has what the only one did.");
        }
        List<UpgradeBudget.Result> results = new ArrayList<>();
        List<NotChecked> notChecked = new ArrayList<>();
        for (UpgradeBudget budget : budgets) {
            List<UpgradeBudget.Result> held = campaigns.stream().flatMap(campaign -> budget.of(campaign).stream()).toList();
            if (held.isEmpty()) {
                notChecked.add(new NotChecked(budget.text(), whyNot(budget, campaigns)));
            }
            results.addAll(held);
        }
        UpgradeReport report = new UpgradeReport(fTraces.named(), traces, compared.compare(traces, this::comparison), results, notChecked);
        fOutput.write(() -> UpgradePage.of(report), table, format -> format == Format.JSON ? UpgradeReportJson.write(report)
                : TapSuite.of(UpgradePage.of(report), "hypertrace-upgrade", fRecordings));
        return fOutput.status(report.budgets(), report.notChecked());
    }

    /** A node that is in no campaign is a wrong word. */
    private String whyNot(UpgradeBudget budget, List<CampaignProfile> campaigns) {
        List<String> nodes = campaigns.stream().flatMap(campaign -> campaign.campaign().nodes().stream()).distinct().toList();
        if (budget.node() != null && !nodes.isEmpty() && !nodes.contains(budget.node())) {
            throw wrong("--budget: there is no node '" + budget.node() + "'; there are " + String.join(", ", nodes) + '.');
        }
        return budget.whyNot(campaigns);
    }

    private UpgradeReport.Trace trace(String name, OpenTraces traces, UpgradePlan plan, List<GuestSymbols.Chosen> symbols, AskedVms words,
            Progress progress) throws ReportException, StateSystemDisposedException {
        GuestSymbols names = new GuestSymbols(traces.hosts().hosts(), symbols);
        traces.setSymbols(names);
        UpgradePlan meant = plan(traces, plan);
        ITmfStateSystem states = traces.model(progress);
        words.seen(NamesInModel.of(states));
        fRecordings.add(traces.recording(name));
        traces.notes().forEach(fSpec.commandLine().getErr()::println);
        traces.discarded().forEach(fSpec.commandLine().getErr()::println);
        progress.subTask("reading the upgrade of " + name);
        CampaignProfile profile = CampaignProfile.of(name, states, meant, names);
        List<String> gaps = new ArrayList<>(traces.hosts().losses().sentences());
        gaps.addAll(names.problems());
        return new UpgradeReport.Trace(name, states.getStartTime(), states.getCurrentEndTime(), profile,
                profile == null ? null : witness(traces, profile.campaign()), traces.hosts().missing(), gaps);
    }

    /** What a prober saw that asked the nodes meanwhile; null if there was none. */
    private static Witness witness(OpenTraces traces, Campaign campaign) throws ReportException {
        try {
            return WitnessFile.of(traces.trace(), campaign);
        } catch (IOException e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    /** The plan that the user gave, else the one beside the manifest of a trace, if there is one. */
    private static UpgradePlan plan(OpenTraces traces, UpgradePlan given) throws ReportException {
        try {
            return given != null ? CampaignCache.of(traces.trace(), given) : CampaignCache.plan(traces.trace());
        } catch (IOException e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    private static UpgradePlan plan(Path file) throws ReportException {
        try {
            return UpgradePlan.read(file);
        } catch (IOException e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    private List<UpgradeBudget> budgets() {
        List<UpgradeBudget> budgets = new ArrayList<>();
        for (String text : fBudgets) {
            UpgradeBudget budget = UpgradeBudget.of(text);
            if (budget == null) {
                throw wrong("--budget: '" + text + "' is no budget; give WHAT=MS or NODE:PHASE=MS, such as redundancy=20000; there are "
                        + String.join(", ", UpgradeBudget.names()) + '.');
            }
            budgets.add(budget);
        }
        return budgets;
    }

    private String table() {
        if (!List.of("order", "name").contains(fBy)) {
            throw wrong("--by: '" + fBy + "' is no way to pair restarts; there are order, name.");
        }
        if (fTable != null && !UpgradePage.TABLES.contains(fTable)) {
            throw wrong("--table: '" + fTable + "' is no table; there are " + String.join(", ", UpgradePage.TABLES) + '.');
        }
        if ("comparison".equals(fTable) && fCompare.isEmpty()) {
            throw wrong("--table: there is no comparison; add --compare A B.");
        }
        return fTable != null ? fTable : fCompare.isEmpty() ? UpgradePage.TABLES.get(0) : "comparison";
    }

    private CampaignComparison comparison(String a, List<UpgradeReport.Trace> before, String b, List<UpgradeReport.Trace> after) {
        return CampaignComparison.of(campaigns(a, before), campaigns(b, after), fBy.equals("name"));
    }

    private CampaignGroup campaigns(String word, List<UpgradeReport.Trace> traces) {
        List<CampaignProfile> campaigns = traces.stream().map(UpgradeReport.Trace::profile).filter(Objects::nonNull).toList();
        if (campaigns.isEmpty()) {
            throw wrong("--compare: there is no rolling upgrade in '" + word + "'.");
        }
        return new CampaignGroup(word, campaigns);
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(fSpec.commandLine(), sentence);
    }
}
