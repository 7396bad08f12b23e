/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.FunctionFrequency;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** The functions that a boot called, in the JSON of a boot; nothing for a boot without function events. */
final class FunctionJson {

    private FunctionJson() {
    }

    private static FunctionFrequency of(BootProfile profile) {
        return FunctionFrequency.of(profile.boot(), profile.symbols());
    }

    static void add(BootProfile profile, String without, JsonObject to) {
        FunctionFrequency frequency = of(profile);
        if (frequency.calls() == 0) {
            return;
        }
        JsonArray functions = new JsonArray();
        for (FunctionFrequency.Line line : frequency.functions()) {
            JsonObject object = new JsonObject();
            object.addProperty("name", line.name());
            object.addProperty("address", "0x" + Long.toHexString(line.address()));
            object.addProperty("calls", line.calls());
            object.addProperty("total", line.total());
            object.addProperty("self", line.self());
            functions.add(object);
        }
        to.add("functions", functions);
        JsonArray savings = new JsonArray();
        savings.add(json(frequency.suggestion()));
        if (without != null) {
            savings.add(json(frequency.without(without)));
        }
        to.add("savings", savings);
    }

    private static JsonObject json(FunctionFrequency.Saving saving) {
        JsonObject object = new JsonObject();
        object.addProperty("filter", saving.filter());
        object.addProperty("functions", saving.functions());
        object.addProperty("calls", saving.calls());
        object.addProperty("self", saving.self());
        return object;
    }
}
