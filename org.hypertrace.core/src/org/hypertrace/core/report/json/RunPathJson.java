/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import org.hypertrace.core.report.page.path.PathReport;
import org.hypertrace.core.report.page.run.RunPath;

import com.google.gson.JsonObject;

/** What the critical path of a boot or shutdown consists of, as JSON. */
final class RunPathJson {

    private RunPathJson() {
    }

    /** Adds what is known of a path to the object of its boot or shutdown. */
    static void add(RunPath answer, JsonObject to) {
        if (answer == null) {
            return;
        }
        JsonObject path = new JsonObject();
        path.addProperty("answer", answer.sentence());
        if (answer.found() != null) {
            path.addProperty("begin", answer.found().subject().begin());
            path.addProperty("end", answer.found().subject().end());
            JsonObject classes = new JsonObject();
            PathReport.classes(answer.found()).forEach((kind, ns) -> classes.addProperty(kind.key(), ns));
            path.add("classes", classes);
        }
        RunReportJson.addFindings(answer.findings(), path);
        to.add("path", path);
    }
}
