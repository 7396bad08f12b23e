/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.upgrade.Availability;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.Segment;
import org.hypertrace.core.upgrade.Window;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** A campaign as lines, so that it can be held against a definition's example or an oracle's answer. */
public final class CampaignLines {

    private final long fUnit;

    private CampaignLines(long unit) {
        fUnit = unit;
    }

    /** @return restarts with phases, in units of so many ns */
    public static String phases(Campaign campaign, long unit) {
        CampaignLines lines = new CampaignLines(unit);
        return campaign.restarts().stream().map(restart -> restart.label() + (restart.open() ? " open" : "") + ": "
                + restart.phases().stream().map(lines::phase).collect(Collectors.joining(", "))).collect(Collectors.joining("\n"));
    }

    private String phase(Phase phase) {
        return phase.name() + ' ' + phase.duration() / fUnit + (phase.merged().isEmpty() ? "" : " with " + String.join("+", phase.merged()));
    }

    /** @return windows, certain then possible where these differ, in units of so many ns */
    public static String windows(Campaign campaign, long unit) {
        CampaignLines lines = new CampaignLines(unit);
        return "redundancy " + lines.availability(campaign.redundancy()) + "\noutage " + lines.availability(campaign.service())
                + (campaign.role() == null ? "" : "\nno active " + lines.availability(campaign.role()) + "\nsplit " + lines.windows(campaign.split()));
    }

    private String availability(Availability availability) {
        return windows(availability.lost()) + (availability.lost().equals(availability.possible()) ? "" : " possibly " + windows(availability.possible()));
    }

    private String windows(List<Window> windows) {
        return windows.stream().map(window -> "[" + window.begin() / fUnit + ", " + window.end() / fUnit + ")").collect(Collectors.joining(" "));
    }

    /** @return the chain, in units of so many ns */
    public static String chain(Campaign campaign, long unit) {
        return campaign.chain().stream().map(segment -> segment.vm() + " " + segment.phase() + " " + segment.duration() / unit)
                .collect(Collectors.joining(", "));
    }

    /** @return all that {@link #ofOracle} has, by the product */
    public static List<String> of(CampaignProfile profile) {
        Campaign campaign = profile.campaign();
        List<String> lines = new ArrayList<>();
        lines.add("campaign " + campaign.begin() + " - " + campaign.end() + " of " + campaign.controller() + " with " + campaign.nodes() + ", inconsistent "
                + campaign.problems().inconsistent());
        for (Restart restart : campaign.restarts()) {
            lines.add("restart " + restart.node() + (restart.open() ? " open" : ""));
            restart.points().forEach((point, known) -> lines.add("  " + point.key() + ' ' + known.time() + ' ' + known.by().key()));
            restart.phases().forEach(phase -> lines.add("  " + phase.name() + ' ' + phase.begin() + " - " + phase.end() + ' ' + phase.vm() + ' '
                    + phase.merged() + split(profile.spent(phase))));
        }
        campaign.serving().forEach((node, all) -> all.forEach(one -> lines.add("serves " + node + ' ' + one.begin() + " - " + one.end() + ' ' + one.role())));
        lines.add("redundancy " + pairs(campaign.redundancy().lost()) + " possible " + pairs(campaign.redundancy().possible()));
        lines.add("service " + pairs(campaign.service().lost()) + " possible " + pairs(campaign.service().possible()));
        if (campaign.role() != null) {
            lines.add("role " + pairs(campaign.role().lost()) + " possible " + pairs(campaign.role().possible()) + " more " + pairs(campaign.split()));
        }
        for (Segment segment : campaign.chain()) {
            TimeSplit spent = profile.spent(segment);
            lines.add("chain " + segment.vm() + ' ' + segment.phase() + ' ' + segment.begin() + " - " + segment.end() + " own " + spent.own() + " host "
                    + spent.host());
        }
        return lines;
    }

    private static String split(TimeSplit spent) {
        return " own " + spent.own() + " host " + spent.host() + ' ' + spent.states().entrySet().stream().filter(state -> state.getValue() != 0)
                .map(state -> state.getKey().key() + '=' + state.getValue()).sorted().collect(Collectors.joining(" "));
    }

    private static String pairs(List<Window> windows) {
        return windows.stream().map(window -> window.begin() + "-" + window.end()).toList().toString();
    }

    /** @return the answer of {@code upgrades.py} in the same lines */
    public static List<String> ofOracle(JsonObject answer) {
        List<String> lines = new ArrayList<>();
        lines.add("campaign " + answer.get("begin") + " - " + answer.get("end") + " of " + text(answer, "controller") + " with "
                + texts(answer, "nodes") + ", inconsistent " + answer.get("inconsistent"));
        for (JsonElement one : answer.getAsJsonArray("restarts")) {
            JsonObject restart = one.getAsJsonObject();
            lines.add("restart " + text(restart, "node") + (restart.get("open").getAsBoolean() ? " open" : ""));
            restart.getAsJsonObject("points").entrySet().forEach(point -> lines.add("  " + point.getKey() + ' ' + point.getValue() + ' '
                    + text(restart.getAsJsonObject("known"), point.getKey())));
            restart.getAsJsonArray("phases").forEach(phase -> lines.add(phase(phase.getAsJsonObject())));
        }
        answer.getAsJsonObject("serving").entrySet().forEach(node -> node.getValue().getAsJsonArray().forEach(one -> lines.add("serves " + node.getKey()
                + ' ' + span(one.getAsJsonObject()) + ' ' + text(one.getAsJsonObject(), "role"))));
        JsonObject windows = answer.getAsJsonObject("windows");
        lines.add("redundancy " + pairs(windows, "redundancy") + " possible " + pairs(windows, "possible redundancy"));
        lines.add("service " + pairs(windows, "service") + " possible " + pairs(windows, "possible service"));
        if (windows.has("role")) {
            lines.add("role " + pairs(windows, "role") + " possible " + pairs(windows, "possible role") + " more " + pairs(windows, "more"));
        }
        answer.getAsJsonArray("chain").forEach(one -> {
            JsonObject segment = one.getAsJsonObject();
            lines.add("chain " + text(segment, "vm") + ' ' + text(segment, "phase") + ' ' + span(segment) + " own " + segment.get("own") + " host "
                    + segment.get("host"));
        });
        return lines;
    }

    private static String phase(JsonObject phase) {
        return "  " + text(phase, "phase") + ' ' + span(phase) + ' ' + text(phase, "vm") + ' '
                + texts(phase, "merged") + " own " + phase.get("own") + " host "
                + phase.get("host") + ' ' + phase.getAsJsonObject("states").entrySet().stream().filter(state -> state.getValue().getAsLong() != 0)
                        .map(state -> state.getKey() + '=' + state.getValue()).sorted().collect(Collectors.joining(" "));
    }

    private static String span(JsonObject object) {
        return object.get("begin") + " - " + object.get("end");
    }

    private static String text(JsonObject object, String name) {
        return object.get(name).isJsonNull() ? null : object.get(name).getAsString();
    }

    private static String pairs(JsonObject windows, String name) {
        List<String> pairs = new ArrayList<>();
        windows.getAsJsonArray(name).forEach(pair -> pairs.add(pair.getAsJsonArray().get(0) + "-" + pair.getAsJsonArray().get(1)));
        return pairs.toString();
    }

    private static List<String> texts(JsonObject object, String name) {
        List<String> texts = new ArrayList<>();
        object.getAsJsonArray(name).forEach(text -> texts.add(text.getAsString()));
        return texts;
    }
}
