/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.view.Styles;

/**
 * A cell that is drawn: how much of what, in colours. Where nothing can be drawn it is words.
 *
 * @param form
 *            how it is drawn
 * @param pieces
 *            from left to right
 * @param whole
 *            what is as wide as the column, more than 0: 1 for shares, else ns or a number of things
 */
public record Bar(Form form, List<Piece> pieces, double whole) {

    /** How a bar is drawn. */
    public enum Form {
        /** One share, with its figure beside it. */
        SHARE,
        /** Pieces one after another from the left. */
        STACKED,
        /** The same, with their figures in columns of their own. */
        BESIDE_FIGURES,
        /** From the middle: to the right what is more, to the left what is less. */
        DIFFERENCE
    }

    /**
     * A coloured part.
     *
     * @param name
     *            for people
     * @param style
     *            its colour
     * @param amount
     *            how much, in the unit of the whole
     */
    public record Piece(String name, Styles style, Amount amount) {

        /** @return how much, in the unit of the whole */
        public double size() {
            return amount.kind() == Amount.Kind.SHARE || amount.kind() == Amount.Kind.NUMBER ? amount.ratio() : amount.number();
        }
    }

    /** A piece with less than so much of all of them has no words. */
    private static final double LEAST = 0.01;

    /**
     * @param style
     *            its colour
     * @param share
     *            of all
     * @return a bar of one share
     */
    public static Bar share(Styles style, Amount share) {
        return new Bar(Form.SHARE, List.of(new Piece(style.legend(), style, share)), 1);
    }

    /**
     * @param pieces
     *            from left to right, none below 0
     * @param whole
     *            what is as wide as the column
     * @return a bar of several pieces
     */
    public static Bar stacked(List<Piece> pieces, double whole) {
        return new Bar(Form.STACKED, pieces, Math.max(1, whole));
    }

    /**
     * @param pieces
     *            from left to right, none below 0; their figures are in other columns, which words would repeat
     * @param whole
     *            what is as wide as the column
     * @return a bar of several pieces
     */
    public static Bar besideFigures(List<Piece> pieces, double whole) {
        return new Bar(Form.BESIDE_FIGURES, pieces, Math.max(1, whole));
    }

    /**
     * @param pieces
     *            from the middle outwards, those below 0 to the left
     * @param most
     *            what is as wide as half the column
     * @return a bar of a difference
     */
    public static Bar difference(List<Piece> pieces, double most) {
        return new Bar(Form.DIFFERENCE, pieces, 2 * Math.max(1, most));
    }

    /**
     * @return in words: the share; what is stacked in percent, the greatest first; of a difference nothing, as its figures stand
     *         beside it
     */
    public String words() {
        return switch (form) {
        case SHARE -> pieces.get(0).amount().text();
        case STACKED -> {
            double all = pieces.stream().mapToDouble(Piece::size).sum();
            yield pieces.stream().filter(piece -> piece.size() > 0 && piece.size() >= LEAST * all)
                    .sorted(Comparator.comparingDouble(Piece::size).reversed())
                    .map(piece -> piece.name() + ' ' + Amount.share(piece.size() / all).percent(0))
                    .collect(Collectors.joining(", "));
        }
        case BESIDE_FIGURES, DIFFERENCE -> "";
        };
    }

    @Override
    public String toString() {
        return words();
    }
}
