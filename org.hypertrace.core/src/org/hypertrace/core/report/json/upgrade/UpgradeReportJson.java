/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json.upgrade;

import java.util.Collection;
import java.util.List;

import org.hypertrace.core.report.json.JsonText;
import org.hypertrace.core.report.json.MissingJson;
import org.hypertrace.core.report.json.SpeedUpJson;
import org.hypertrace.core.report.page.upgrade.UpgradeReport;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.upgrade.Availability;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignComparison;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.Segment;
import org.hypertrace.core.upgrade.plan.Signal;
import org.hypertrace.core.upgrade.UpgradeBudget;
import org.hypertrace.core.upgrade.UpgradeWords;
import org.hypertrace.core.upgrade.Window;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** An {@link UpgradeReport} as JSON; the schema is {@code upgrade.schema.json} in {@code json/schema}. */
public final class UpgradeReportJson {

    private UpgradeReportJson() {
    }

    public static String write(UpgradeReport report) {
        JsonObject root = new JsonObject();
        root.addProperty("version", 2);
        root.addProperty("trace", report.named());
        JsonArray upgrades = new JsonArray();
        report.traces().forEach(trace -> upgrades.add(upgrade(trace)));
        root.add("upgrades", upgrades);
        if (!report.comparisons().isEmpty()) {
            JsonArray comparisons = new JsonArray();
            report.comparisons().forEach(comparison -> comparisons.add(comparison(comparison)));
            root.add("comparisons", comparisons);
        }
        if (!report.budgets().isEmpty()) {
            JsonArray budgets = new JsonArray();
            report.budgets().forEach(result -> budgets.add(budget(result)));
            root.add("budgets", budgets);
        }
        MissingJson.addNotChecked(report.notChecked(), root);
        return JsonText.of(root);
    }

    private static JsonObject upgrade(UpgradeReport.Trace trace) {
        JsonObject object = new JsonObject();
        object.addProperty("trace", trace.name());
        object.addProperty("begin", trace.begin());
        object.addProperty("end", trace.end());
        MissingJson.add(trace.missing(), object);
        if (!trace.gaps().isEmpty()) {
            object.add("gaps", texts(trace.gaps()));
        }
        if (trace.profile() != null) {
            campaign(trace.profile(), object);
        }
        if (trace.witness() != null) {
            object.add("prober", ProberJson.of(trace.witness()));
        }
        return object;
    }

    private static void campaign(CampaignProfile profile, JsonObject to) {
        Campaign campaign = profile.campaign();
        JsonObject object = span(campaign.begin(), campaign.end());
        object.addProperty("beginBy", campaign.beginBy().key());
        object.addProperty("endBy", campaign.endBy().key());
        named(object, "controller", campaign.controller());
        object.add("nodes", texts(campaign.nodes()));
        object.addProperty("inconsistent", campaign.problems().inconsistent());
        object.addProperty("unanswered", campaign.problems().unanswered());
        object.addProperty("notKept", campaign.problems().leftOut());
        object.addProperty("notSearched", campaign.problems().givenUp());
        to.add("campaign", object);
        JsonArray signals = new JsonArray();
        campaign.signals().forEach(signal -> signals.add(signal(signal)));
        to.add("signals", signals);
        JsonArray restarts = new JsonArray();
        campaign.restarts().forEach(restart -> restarts.add(restart(profile, restart)));
        to.add("restarts", restarts);
        JsonObject serving = new JsonObject();
        campaign.serving().forEach((node, all) -> {
            JsonArray times = new JsonArray();
            all.forEach(one -> {
                JsonObject time = new JsonObject();
                time.addProperty("begin", one.begin());
                time.addProperty("end", one.end());
                named(time, "role", one.role());
                times.add(time);
            });
            serving.add(node, times);
        });
        to.add("serving", serving);
        to.add("availability", availability(campaign));
        JsonArray chain = new JsonArray();
        campaign.chain().forEach(segment -> chain.add(segment(profile, segment)));
        to.add("chain", chain);
        JsonArray sums = new JsonArray();
        profile.byPhase().forEach(sum -> {
            JsonObject one = new JsonObject();
            one.addProperty("phase", sum.phase());
            one.addProperty("ns", sum.duration());
            own(sum.spent(), one);
            sums.add(one);
        });
        to.add("byPhase", sums);
        if (campaign.longest() != null) {
            to.add("longest", segment(profile, campaign.longest()));
        }
        List<String> findings = UpgradeWords.findings(campaign);
        if (!findings.isEmpty()) {
            to.add("findings", texts(findings));
        }
    }

    private static JsonObject signal(Signal signal) {
        JsonObject object = new JsonObject();
        object.addProperty("time", signal.time());
        object.addProperty("vm", signal.vm());
        object.addProperty("is", signal.kind().key());
        named(object, "node", signal.node());
        named(object, "role", signal.role());
        named(object, "version", signal.version());
        return object;
    }

    private static JsonObject restart(CampaignProfile profile, Restart restart) {
        JsonObject object = new JsonObject();
        object.addProperty("node", restart.node());
        object.addProperty("restart", restart.number());
        JsonObject points = new JsonObject();
        JsonObject known = new JsonObject();
        restart.points().forEach((point, time) -> {
            points.addProperty(point.key(), time.time());
            known.addProperty(point.key(), time.by().key());
        });
        object.add("points", points);
        object.add("known", known);
        if (restart.servesBy() != null) {
            object.addProperty("servesBy", restart.servesBy().key());
        }
        if (restart.open()) {
            object.addProperty("open", true);
        }
        JsonArray phases = new JsonArray();
        for (Phase phase : restart.phases()) {
            phases.add(PhaseJson.of(profile, phase));
        }
        object.add("phases", phases);
        return object;
    }

    private static JsonObject availability(Campaign campaign) {
        JsonObject object = new JsonObject();
        object.add("redundancy", availability(campaign.redundancy(), campaign));
        object.add("service", availability(campaign.service(), null));
        if (campaign.role() != null) {
            JsonObject role = availability(campaign.role(), null);
            role.add("roles", texts(campaign.active()));
            role.add("more", windows(campaign.split(), null));
            object.add("role", role);
        }
        return object;
    }

    private static JsonObject availability(Availability availability, Campaign campaign) {
        JsonObject object = new JsonObject();
        object.addProperty("needed", availability.limit());
        object.add("lost", windows(availability.lost(), campaign));
        object.addProperty("ns", availability.sum());
        object.addProperty("longest", availability.longest() == null ? 0 : availability.longest().duration());
        if (!availability.lost().equals(availability.possible())) {
            object.add("possible", windows(availability.possible(), null));
            object.addProperty("possiblyNs", availability.possibleSum());
        }
        return object;
    }

    /** {@code campaign} knows who is missing, null: that is not asked. */
    private static JsonArray windows(List<Window> windows, Campaign campaign) {
        JsonArray array = new JsonArray();
        windows.forEach(window -> {
            JsonObject object = span(window.begin(), window.end());
            if (campaign != null) {
                object.add("missing", texts(campaign.missing().get(window)));
            }
            array.add(object);
        });
        return array;
    }

    private static JsonObject segment(CampaignProfile profile, Segment segment) {
        JsonObject object = new JsonObject();
        named(object, "vm", segment.vm());
        object.addProperty("phase", segment.phase());
        span(segment.begin(), segment.end()).entrySet().forEach(entry -> object.add(entry.getKey(), entry.getValue()));
        own(profile.spent(segment), object);
        return object;
    }

    private static JsonObject comparison(CampaignComparison comparison) {
        JsonObject object = new JsonObject();
        object.addProperty("a", comparison.a().name());
        object.addProperty("b", comparison.b().name());
        object.addProperty("campaignsOfA", comparison.a().campaigns().size());
        object.addProperty("campaignsOfB", comparison.b().campaigns().size());
        JsonArray rows = new JsonArray();
        for (CampaignComparison.Row row : comparison.rows()) {
            JsonObject one = new JsonObject();
            one.addProperty("of", row.section().key());
            named(one, "restart", row.restart().isEmpty() ? null : row.restart());
            named(one, "node", row.node().isEmpty() ? null : row.node());
            one.addProperty("name", row.name());
            if (row.a() >= 0) {
                one.addProperty("a", row.a());
            }
            if (row.b() >= 0) {
                one.addProperty("b", row.b());
            }
            SpeedUpJson.add(row.speedUp(), row.corrected(), one);
            one.addProperty("contribution", row.contribution());
            rows.add(one);
        }
        object.add("rows", rows);
        return object;
    }

    private static JsonObject budget(UpgradeBudget.Result result) {
        JsonObject object = new JsonObject();
        object.addProperty("budget", result.budget().text());
        object.addProperty("trace", result.profile().trace());
        object.addProperty("subject", result.subject());
        object.addProperty("limit", result.budget().limit());
        object.addProperty("took", result.took());
        object.addProperty("exceeded", result.isExceeded());
        return object;
    }

    private static JsonObject span(long begin, long end) {
        JsonObject object = new JsonObject();
        object.addProperty("begin", begin);
        object.addProperty("end", end);
        object.addProperty("ns", end - begin);
        return object;
    }

    private static void own(TimeSplit spent, JsonObject to) {
        to.addProperty("own", spent.own());
        to.addProperty("host", spent.host());
    }

    private static void named(JsonObject to, String key, String value) {
        if (value != null) {
            to.addProperty(key, value);
        }
    }

    private static JsonArray texts(Collection<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(array::add);
        return array;
    }
}
