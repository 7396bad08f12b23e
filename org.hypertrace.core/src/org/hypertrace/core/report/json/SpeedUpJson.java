/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.List;
import java.util.function.Function;

import org.hypertrace.core.compare.Ratio;
import org.hypertrace.core.compare.SpeedUp;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** What every comparison of A and B has: VMs side by side, and how much faster B is in a row. What is not known is absent. */
public final class SpeedUpJson {

    private SpeedUpJson() {
    }

    /**
     * Adds speed-up, gain, saving, interval and chance.
     *
     * @param speedUp
     *            of a row
     * @param to
     *            gets what is known of it
     */
    public static void add(SpeedUp speedUp, JsonObject to) {
        if (speedUp.isKnown()) {
            to.addProperty("speedUp", speedUp.ratio().value());
            to.addProperty("gain", speedUp.ratio().gain());
            to.addProperty("saving", speedUp.ratio().saving());
        }
        if (speedUp.hasInterval()) {
            JsonArray interval = new JsonArray();
            for (Ratio end : new Ratio[] { speedUp.low(), speedUp.high() }) {
                interval.add(end.value());
            }
            to.add("interval", interval);
        }
        if (!Double.isNaN(speedUp.chance())) {
            to.addProperty("chance", speedUp.chance());
        }
    }

    /**
     * Adds the same, and the chance as it is among several questions.
     *
     * @param speedUp
     *            of a row
     * @param corrected
     *            its chance corrected for all rows; NaN if it is not known
     * @param to
     *            gets what is known of it
     */
    public static void add(SpeedUp speedUp, double corrected, JsonObject to) {
        add(speedUp, to);
        if (!Double.isNaN(corrected)) {
            to.addProperty("correctedChance", corrected);
        }
    }

    /**
     * Adds what the row contributes to the difference of the whole.
     *
     * @param share
     *            of that difference; NaN if it is not known
     * @param to
     *            gets it
     */
    public static void share(double share, JsonObject to) {
        if (!Double.isNaN(share)) {
            to.addProperty("share", share);
        }
    }

    /**
     * Adds VMs side by side.
     *
     * @param <P>
     *            two VMs
     * @param pairs
     *            VMs that belong together
     * @param pair
     *            such a pair as JSON
     * @param unmatched
     *            which VMs are only in A or B, a clause each
     * @param to
     *            gets them
     */
    public static <P> void pairs(List<P> pairs, Function<P, JsonObject> pair, List<String> unmatched, JsonObject to) {
        to.add("pairs", array(pairs, pair));
        JsonArray only = new JsonArray();
        unmatched.forEach(only::add);
        to.add("unmatched", only);
    }

    /**
     * @param <R>
     *            what a row is of
     * @param rows
     *            any
     * @param row
     *            such a row as JSON
     * @return all of them
     */
    public static <R> JsonArray array(List<R> rows, Function<R, JsonObject> row) {
        JsonArray array = new JsonArray();
        rows.forEach(one -> array.add(row.apply(one)));
        return array;
    }
}
