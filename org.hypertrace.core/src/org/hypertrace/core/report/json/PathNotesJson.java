/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.List;
import java.util.function.Function;

import org.hypertrace.core.report.page.path.PathNotes;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** {@link PathNotes} as JSON, and the figures of each VM. */
final class PathNotesJson {

    private PathNotesJson() {
    }

    /** @return a report: what it is of, and an object for each VM */
    static <T> String of(PathNotes notes, List<T> vms, Function<T, JsonObject> of) {
        JsonObject root = json(notes);
        JsonArray all = new JsonArray();
        vms.forEach(vm -> all.add(of.apply(vm)));
        root.add("vms", all);
        return JsonText.of(root);
    }

    private static JsonObject json(PathNotes notes) {
        JsonObject root = new JsonObject();
        root.addProperty("version", 3);
        root.addProperty("trace", notes.trace());
        MissingJson.add(notes.missing(), notes.gaps(), root);
        return root;
    }
}
