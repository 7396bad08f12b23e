/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;

/**
 * What an answer reports to be missing or contradictory: sums of the counts and times of JSON that are there for that, and how many
 * sentences on standard error.
 */
final class ReportedLosses {

    /** Objects and lists all of which is about losses. */
    private static final Set<String> ABOUT_LOSSES = Set.of("losses", "rings", "unreadable", "gaps", "damage");
    /** Figures that are. */
    private static final Set<String> LOSSES = Set.of("lost", "unattributed", "unmatched", "unknown", "unfinished", "withoutEntry",
            "afterNoEntry", "entryAgain", "endedEntered", "broken", "notRecorded", "notKnown");

    /** In a finding that is about them. */
    private static final Pattern FINDING = Pattern.compile("\\b(lost|lacks?|missing|discarded|damaged|unknown|not (in the trace|known|recorded))\\b");

    private ReportedLosses() {
    }

    /** The sums, by what they are of. */
    static Map<String, Long> of(Answer answer) {
        Map<String, Long> reported = new TreeMap<>();
        reported.put("notes", answer.err().lines().count());
        if (answer.isAnswer()) {
            add(JsonParser.parseString(answer.out()), "", false, reported);
        }
        return reported;
    }

    /** Whether more is reported than of the undamaged recording. */
    static boolean more(Answer answer, Answer undamaged) {
        Map<String, Long> before = of(undamaged);
        return of(answer).entrySet().stream().anyMatch(one -> one.getValue() > before.getOrDefault(one.getKey(), 0L));
    }

    private static void add(JsonElement element, String name, boolean about, Map<String, Long> reported) {
        if (element.isJsonObject()) {
            element.getAsJsonObject().entrySet().forEach(member -> add(member.getValue(), member.getKey(),
                    about || ABOUT_LOSSES.contains(member.getKey()), reported));
        } else if (element.isJsonArray()) {
            element.getAsJsonArray().forEach(one -> add(one, name, about, reported));
        } else if (name.equals("findings") || name.equals("finding")) {
            reported.merge(name, FINDING.matcher(element.getAsString()).find() ? 1L : 0, Long::sum);
        } else if (element.isJsonPrimitive() && (about || LOSSES.contains(name))) {
            boolean number = element.getAsJsonPrimitive().isNumber();
            reported.merge(name, number ? element.getAsLong() : 1, Long::sum);
        }
    }
}
