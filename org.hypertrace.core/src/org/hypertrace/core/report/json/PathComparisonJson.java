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

    static JsonObject of(PathComparison comparison) {
        JsonObject object = new JsonObject();
        object.add("a", side(comparison.a()));
        object.add("b", side(comparison.b()));
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
            SpeedUpJson.share(comparison.share(row.difference()), one);
            SpeedUpJson.add(row.speedUp(), row.corrected(), one);
            rows.add(one);
        }
        object.addProperty("difference", comparison.difference());
        SpeedUpJson.add(comparison.speedUp(), object);
        object.add("rows", rows);
        return object;
    }

    private static JsonObject side(PathComparison.Side side) {
        FoundPath path = side.times().path();
        JsonObject object = new JsonObject();
        object.addProperty("trace", side.trace());
        object.addProperty("recordings", side.recordings());
        object.addProperty("name", PathReport.name(path));
        object.addProperty("begin", path.subject().begin());
        object.addProperty("end", path.subject().end());
        object.addProperty("ns", side.times().length());
        return object;
    }
}
