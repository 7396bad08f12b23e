/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.answer.PathComparison;
import org.hypertrace.core.report.page.path.PathReport;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A comparison of paths in the JSON of a {@link PathReport}: differences are B minus A. */
final class PathComparisonJson {

    private PathComparisonJson() {
    }

    static JsonObject of(PathReport.Compared compared, String trace) {
        PathComparison comparison = compared.comparison();
        JsonObject object = new JsonObject();
        object.add("a", side(comparison.a(), trace));
        object.add("b", side(comparison.b(), compared.trace()));
        object.addProperty("answer", comparison.answer());
        JsonArray rows = new JsonArray();
        for (PathComparison.Row row : comparison.rows()) {
            JsonObject one = new JsonObject();
            one.addProperty("of", row.of().key());
            one.addProperty("name", row.name());
            one.addProperty("a", row.a());
            one.addProperty("b", row.b());
            one.addProperty("difference", row.difference());
            one.addProperty("contribution", -row.difference());
            SpeedUpJson.share(comparison.share(row), one);
            SpeedUpJson.add(row.speedUp(), one);
            rows.add(one);
        }
        object.addProperty("difference", length(comparison.b()) - length(comparison.a()));
        SpeedUpJson.add(comparison.speedUp(), object);
        object.add("rows", rows);
        return object;
    }

    private static JsonObject side(FoundPath path, String trace) {
        JsonObject object = new JsonObject();
        object.addProperty("trace", trace);
        object.addProperty("name", PathReport.name(path));
        object.addProperty("begin", path.subject().begin());
        object.addProperty("end", path.subject().end());
        object.addProperty("ns", length(path));
        return object;
    }

    private static long length(FoundPath path) {
        return path.subject().end() - path.subject().begin();
    }
}
