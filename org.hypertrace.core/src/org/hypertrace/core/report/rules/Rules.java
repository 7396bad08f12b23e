/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.rules;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.file.Json;
import org.hypertrace.core.file.JsonPlace;
import org.hypertrace.core.file.Quoted;

/** Reads files of rules; the schema is {@code rules.schema.json} beside this class. */
public final class Rules {

    /** The commands that have budgets of recordings. */
    public static final List<String> COMMANDS = List.of("boot", "shutdown", "exits", "upgrade", "report", "syscalls");

    /** More rules no suite has. */
    private static final int MAX = 1 << 10;
    private static final int DIGITS = 12;
    private static final BigDecimal HIGHEST = BigDecimal.valueOf(1_000_000_000_000L);

    private Rules() {
    }

    /**
     * @param file
     *            of rules
     * @return its rules in their order, by command
     * @throws IOException
     *             if it cannot be read, or a value is wrong; the message is one sentence for the user
     */
    public static Map<String, List<Rule>> read(Path file) throws IOException {
        return of(InputFile.text(file), file);
    }

    /**
     * @param text
     *            a document
     * @param file
     *            where it is from, for messages
     * @return its rules in their order, by command
     * @throws IOException
     *             if a value is wrong; the message is one sentence for the user
     */
    public static Map<String, List<Rule>> of(String text, Object file) throws IOException {
        return Json.read(text, file, Rules::rules);
    }

    private static Map<String, List<Rule>> rules(JsonPlace.Keys document) throws JsonPlace.Wrong {
        document.allow("version", "rules");
        document.requireVersion(1);
        JsonPlace list = document.need("rules");
        if (list.list().isEmpty() || list.list().size() > MAX) {
            throw list.wrong("must have from 1 to " + MAX + " rules, not " + list.list().size());
        }
        Map<String, List<Rule>> rules = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        for (JsonPlace place : list.list()) {
            JsonPlace.Keys keys = place.object();
            Rule rule = rule(keys);
            if (!names.add(rule.name())) {
                throw keys.get("name").wrong("must be another one than that of a rule before, not " + Quoted.of(rule.name()));
            }
            rules.computeIfAbsent(rule.command(), key -> new ArrayList<>()).add(rule);
        }
        return rules;
    }

    private static Rule rule(JsonPlace.Keys rule) throws JsonPlace.Wrong {
        rule.allow("name", "command", "what", "at most", "unit", "needs", "todo");
        String command = rule.need("command").text();
        if (!COMMANDS.contains(command)) {
            throw rule.get("command").wrong("must be one of " + String.join(", ", COMMANDS) + ", not " + Quoted.of(command));
        }
        BigDecimal atMost = limit(rule.need("at most"));
        List<String> needs = new ArrayList<>();
        for (JsonPlace need : rule.list("needs")) {
            needs.add(need.text());
        }
        return new Rule(rule.need("name").text(), command, rule.need("what").text(), atMost, rule.text("unit"), needs, rule.text("todo"));
    }

    private static BigDecimal limit(JsonPlace place) throws JsonPlace.Wrong {
        try {
            BigDecimal number = place.isNumber() ? place.value().getAsBigDecimal() : BigDecimal.ONE.negate();
            if (number.signum() >= 0 && number.compareTo(HIGHEST) < 0 && number.scale() <= DIGITS) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw place.wrong("must be a number from 0, below 10^12, with at most " + DIGITS + " decimals, not " + Quoted.of(place.value().toString()));
    }
}
