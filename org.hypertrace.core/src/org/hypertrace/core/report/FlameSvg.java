/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import static org.hypertrace.core.report.Html.escaped;
import static org.hypertrace.core.report.Html.number;

import java.util.Locale;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.stack.FlameColours;
import org.hypertrace.core.stack.FlameDifference;
import org.hypertrace.core.stack.FlameLabels;
import org.hypertrace.core.stack.FlameLayout;
import org.hypertrace.core.stack.FlameTree;

/**
 * A flame graph drawn as SVG: the root is below, a frame lies on the one that called it and is as wide as its time; frames of
 * one caller stand by their names, not by time.
 */
public final class FlameSvg {

    /** What scripts of a page find it by. */
    static final String STYLE = """
            .flame text { font: 11px sans-serif; pointer-events: none } .flame g:hover rect { stroke: #000; stroke-width: 1 }
            """;

    private static final int WIDTH = 1140;
    private static final int ROW = 17;
    private static final int TOP = 4;
    private static final double CHARACTER = 6.4;
    private static final int SHORTEST = 3;
    private static final int LONGEST = 300;

    private final FlameTree fTree;
    private final FlameLabels fLabels;
    private final FlameDifference fDifference;
    private final FlameDifference.Norm fNorm;
    private final FlameLayout fLayout;
    private final FlameColours fColours;
    private final StringBuilder fOut = new StringBuilder();

    private FlameSvg(FlameTree tree, FlameLabels labels, FlameDifference difference, FlameDifference.Norm norm, int most) {
        fTree = tree;
        fLabels = labels;
        fDifference = difference;
        fNorm = norm;
        fLayout = new FlameLayout(tree, labels, most);
        fColours = difference == null ? null : FlameColours.of(difference, norm, fLayout);
    }

    /**
     * @param tree
     *            named
     * @param labels
     *            of its frames
     * @param title
     *            what the root is called
     * @param most
     *            frames that are drawn
     * @return the picture, to be part of a page
     */
    public static String of(FlameTree tree, FlameLabels labels, String title, int most) {
        return new FlameSvg(tree, labels, null, null, most).write(title);
    }

    /**
     * The same of the later one of two trees, with what got slower in red and what got faster in blue.
     *
     * @param difference
     *            of named trees
     * @param norm
     *            what makes them comparable
     * @param labels
     *            of their frames
     * @param title
     *            what the root is called
     * @param most
     *            frames that are drawn
     * @return the picture, to be part of a page
     */
    public static String of(FlameDifference difference, FlameDifference.Norm norm, FlameLabels labels, String title, int most) {
        return new FlameSvg(difference.after(), labels, difference, norm, most).write(title);
    }

    /**
     * @param svg
     *            a picture
     * @return it as a file of its own
     */
    public static String file(String svg) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + svg.replaceFirst("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ")
                        .replaceFirst(">\n", ">\n<style>" + STYLE + "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    }

    private String write(String title) {
        int height = TOP + (fLayout.depth() + 1) * ROW;
        for (int i = 0; i < fLayout.size(); i++) {
            box(i, fLayout.node(i) == FlameTree.ROOT ? title : fLabels.label(fTree.frame(fLayout.node(i))), height);
        }
        return "<svg class=\"flame\" viewBox=\"0 0 " + WIDTH + ' ' + height + "\" width=\"" + WIDTH + "\" height=\"" + height
                + "\" data-row=\"" + ROW + "\">\n" + fOut + "</svg>\n";
    }

    private void box(int i, String label, int height) {
        int node = fLayout.node(i);
        long whole = Math.max(1, fTree.wall(FlameTree.ROOT));
        double x = (double) fLayout.begin(i) / whole * WIDTH;
        double width = (double) fTree.wall(node) / whole * WIDTH;
        int y = height - (fLayout.depth(i) + 1) * ROW;
        String name = escaped(label.length() > LONGEST ? label.substring(0, LONGEST) + '…' : label);
        String colour = fColours == null ? FlameColours.of(fTree.frame(node), label, node == FlameTree.ROOT)
                : fColours.of(node);
        fOut.append("<g data-x=\"" + fLayout.begin(i) + "\" data-w=\"" + fTree.wall(node) + "\" data-d=\"" + fLayout.depth(i) + "\">")
                .append("<title>" + name + '\n' + figures(node) + "</title>")
                .append("<rect x=\"" + number(x) + "\" y=\"" + y + "\" width=\"" + number(Math.max(0, width - 0.4)) + "\" height=\""
                        + (ROW - 1) + "\" rx=\"1\" fill=\"" + colour + "\"/>");
        int room = (int) ((width - 6) / CHARACTER);
        String text = room < SHORTEST ? "" : label.length() <= room ? label : label.substring(0, room - 1) + '…';
        fOut.append("<text x=\"" + number(x + 3) + "\" y=\"" + (y + 12) + "\" fill=\"" + FlameColours.text(colour) + "\">" + escaped(text)
                + "</text></g>\n");
    }

    private String figures(int node) {
        StringBuilder out = new StringBuilder(Amount.ns(fTree.wall(node)).both() + ", " + Amount.share(fTree.wall(node), fTree.wall(FlameTree.ROOT)));
        if (fTree.self(node) != fTree.wall(node)) {
            out.append("; own " + Amount.ns(fTree.self(node)).both());
        }
        count(out, fTree.count(node), "time", "times");
        count(out, fTree.exits(node), "exit", "exits");
        count(out, fTree.repaired(node), "repaired", "repaired");
        if (fTree.told(node) > 0) {
            out.append("\nby the guest's own word " + Amount.ns(fTree.guest(node)).both() + " of " + Amount.ns(fTree.toldWall(node)).both());
        }
        if (fDifference != null) {
            long before = fDifference.wallBefore(node, fNorm);
            out.append("\nbefore " + Amount.ns(before).both() + (fNorm == FlameDifference.Norm.NONE ? "" : " (scaled from "
                    + Amount.ns(fDifference.before().wall(node)).both() + ')'));
            count(out, fDifference.before().count(node), "time", "times");
            if (before > 0) {
                out.append(String.format(Locale.ROOT, "; after %+.1f %%", 100.0 * (fTree.wall(node) - before) / before));
            }
        }
        return out.toString();
    }

    private static void count(StringBuilder out, long count, String one, String many) {
        if (count > 0) {
            out.append(", " + count + ' ' + (count == 1 ? one : many));
        }
    }
}
