/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.Collection;
import java.util.List;

import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.quantity.NotChecked;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** What was not recorded, and what of the traces is missing, as JSON. */
public final class MissingJson {

    private MissingJson() {
    }

    /** @param missing the events that were not recorded: always in the report, though none is missing */
    public static void add(Collection<RecordedEvents.Missing> missing, JsonObject to) {
        JsonArray all = new JsonArray();
        for (RecordedEvents.Missing m : missing) {
            JsonObject object = new JsonObject();
            object.addProperty("event", m.event());
            object.addProperty("consequence", m.consequence());
            object.addProperty("enable", m.enable());
            all.add(object);
        }
        to.add("missing", all);
    }

    /** @param gaps what of the traces is damaged or missing, a sentence each: in the report if there is any */
    public static void add(Collection<RecordedEvents.Missing> missing, List<String> gaps, JsonObject to) {
        add(missing, to);
        if (!gaps.isEmpty()) {
            JsonArray all = new JsonArray();
            gaps.forEach(all::add);
            to.add("gaps", all);
        }
    }

    /** @param budgets those that could not be checked: in the report if there are any */
    public static void addNotChecked(List<NotChecked> budgets, JsonObject to) {
        if (!budgets.isEmpty()) {
            JsonArray all = new JsonArray();
            for (NotChecked one : budgets) {
                JsonObject object = new JsonObject();
                object.addProperty("budget", one.budget());
                object.addProperty("reason", one.reason());
                all.add(object);
            }
            to.add("notChecked", all);
        }
    }
}
