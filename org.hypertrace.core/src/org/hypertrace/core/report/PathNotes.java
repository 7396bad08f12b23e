/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import org.hypertrace.core.kvm.PathEvents;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.page.Notes;

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

    /** @return a report: what it is of, and an object for each VM */
    <T> String json(List<T> vms, Function<T, JsonObject> of) {
        JsonObject root = json();
        JsonArray all = new JsonArray();
        vms.forEach(vm -> all.add(of.apply(vm)));
        root.add("vms", all);
        return JsonText.of(root);
    }

    private JsonObject json() {
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

    /** How a page ends. */
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        gaps.forEach(gap -> parts.add(Sentence.warning(gap)));
        parts.addAll(Notes.of(List.of(), missing()));
        return parts;
    }
}
