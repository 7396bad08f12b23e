/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.kept;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.Fit;
import org.hypertrace.core.clock.line.ClockPiece;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.hypertrace.core.clock.line.Ratio;
import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.file.Json;
import org.hypertrace.core.file.JsonPlace;
import org.hypertrace.core.file.WholeFile;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/**
 * A guest's clock on its host's as it is kept, with what it was found from. The file stands in the supplementary folder of the guest's trace:
 *
 * <pre>
 * { "version": 1, "guest": "1f…", "host": "a0…", "pieces": [ { "from": 0, "to": 30, "bounds": 4, "slope": "1/1", "begin": "207/2" } ],
 *   "fits": [ { "tied": true, "events": 30, "violations": 0, "worst": 0 } ], "vcpus": [ [ 0, 0 ] ] }
 * </pre>
 *
 * @param guest
 *            identifies the guest's recording by its contents
 * @param host
 *            identifies the recordings of the hosts that name the guest's, by their contents
 * @param clock
 *            the lines on the clock of the first host that it fits, exactly; null if it fits none, so that they need not be looked for again
 * @param vcpus
 *            of each processor of the guest the number of its vCPU, if the guest reports nothing by hypercall; else null
 * @param fits
 *            how well the guest's clock fits that of each of the hosts; none in a file of before that was kept, so that the clock is to be found anew
 */
public record KeptClock(String guest, String host, PiecewiseClock clock, Map<Integer, Integer> vcpus, List<Fit> fits) {

    /** The name of the file. */
    public static final String FILE_NAME = "hypertrace-clock.json";

    private static final int VERSION = 1;
    /** A clock that changes more often is of no use. */
    private static final int MOST_PIECES = 1000;
    private static final int MOST_CPUS = 1 << 16;
    /** Digits: far more than times in ns and their fractions need. */
    private static final MathContext DIGITS = new MathContext(50);
    private static final String HELP = " Delete it with Delete Supplementary Files… in the context menu of the trace, then Synchronize Guests.";

    /**
     * @param guest
     *            identifies the guest's recording
     * @param host
     *            identifies the hosts' recordings
     * @param qualities
     *            how the clocks fit, of each host that names the guest's trace; see {@link ClockQuality#deciding}
     * @return what is to be kept; a coarse offset is a line, too
     * @throws IOException
     *             if the clock changes too often; the message is one sentence for the user
     */
    public static KeptClock of(String guest, String host, List<ClockQuality> qualities) throws IOException {
        ClockQuality quality = ClockQuality.deciding(qualities);
        List<Fit> fits = qualities.stream().map(ClockQuality::fit).toList();
        if (quality.clock() != null) {
            return new KeptClock(guest, host, lines(quality.clock()), quality.isSource() ? quality.cpus() : null, fits);
        }
        return new KeptClock(guest, host, quality.conversion() == null ? null
                : new PiecewiseClock(List.of(new KeptPiece(0, 0, 1, Ratio.ONE, Ratio.of(quality.offset())))), null, fits);
    }

    /** The same of a clock that was found, of a guest that reports by hypercall. */
    public static KeptClock of(String guest, String host, PiecewiseClock clock, Fit fit) throws IOException {
        return new KeptClock(guest, host, lines(clock), null, List.of(fit));
    }

    private static PiecewiseClock lines(PiecewiseClock clock) throws IOException {
        if (clock.pieces().size() > MOST_PIECES) {
            throw new IOException("The guest's clock has " + clock.pieces().size() + " pieces; more than " + MOST_PIECES + " are not kept.");
        }
        return new PiecewiseClock(clock.pieces().stream().map(piece -> (ClockPiece) KeptPiece.of(piece)).toList());
    }

    /** @return how well it fits the host on whose clock it is */
    public Fit fit() {
        return fits.stream().filter(Fit::isTied).findFirst().orElse(fits.get(0));
    }

    /** @return whether one line is all: Trace Compass can keep that itself */
    public boolean isLine() {
        return clock != null && clock.pieces().size() == 1;
    }

    /** @return what shows the trace on the host's clock: for one line what Trace Compass can keep itself; null if there is none */
    public ITmfTimestampTransform transform() {
        if (clock == null || !isLine()) {
            return exactTransform();
        }
        ClockPiece line = clock.pieces().get(0);
        BigDecimal slope = decimal(line.slope());
        return slope.compareTo(BigDecimal.ONE) == 0 ? TimestampTransformFactory.createWithOffset(line.at(0))
                : TimestampTransformFactory.createLinear(slope, decimal(line.exact(0)));
    }

    /** @return what shows the trace on the host's clock, exactly; null if there is none */
    public GuestTransform exactTransform() {
        return clock == null ? null : new GuestTransform(clock, vcpus);
    }

    private static BigDecimal decimal(Ratio ratio) {
        return new BigDecimal(ratio.numerator()).divide(new BigDecimal(ratio.denominator()), DIGITS);
    }

    /**
     * @param trace
     *            a trace in a project; null for one that is in none
     * @return what is kept of it, null if nothing is
     * @throws IOException
     *             if the file is wrong; the message is for the user: one sentence, and one about what helps
     */
    public static KeptClock of(IResource trace) throws IOException {
        try {
            String folder = trace == null ? null : trace.getPersistentProperty(TmfCommonConstants.TRACE_SUPPLEMENTARY_FOLDER);
            return folder == null ? null : read(Path.of(folder, FILE_NAME));
        } catch (CoreException e) {
            // it is in no workspace any more
            return null;
        }
    }

    /**
     * @param file
     *            where it is kept; it need not exist
     * @return what is kept, null if nothing is
     * @throws IOException
     *             if the file is wrong; the message is for the user: one sentence, and one about what helps
     */
    public static KeptClock read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            return Json.read(InputFile.text(file), file, document -> {
                document.requireVersion(VERSION);
                List<ClockPiece> pieces = new ArrayList<>();
                for (JsonPlace place : document.need("pieces").list()) {
                    pieces.add(piece(place, pieces.isEmpty() ? Long.MIN_VALUE : pieces.get(pieces.size() - 1).to()));
                }
                return new KeptClock(document.need("guest").text(), document.need("host").text(), pieces.isEmpty() ? null : new PiecewiseClock(pieces),
                        vcpus(document), fits(document));
            });
        } catch (IOException e) {
            throw new IOException(e.getMessage() + HELP, e);
        }
    }

    private static List<Fit> fits(JsonPlace.Keys document) throws JsonPlace.Wrong {
        List<Fit> fits = new ArrayList<>();
        for (JsonPlace place : document.get("fits") == null ? List.<JsonPlace>of() : document.get("fits").list()) {
            fits.add(fit(place.object()));
        }
        return fits;
    }

    private static Fit fit(JsonPlace.Keys keys) throws JsonPlace.Wrong {
        long events = keys.need("events").number(0, Long.MAX_VALUE);
        return new Fit(keys.need("tied").bool(), events, keys.need("violations").number(0, events), keys.need("worst").number(0, Long.MAX_VALUE));
    }

    private static Map<Integer, Integer> vcpus(JsonPlace.Keys document) throws JsonPlace.Wrong {
        if (document.get("vcpus") == null) {
            return null;
        }
        Map<Integer, Integer> numbers = new TreeMap<>();
        for (JsonPlace place : document.get("vcpus").list()) {
            List<JsonPlace> pair = place.list();
            if (pair.size() != 2) {
                throw place.wrong("must be a processor and its vCPU, such as [0, 0]");
            }
            numbers.put((int) pair.get(0).number(0, MOST_CPUS), (int) pair.get(1).number(0, MOST_CPUS));
        }
        return numbers;
    }

    private static KeptPiece piece(JsonPlace place, long after) throws JsonPlace.Wrong {
        JsonPlace.Keys keys = place.object();
        long from = keys.need("from").number(after, Long.MAX_VALUE);
        long to = keys.need("to").number(from, Long.MAX_VALUE);
        return new KeptPiece(from, to, keys.need("bounds").number(1, Long.MAX_VALUE), ratio(keys.need("slope")), ratio(keys.need("begin")));
    }

    private static Ratio ratio(JsonPlace place) throws JsonPlace.Wrong {
        try {
            return Ratio.parse(place.text());
        } catch (NumberFormatException e) {
            throw place.wrong("must be a fraction, such as \"6/5\"");
        }
    }

    /**
     * @param file
     *            where it is to be kept; it is whole, or as it was before
     * @throws IOException
     *             if that is not possible; the message is one sentence for the user
     */
    public void write(Path file) throws IOException {
        JsonObject document = new JsonObject();
        document.addProperty("version", VERSION);
        document.addProperty("guest", guest);
        document.addProperty("host", host);
        JsonArray pieces = new JsonArray();
        for (ClockPiece piece : clock == null ? List.<ClockPiece>of() : clock.pieces()) {
            JsonObject line = new JsonObject();
            line.addProperty("from", piece.from());
            line.addProperty("to", piece.to());
            line.addProperty("bounds", piece.bounds());
            line.addProperty("slope", piece.slope().toString());
            line.addProperty("begin", piece.exact(piece.from()).toString());
            pieces.add(line);
        }
        document.add("pieces", pieces);
        JsonArray all = new JsonArray();
        for (Fit fit : fits) {
            JsonObject figures = new JsonObject();
            figures.addProperty("tied", fit.isTied());
            figures.addProperty("events", fit.events());
            figures.addProperty("violations", fit.violations());
            figures.addProperty("worst", fit.worst());
            all.add(figures);
        }
        document.add("fits", all);
        if (vcpus != null) {
            JsonArray numbers = new JsonArray();
            vcpus.forEach((cpu, number) -> {
                JsonArray pair = new JsonArray();
                pair.add(cpu);
                pair.add(number);
                numbers.add(pair);
            });
            document.add("vcpus", numbers);
        }
        try (WholeFile whole = new WholeFile(file)) {
            whole.out().append(new GsonBuilder().setPrettyPrinting().create().toJson(document)).append('\n');
            whole.finish();
        } catch (IOException e) {
            throw new IOException("Cannot write " + file + ": " + IoReason.of(e) + '.', e);
        }
    }
}
