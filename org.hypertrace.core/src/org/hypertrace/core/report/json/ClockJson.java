/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.List;
import java.util.Locale;

import org.hypertrace.core.clock.line.ClockLine;
import org.hypertrace.core.clock.line.ClockPiece;
import org.hypertrace.core.clock.line.Ratio;
import org.hypertrace.core.clock.line.Residual;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.TscClock;
import org.hypertrace.core.clock.Violations;
import org.hypertrace.core.clock.read.GuestTraceClocks.Tied;
import org.hypertrace.core.clock.read.RingTied;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** How clocks of guests and of their rings were put on their hosts', as JSON. */
final class ClockJson {

    private ClockJson() {
    }

    static void add(List<Tied> clocks, List<RingTied> rings, JsonObject to) {
        if (!clocks.isEmpty() || !rings.isEmpty()) {
            JsonArray array = new JsonArray();
            clocks.forEach(tied -> array.add(of(tied)));
            rings.forEach(tied -> array.add(of(tied)));
            to.add("clocks", array);
        }
    }

    private static JsonObject of(RingTied tied) {
        TscClock clock = tied.clock();
        JsonObject object = new JsonObject();
        object.addProperty("vm", tied.vm().label());
        object.addProperty("of", "ring");
        object.addProperty("trace", tied.path());
        object.addProperty("method", clock.method().label());
        if (clock.isFailed()) {
            object.addProperty("failed", true);
        }
        object.addProperty("tscKhz", clock.khz());
        JsonArray pieces = new JsonArray();
        clock.lines().forEach(line -> line.pieces().forEach(piece -> pieces.add(ringPiece(piece, clock.nsPerTick(), true))));
        if (clock.byRecords() != null) {
            clock.byRecords().clock().pieces().forEach(piece -> pieces.add(ringPiece(piece, clock.nsPerTick(), false)));
        }
        object.add("pieces", pieces);
        object.addProperty("guestEvents", clock.outside().events());
        object.addProperty("matched", clock.matched() + (clock.byRecords() == null ? 0 : clock.byRecords().matched()));
        JsonObject violations = new JsonObject();
        violations.add("synchronized", violations(clock.outside(), true));
        object.add("violations", violations);
        return object;
    }

    /** A line of ticks, or of ns at the rate that the rings report. */
    private static JsonObject ringPiece(ClockPiece piece, Ratio nsPerTick, boolean ofTicks) {
        JsonObject object = new JsonObject();
        object.addProperty("begin", piece.at(piece.from()));
        object.addProperty("end", piece.at(piece.to()));
        if (ofTicks) {
            object.addProperty("tsc", piece.from());
        }
        object.addProperty("bounds", piece.bounds());
        object.addProperty("slope", (ofTicks ? piece.slope() : piece.slope().times(nsPerTick)).toString());
        if (piece instanceof ClockLine line) {
            Ratio reported = ofTicks ? nsPerTick.inverse() : Ratio.ONE;
            lineFigures(line, line.flattest().times(reported), line.steepest().times(reported), object);
        }
        return object;
    }

    private static JsonObject of(Tied tied) {
        ClockQuality quality = tied.quality();
        JsonObject object = new JsonObject();
        object.addProperty("vm", tied.vm().label());
        object.addProperty("of", "guestTrace");
        object.addProperty("trace", tied.path());
        object.addProperty("method", quality.method().name().toLowerCase(Locale.ROOT));
        if (quality.order() != null) {
            object.addProperty("order", switch (quality.order()) {
            case STAMP_FIRST -> "stampFirst";
            case HYPERCALL_FIRST -> "hypercallFirst";
            case EITHER -> "either";
            });
        }
        object.addProperty("coarseOffset", quality.offset());
        JsonArray pieces = new JsonArray();
        if (quality.isTied()) {
            quality.clock().pieces().forEach(piece -> pieces.add(piece(piece)));
            object.addProperty("poor", quality.clock().isPoor());
        }
        object.add("pieces", pieces);
        object.addProperty("guestEvents", quality.guestEvents());
        object.addProperty("streamEvents", quality.hypercalls());
        object.addProperty("matched", quality.matched());
        object.addProperty("crossed", quality.crossed());
        JsonObject violations = new JsonObject();
        violations.add("recorded", violations(quality.recorded(), false));
        violations.add("coarse", violations(quality.coarse(), false));
        violations.add("synchronized", violations(quality.joined(), true));
        object.add("violations", violations);
        if (quality.delays() != null) {
            JsonObject delays = new JsonObject();
            delays.addProperty("min", quality.delays().min());
            delays.addProperty("p50", quality.delays().p50());
            delays.addProperty("p90", quality.delays().p90());
            delays.addProperty("p99", quality.delays().p99());
            delays.addProperty("max", quality.delays().max());
            object.add("delays", delays);
        }
        if (quality.crossCheck() >= 0) {
            object.addProperty("crossCheck", quality.crossCheck());
        }
        JsonArray cpus = new JsonArray();
        for (int cpu : quality.cpus().values()) {
            cpus.add(cpu);
        }
        object.add("vcpus", cpus);
        return object;
    }

    private static JsonObject piece(ClockPiece piece) {
        JsonObject object = new JsonObject();
        object.addProperty("from", piece.from());
        object.addProperty("to", piece.to());
        object.addProperty("bounds", piece.bounds());
        object.addProperty("slope", piece.slope().toString());
        object.addProperty("offset", piece.at(piece.from()) - piece.from());
        if (piece instanceof ClockLine line) {
            JsonArray slopes = new JsonArray();
            slopes.add(line.flattest().toString());
            slopes.add(line.steepest().toString());
            object.add("slopes", slopes);
            lineFigures(line, line.flattest(), line.steepest(), object);
        }
        return object;
    }

    /** The slopes are by the rate that is expected: 1 if the clocks advance alike. */
    private static void lineFigures(ClockLine line, Ratio flattest, Ratio steepest, JsonObject object) {
        JsonArray drift = new JsonArray();
        drift.add(flattest.ppm());
        drift.add(steepest.ppm());
        object.add("driftPpm", drift);
        JsonObject uncertainty = new JsonObject();
        uncertainty.addProperty("begin", line.uncertainty(line.from()));
        uncertainty.addProperty("middle", line.uncertainty(line.from() + (line.to() - line.from()) / 2));
        uncertainty.addProperty("end", line.uncertainty(line.to()));
        object.add("uncertainty", uncertainty);
        JsonObject residuals = new JsonObject();
        residuals.add("below", residuals(line.below()));
        residuals.add("above", residuals(line.above()));
        object.add("residuals", residuals);
    }

    private static JsonArray residuals(List<Residual> residuals) {
        JsonArray array = new JsonArray();
        for (Residual residual : residuals) {
            JsonArray pair = new JsonArray();
            pair.add(residual.reading());
            pair.add(residual.ns());
            array.add(pair);
        }
        return array;
    }

    private static JsonObject violations(Violations violations, boolean withEvents) {
        JsonObject object = new JsonObject();
        object.addProperty("count", violations.count());
        object.addProperty("worst", violations.worst());
        object.addProperty("beyond", violations.beyond());
        if (withEvents && !violations.known().isEmpty()) {
            object.add("events", residuals(violations.known()));
        }
        return object;
    }
}
