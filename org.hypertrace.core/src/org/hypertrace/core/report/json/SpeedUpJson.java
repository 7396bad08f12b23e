/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import org.hypertrace.core.compare.Ratio;
import org.hypertrace.core.compare.SpeedUp;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** How much faster B is, in a row of any comparison. What is not known is absent. */
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
}
