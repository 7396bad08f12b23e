/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.kvm.PathEvents;
import org.hypertrace.core.kvm.RecordedEvents;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/**
 * What a table of what was gathered for critical paths is of, and what it lacks.
 *
 * @param trace
 *            what the user named
 * @param recorded
 *            the events that the hosts recorded
 * @param gaps
 *            what is missing of the traces and what is left out for want of room, a sentence each
 */
record PathNotes(String trace, List<RecordedEvents> recorded, List<String> gaps) {

    private Set<RecordedEvents.Missing> missing() {
        Set<RecordedEvents.Missing> missing = new LinkedHashSet<>();
        recorded.forEach(host -> missing.addAll(PathEvents.missing(host)));
        return missing;
    }

    /** @return how a report begins */
    JsonObject json() {
        JsonObject root = new JsonObject();
        root.addProperty("version", 2);
        root.addProperty("trace", trace);
        JsonArray missing = new JsonArray();
        for (RecordedEvents.Missing m : missing()) {
            JsonObject object = new JsonObject();
            object.addProperty("event", m.event());
            object.addProperty("consequence", m.consequence());
            object.addProperty("enable", m.enable());
            missing.add(object);
        }
        root.add("missing", missing);
        if (!gaps.isEmpty()) {
            JsonArray all = new JsonArray();
            gaps.forEach(all::add);
            root.add("gaps", all);
        }
        return root;
    }

    /** How a report ends. */
    void text(Lines out) {
        if (!gaps.isEmpty() || !missing().isEmpty()) {
            out.line("");
        }
        gaps.forEach(gap -> out.line("%s", gap));
        if (!missing().isEmpty()) {
            out.line("Not recorded:");
            missing().forEach(m -> out.line("  %s: %s.%n      %s", m.event(), m.consequence(), m.enable()));
        }
    }

    /** How a page ends. */
    void html(Html page) {
        gaps.forEach(gap -> page.element("p", "note", gap));
        missing().forEach(m -> page.element("p", "note", "Not recorded: " + m.event() + ": " + m.consequence() + ". Next time: " + m.enable()));
    }
}
