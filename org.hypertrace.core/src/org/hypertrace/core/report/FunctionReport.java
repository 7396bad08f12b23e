/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.FunctionFrequency;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.render.CsvTable;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** The functions that a boot called, in the forms of a {@link RunReport} of boots; nothing for a boot without function events. */
final class FunctionReport {

    private static final int TOP = 10;

    private FunctionReport() {
    }

    private static FunctionFrequency of(BootProfile profile) {
        return FunctionFrequency.of(profile.boot(), profile.symbols());
    }

    /**
     * @param without
     *            a filter of the user's, null if there is none
     * @param to
     *            gets lines for people
     */
    static void write(BootProfile profile, String without, Lines to) {
        FunctionFrequency frequency = of(profile);
        if (frequency.calls() > 0) {
            to.line("");
            to.line("      %d calls of %d functions; the most frequent:", frequency.calls(), frequency.functions().size());
            for (FunctionFrequency.Line line : frequency.functions().subList(0, Math.min(TOP, frequency.functions().size()))) {
                to.line("      %-28s %9d %9s %9s  self %s", line.name(), line.calls(), Amount.share(line.calls(), frequency.calls()),
                        Amount.share(line.before() + line.calls(), frequency.calls()), to.duration(line.self()));
            }
            saving(frequency, frequency.suggestion(), to);
            if (without != null) {
                saving(frequency, frequency.without(without), to);
            }
        }
    }

    private static void saving(FunctionFrequency frequency, FunctionFrequency.Saving saving, Lines to) {
        to.line("      leaving out %d functions saves %d calls (%s): notrace=%s", saving.functions(), saving.calls(),
                Amount.share(saving.calls(), frequency.calls()), saving.filter());
    }

    static void json(BootProfile profile, String without, JsonObject to) {
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

    static void csv(RunReport<BootProfile> report, CsvTable csv) throws IOException {
        csv.row("trace", "guest", "boot", "function", "address", "calls", "calls before", "total", "self");
        for (BootProfile boot : report.runs()) {
            for (FunctionFrequency.Line line : of(boot).functions()) {
                csv.row(boot.trace(), boot.boot().guest(), boot.boot().number(), line.name(),
                        "0x" + Long.toHexString(line.address()), line.calls(), line.before(), line.total(), line.self());
            }
        }
    }
}
