/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.upgrade;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.page.NotCheckedParts;
import org.hypertrace.core.report.page.Notes;
import org.hypertrace.core.report.page.SpeedUpColumns;
import org.hypertrace.core.report.page.StateBar;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignComparison;
import org.hypertrace.core.upgrade.CampaignGroup;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.UpgradeBudget;
import org.hypertrace.core.upgrade.UpgradeWords;
import org.hypertrace.core.upgrade.probe.WitnessWords;

/** An {@link UpgradeReport} as a document. */
public final class UpgradePage {

    /** The names of its tables, the usual one first. */
    public static final List<String> TABLES = List.of(UpgradeTables.PHASES, UpgradeTables.POINTS, UpgradeTables.CHAIN, UpgradeTables.SUMS,
            UpgradeTables.WINDOWS, UpgradeTables.VCPUS, ProberParts.TABLE, UpgradeTables.COMPARISON);

    private final UpgradeReport fReport;
    private final List<Part> fAnswers = new ArrayList<>();
    private final List<Part> fParts = new ArrayList<>();

    private UpgradePage(UpgradeReport report) {
        fReport = report;
    }

    /**
     * @param report
     *            of rolling upgrades
     * @return the document
     */
    public static Page of(UpgradeReport report) {
        return new UpgradePage(report).page();
    }

    private Page page() {
        fReport.comparisons().forEach(this::comparison);
        checks();
        for (UpgradeReport.Trace trace : fReport.traces()) {
            String before = fReport.traces().size() == 1 ? "" : trace.name() + ": ";
            fParts.add(Sentence.quiet(before, Amount.time(trace.begin()), " - ", Amount.time(trace.end())));
            if (trace.profile() != null) {
                if (fReport.comparisons().isEmpty()) {
                    UpgradeWords.answers(trace.profile()).forEach(pieces -> fAnswers.add(Sentence.answer(with(before, pieces))));
                }
                campaign(before, trace.profile());
                if (trace.witness() != null) {
                    fAnswers.add(Sentence.answer(with(before, WitnessWords.answer(trace.witness()))));
                    fParts.add(ProberParts.of(trace));
                }
            }
            fParts.addAll(Notes.of(trace.gaps(), trace.missing()));
        }
        return new Page(fReport.comparisons().isEmpty() ? "Rolling upgrade" : "Rolling upgrades compared", fReport.named(), fAnswers, fParts);
    }

    private static Object[] with(String before, List<Object> pieces) {
        List<Object> all = new ArrayList<>(pieces);
        if (!before.isEmpty()) {
            all.add(0, before);
        }
        return all.toArray();
    }

    private void comparison(CampaignComparison comparison) {
        fAnswers.add(Sentence.answer(UpgradeWords.comparison(comparison).toArray()));
        if (comparison.rows().get(0).speedUp().isKnown()) {
            fAnswers.add(SpeedUpColumns.sentence(comparison.rows().get(0).speedUp()));
        }
        List<Part> parts = new ArrayList<>();
        for (CampaignGroup group : List.of(comparison.a(), comparison.b())) {
            if (group.campaigns().size() > 1) {
                parts.add(Sentence.plain(group.name() + " is " + group.campaigns().size() + " campaigns; the figures are of the one with the median duration, "
                        + group.typical().trace() + '.'));
            }
        }
        parts.add(UpgradeTables.comparison(comparison));
        fParts.add(new Section(comparison.a().name() + " (A) beside " + comparison.b().name() + " (B)", parts));
    }

    private void campaign(String before, CampaignProfile profile) {
        Campaign campaign = profile.campaign();
        List<Part> parts = new ArrayList<>();
        UpgradeWords.findings(campaign).forEach(finding -> parts.add(new Finding(List.of(Sentence.plain(finding)))));
        parts.add(new Section("What the upgrade waited for", List.of(UpgradeTables.sums(profile), StateBar.legend(),
                new Details(campaign.chain().size() + " segments, one after another", false, List.of(UpgradeTables.chain(profile))))));
        parts.add(new Section("Who was missing when", List.of(UpgradeTables.windows(profile))));
        for (Restart restart : campaign.restarts()) {
            List<Part> of = new ArrayList<>(List.of(UpgradeTables.phases(profile, List.of(restart))));
            if (restart.phases().stream().anyMatch(phase -> !profile.vcpus(phase).isEmpty())) {
                of.add(new Details("what each vCPU did", false, List.of(UpgradeTables.vcpus(profile, List.of(restart)))));
            }
            of.add(new Details("how its points are known", false, List.of(UpgradeTables.points(profile, restart))));
            parts.add(new Section("Restart of " + restart.label(), of));
        }
        fParts.add(new Section(before + "Campaign" + (campaign.controller() == null ? "" : " of " + campaign.controller()), parts));
    }

    /** For programs a check per phase where there are no budgets. */
    private void checks() {
        fReport.budgets().forEach(result -> fAnswers.add(check(result)));
        fAnswers.addAll(NotCheckedParts.of(fReport.notChecked()));
        if (fReport.budgets().isEmpty() && fReport.notChecked().isEmpty()) {
            fReport.traces().stream().filter(trace -> trace.profile() != null).forEach(trace -> trace.profile().campaign().restarts()
                    .forEach(restart -> restart.phases().forEach(phase -> fAnswers.add(check(trace.profile(), restart, phase)))));
        }
    }

    private static Check check(CampaignProfile profile, Restart restart, Phase phase) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("trace", profile.trace());
        about.put("node", restart.node());
        about.put("restart", Amount.count(restart.number()));
        about.put("phase", phase.name());
        about.put("own", Amount.ns(profile.spent(phase).own()));
        about.put("host", Amount.ns(profile.spent(phase).host()));
        return new Check(!phase.open(), restart.label() + ": " + phase.name() + (phase.open() ? " did not end" : ""), null, false,
                new Check.Figure("hypertrace.upgrade.phase.duration", Amount.ns(phase.duration()), null, about));
    }

    private static Check check(UpgradeBudget.Result result) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("trace", result.profile().trace());
        about.put("what", result.budget().what());
        about.put("budget", Amount.ns(result.budget().limit()));
        return Check.of(result, new Check.Figure("hypertrace.upgrade." + result.budget().what().replace(' ', '_') + ".duration", Amount.ns(result.took()),
                null, about));
    }
}
