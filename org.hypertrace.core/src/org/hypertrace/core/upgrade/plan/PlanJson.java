/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.file.Json;
import org.hypertrace.core.file.JsonPlace;
import org.hypertrace.core.file.Quoted;

/** Reads plans; the schema is {@code upgrade.schema.json} beside this class. */
public final class PlanJson {

    /** More rules, nodes, values and roles no campaign has. */
    private static final int MAX = 1 << 10;
    private static final Pattern GROUP = Pattern.compile("\\$([0-9])");

    private PlanJson() {
    }

    static UpgradePlan read(Path file) throws IOException {
        return of(InputFile.text(file), file);
    }

    /** The plan with that text; {@code file}: where it is from. */
    public static UpgradePlan of(String text, Object file) throws IOException {
        return Json.read(text, file, PlanJson::plan);
    }

    private static UpgradePlan plan(JsonPlace.Keys document) throws JsonPlace.Wrong {
        document.allow("version", "controller", "nodes", "redundant", "needed", "active", "signals");
        document.requireVersion(1);
        List<String> nodes = document.get("nodes") == null ? null : texts(document, "nodes");
        if (nodes != null && (nodes.isEmpty() || new HashSet<>(nodes).size() < nodes.size())) {
            throw document.get("nodes").wrong("must be a list of different names, not " + Quoted.of(document.get("nodes").value().toString()));
        }
        List<UpgradePlan.Rule> rules = new ArrayList<>();
        for (JsonPlace rule : some(document, "signals")) {
            rules.add(rule(rule.object()));
        }
        return new UpgradePlan(document.text("controller"), nodes, count(document, "redundant", -1), count(document, "needed", 1),
                new LinkedHashSet<>(texts(document, "active")), rules);
    }

    private static int count(JsonPlace.Keys keys, String key, int usual) throws JsonPlace.Wrong {
        return keys.get(key) == null ? usual : (int) keys.get(key).number(0, 1 << 16);
    }

    private static List<JsonPlace> some(JsonPlace.Keys keys, String key) throws JsonPlace.Wrong {
        List<JsonPlace> list = keys.list(key);
        if (list.size() > MAX) {
            throw keys.get(key).wrong("must have at most " + MAX + " entries, not " + list.size());
        }
        return list;
    }

    private static List<String> texts(JsonPlace.Keys keys, String key) throws JsonPlace.Wrong {
        List<String> texts = new ArrayList<>();
        for (JsonPlace text : some(keys, key)) {
            texts.add(text.string());
        }
        return texts;
    }

    private static UpgradePlan.Rule rule(JsonPlace.Keys rule) throws JsonPlace.Wrong {
        rule.allow("vm", "value", "text", "is", "node", "role", "version");
        Set<Long> values = new HashSet<>();
        for (JsonPlace value : some(rule, "value")) {
            values.add(value.number(0, Long.MAX_VALUE));
        }
        TextPattern text = text(rule.get("text"));
        String vm = rule.text("vm");
        SignalKind kind = SignalKind.of(rule.need("is").text());
        if (kind == null) {
            throw rule.get("is").wrong("must be one of " + Arrays.stream(SignalKind.values()).map(SignalKind::key).collect(Collectors.joining(", "))
                    + ", not " + Quoted.of(rule.get("is").value().toString()));
        }
        if (kind.namesNode()) {
            rule.need("node");
        }
        int groups = text == null ? -1 : text.groups();
        return new UpgradePlan.Rule(vm == null ? null : UpgradePlan.named(vm), values, text, kind, word(rule, "node", groups),
                word(rule, "role", groups), word(rule, "version", groups));
    }

    private static TextPattern text(JsonPlace place) throws JsonPlace.Wrong {
        if (place == null) {
            return null;
        }
        try {
            return TextPattern.of(place.text());
        } catch (IllegalArgumentException e) {
            throw place.wrong(e.getMessage() + ", not " + Quoted.of(place.value().toString()));
        }
    }

    private static String word(JsonPlace.Keys rule, String key, int groups) throws JsonPlace.Wrong {
        String word = rule.text(key);
        Matcher group = GROUP.matcher(word == null ? "" : word);
        while (group.find()) {
            if (Integer.parseInt(group.group(1)) > groups) {
                throw rule.get(key).wrong("must name a group of the text, not " + Quoted.of(rule.get(key).value().toString()));
            }
        }
        return word;
    }
}
