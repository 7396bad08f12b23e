/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import org.hypertrace.core.compare.Ratio;
import org.hypertrace.core.compare.RatioWords;
import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Sentence;

/** The columns that each comparison has: speed-up, gain and saving, what a row contributes to the difference of the whole. */
public final class SpeedUpColumns {

    private SpeedUpColumns() {
    }

    /**
     * @param <R>
     *            what the rows are of
     * @param speedUp
     *            of a row
     * @param a
     *            its time in A, made comparable; ns, less than 0 if that is not known
     * @param b
     *            its time in B
     * @return speed-up with its interval, gain, saving, for people by {@link RatioWords}; for programs behind all other columns
     */
    public static <R> List<Column<R>> of(Function<R, SpeedUp> speedUp, ToLongFunction<R> a, ToLongFunction<R> b) {
        Function<R, String> presence = row -> a.applyAsLong(row) < 0 || b.applyAsLong(row) < 0 ? ""
                : RatioWords.presence(a.applyAsLong(row), b.applyAsLong(row));
        List<Column<R>> columns = new ArrayList<>();
        columns.add(new Column<R>("speed-up", "speed-up", row -> presence.apply(row).isEmpty() ? words(speedUp.apply(row)) : presence.apply(row),
                row -> of(speedUp.apply(row).ratio(), Ratio::value)).later());
        columns.add(Column.<R> id("speed-up low", row -> of(speedUp.apply(row).low(), Ratio::value)).later());
        columns.add(Column.<R> id("speed-up high", row -> of(speedUp.apply(row).high(), Ratio::value)).later());
        columns.add(percent("gain", speedUp, presence, RatioWords::gain, Ratio::gain));
        columns.add(percent("saving", speedUp, presence, RatioWords::saving, Ratio::saving));
        return columns;
    }

    private static <R> Column<R> percent(String name, Function<R, SpeedUp> speedUp, Function<R, String> presence, Function<Ratio, ?> words,
            ToDoubleFunction<Ratio> figure) {
        return new Column<R>(name, name, row -> speedUp.apply(row).isKnown() && presence.apply(row).isEmpty() ? words.apply(speedUp.apply(row).ratio())
                : "", row -> of(speedUp.apply(row).ratio(), figure)).later();
    }

    private static Object of(Ratio ratio, ToDoubleFunction<Ratio> figure) {
        return ratio == null ? "" : Amount.number(figure.applyAsDouble(ratio));
    }

    private static String words(SpeedUp speedUp) {
        return !speedUp.isKnown() ? "" : RatioWords.speedUp(speedUp.ratio()) + interval(speedUp, RatioWords::speedUp);
    }

    private static String interval(SpeedUp speedUp, Function<Ratio, ?> figure) {
        return !speedUp.hasInterval() ? "" : " [" + figure.apply(speedUp.low()) + ", " + figure.apply(speedUp.high()) + ']';
    }

    /**
     * @param <R>
     *            what the rows are of
     * @param contribution
     *            how much a row contributes to what B takes less, ns or a rate; an empty text if that is not known
     * @param share
     *            of the difference of the whole; NaN if not known
     * @return both; for programs behind all other columns
     */
    public static <R> List<Column<R>> contribution(Function<R, ?> contribution, ToDoubleFunction<R> share) {
        return List.of(Column.<R> id("contribution", contribution).later(), new Column<R>("share of difference", "of the difference",
                row -> Amount.share(share.applyAsDouble(row)), row -> Amount.share(share.applyAsDouble(row))).later());
    }

    /**
     * @param <R>
     *            what the rows are of
     * @param speedUp
     *            of a row
     * @param corrected
     *            its chance corrected for all rows; NaN if not known
     * @return both chances, the second one for programs; behind all other columns
     */
    public static <R> List<Column<R>> chances(Function<R, SpeedUp> speedUp, ToDoubleFunction<R> corrected) {
        return List.of(Column.<R> of("chance", "chance", row -> chance(speedUp.apply(row).chance())).later(),
                Column.<R> id("corrected chance", row -> chance(corrected.applyAsDouble(row))).later());
    }

    private static Object chance(double chance) {
        return Double.isNaN(chance) ? "" : Amount.number(chance);
    }

    /**
     * @param name
     *            A or B
     * @param recordings
     *            how many it is
     * @param measure
     *            of the one that stands for all
     * @param trace
     *            the one
     * @return why its figures are those of one recording; none if there is only one
     */
    public static List<Sentence> repetitions(String name, int recordings, String measure, String trace) {
        return recordings == 1 ? List.of() : List.of(Sentence.plain(name + " is " + recordings + " recordings; the figures are of the one whose "
                + measure + " is the median, " + trace + '.'));
    }

    /**
     * @param speedUp
     *            of a row or of the whole
     * @return what stands beside it for a test framework; more can be added
     */
    public static Map<String, Object> about(SpeedUp speedUp) {
        Map<String, Object> about = new LinkedHashMap<>();
        if (speedUp.hasInterval()) {
            about.put("low", speedUp.low().value());
            about.put("high", speedUp.high().value());
        }
        if (!Double.isNaN(speedUp.chance())) {
            about.put("chance", speedUp.chance());
        }
        return about;
    }

    /**
     * @param speedUp
     *            of the whole; known
     * @return it in words: all three ways to write it, and what is known of chance
     */
    public static Sentence sentence(SpeedUp speedUp) {
        return Sentence.plain("Speed-up of B ", words(speedUp),
                ", gain ", RatioWords.gain(speedUp.ratio()), interval(speedUp, RatioWords::gain),
                ", saving ", RatioWords.saving(speedUp.ratio()), interval(speedUp, RatioWords::saving),
                Double.isNaN(speedUp.chance()) ? ": not enough repetitions to exclude chance."
                        : (speedUp.isSignificant() ? ": significant" : ": not significant") + ", chance " + RatioWords.decimals(speedUp.chance()) + '.');
    }
}
