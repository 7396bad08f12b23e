/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json.upgrade;

import org.hypertrace.core.upgrade.probe.ProbeWindow;
import org.hypertrace.core.upgrade.probe.Prober;
import org.hypertrace.core.upgrade.probe.Witness;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** What a prober saw beside what is computed, as JSON. */
final class ProberJson {

    private ProberJson() {
    }

    static JsonObject of(Witness witness) {
        Prober prober = witness.prober();
        JsonObject object = new JsonObject();
        object.addProperty("period", prober.period());
        object.addProperty("questions", prober.questions());
        object.addProperty("answers", prober.answers());
        object.addProperty("longestAnswer", prober.longestAnswer());
        if (prober.leftOut() > 0) {
            object.addProperty("notKept", prober.leftOut());
        }
        object.addProperty("edges", witness.edges());
        object.addProperty("agreeing", witness.agreeing());
        JsonArray windows = new JsonArray();
        witness.lines().forEach(line -> windows.add(line(line)));
        object.add("windows", windows);
        return object;
    }

    private static JsonObject line(Witness.Line line) {
        JsonObject object = new JsonObject();
        object.addProperty("of", line.kind().key());
        if (line.node() != null) {
            object.addProperty("node", line.node());
        }
        if (line.computed() != null) {
            JsonObject computed = new JsonObject();
            computed.addProperty("begin", line.computed().begin());
            computed.addProperty("end", line.computed().end());
            object.add("computed", computed);
        }
        if (line.seen() != null) {
            object.add("seen", seen(line.seen()));
        }
        if (line.beginOff() != null) {
            object.addProperty("beginOff", line.beginOff());
        }
        if (line.endOff() != null) {
            object.addProperty("endOff", line.endOff());
        }
        object.addProperty("agrees", line.agrees());
        return object;
    }

    private static JsonObject seen(ProbeWindow window) {
        JsonObject seen = new JsonObject();
        seen.addProperty("earliestBegin", window.from());
        seen.addProperty("begin", window.begin());
        seen.addProperty("latestBegin", window.latest());
        seen.addProperty("earliestEnd", window.last());
        if (window.isClosed()) {
            seen.addProperty("end", window.end());
        }
        seen.addProperty("questions", window.questions());
        return seen;
    }
}
