/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.compare.RatioWords;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.stack.flame.FlameDifference;
import org.hypertrace.core.stack.flame.FlameLayout;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.view.FlameColours;
import org.hypertrace.core.view.Shades;

/**
 * A flame graph drawn as SVG. The root is below; a frame is on the one that called it and is as wide as its time. Frames of
 * one caller stand by their names, not by time.
 */
public final class FlameSvg {

    private static final String STYLE = """
            .flame text { font: 11px sans-serif; pointer-events: none } .flame g:hover rect { stroke: %s; stroke-width: 1 }
            """.formatted(Shades.POINTED_AT);
    /** What a page with flame graphs needs besides. */
    static final String PAGE_STYLE = STYLE + """
            .flame g { cursor: pointer } .flame g.found rect { fill: %s; stroke: %s } .flame g.found text { fill: %s }
            .flame g:focus { outline: none } .flame g:focus rect { stroke: var(--text); stroke-width: 2 }
            .search { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; margin: 8px 0 0 }
            .search input { width: 260px; max-width: 100%%; padding: 3px 6px; font: inherit } .search button { font: inherit }
            """.formatted(Shades.FOUND, Shades.FOUND_BORDER, Shades.text(Shades.FOUND));

    private static final int WIDTH = 1140;
    private static final int ROW = 17;
    private static final int TOP = 4;
    private static final double CHARACTER = 6.4;
    private static final int SHORTEST = 3;
    private static final int LONGEST = 300;

    private final Flame fFlame;
    private final FlameTree fTree;
    private final FlameLayout fLayout;
    private final FlameColours fColours;
    private final Elements fOut;
    private boolean fIsInPage;

    private FlameSvg(Flame flame, Elements out) {
        fFlame = flame;
        fTree = flame.tree();
        fLayout = new FlameLayout(fTree, flame.labels(), flame.most());
        fColours = flame.difference() == null ? null : FlameColours.of(flame.difference(), flame.norm(), fLayout);
        fOut = out;
    }

    /**
     * @param flame
     *            a flame graph
     * @return it as a file of its own
     */
    public static String file(Flame flame) {
        Elements out = Elements.xml();
        FlameSvg svg = new FlameSvg(flame, out);
        svg.open("xmlns", "http://www.w3.org/2000/svg");
        out.style(STYLE).empty("rect", "width", "100%", "height", "100%", "fill", Shades.PAPER);
        svg.boxes();
        return out.document();
    }

    /** In a page, with a field to search in it. */
    static void write(Flame flame, Elements out) {
        out.open("div", "class", "search").open("input", "type", "search", "placeholder", "Search frames", "aria-label", "Search frames")
                .element("span", "", "class", "found quiet", "role", "status").element("button", "Reset", "type", "button")
                .element("span", "A click on a frame or Enter zooms in, again or Escape back; arrow keys go to other frames.",
                "class", "quiet").close();
        FlameSvg svg = new FlameSvg(flame, out);
        svg.fIsInPage = true;
        out.open("div", "class", "wide");
        svg.open("role", "tree", "aria-label", "Flame graph of " + flame.title());
        svg.boxes();
        out.close();
    }

    private int height() {
        return TOP + (fLayout.depth() + 1) * ROW;
    }

    private void open(String... attributes) {
        List<String> all = new ArrayList<>(List.of(attributes));
        all.addAll(List.of("class", "flame", "viewBox", "0 0 " + WIDTH + ' ' + height(), "width", String.valueOf(WIDTH), "height",
                String.valueOf(height()), "data-row", String.valueOf(ROW), "data-gap", String.valueOf(FlameLayout.GAP)));
        fOut.open("svg", all.toArray(String[]::new));
    }

    private void boxes() {
        for (int i = 0; i < fLayout.size(); i++) {
            box(i, fLayout.node(i) == FlameTree.ROOT ? fFlame.title() : fFlame.labels().label(fTree.frame(fLayout.node(i))));
        }
        fOut.close();
    }

    private void box(int i, String label) {
        int node = fLayout.node(i);
        long whole = Math.max(1, fTree.wall(FlameTree.ROOT));
        double x = (double) fLayout.begin(i) / whole * WIDTH;
        double width = (double) fTree.wall(node) / whole * WIDTH;
        int y = height() - (fLayout.depth(i) + 1) * ROW;
        String colour = fColours == null ? FlameColours.of(fTree.frame(node), label, node == FlameTree.ROOT) : fColours.of(node);
        List<String> about = new ArrayList<>(List.of(cut(label, LONGEST + 1)));
        about.addAll(figures(node));
        int room = (int) ((width - 6) / CHARACTER);
        List<String> place = new ArrayList<>(List.of("data-x", String.valueOf(fLayout.begin(i)), "data-w", String.valueOf(fTree.wall(node)), "data-d",
                String.valueOf(fLayout.depth(i))));
        if (fIsInPage) {
            // one of them is reached by the Tab key, the others from there
            place.addAll(List.of("role", "treeitem", "aria-level", String.valueOf(fLayout.depth(i) + 1), "tabindex", i == 0 ? "0" : "-1"));
        }
        fOut.open("g", place.toArray(String[]::new))
                .lines("title", about)
                .empty("rect", "x", Elements.number(x), "y", String.valueOf(y), "width", Elements.number(FlameLayout.visible(width)), "height",
                        String.valueOf(ROW - FlameLayout.GAP), "rx", "1", "fill", colour)
                .element("text", room < SHORTEST ? "" : cut(label, room), "x", Elements.number(x + 3), "y", String.valueOf(y + 12), "fill",
                        Shades.text(colour))
                .close();
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + '…';
    }

    /** What a reader who points at a frame gets to know, in lines. */
    private List<String> figures(int node) {
        FlameDifference difference = fFlame.difference();
        Amount share = Amount.share(fTree.wall(node), fTree.wall(FlameTree.ROOT));
        StringBuilder first = new StringBuilder(Amount.ns(fTree.wall(node)).both() + ", " + share);
        if (fTree.self(node) != fTree.wall(node)) {
            first.append("; own " + Amount.ns(fTree.self(node)).both());
        }
        first.append(count(fTree.count(node), "time", "times")).append(count(fTree.exits(node), "exit", "exits"))
                .append(count(fTree.repaired(node), "repaired", "repaired"));
        List<String> lines = new ArrayList<>(List.of(first.toString()));
        if (fTree.reported(node) > 0) {
            lines.add("by the guest's own word " + Amount.ns(fTree.guest(node)).both() + " of "
                    + Amount.ns(fTree.reportedWall(node)).both());
        }
        if (difference != null) {
            long before = difference.wallBefore(node, fFlame.norm());
            lines.add("before " + Amount.ns(before).both() + (fFlame.norm() == FlameDifference.Norm.NONE ? "" : " (scaled from "
                    + Amount.ns(difference.before().wall(node)).both() + ')') + count(difference.before().count(node), "time", "times")
                    + after(RatioWords.change(before, fTree.wall(node))));
        }
        return lines;
    }

    private static String after(String change) {
        return change.isEmpty() ? "" : "; after " + change;
    }

    private static String count(long count, String one, String many) {
        return count > 0 ? ", " + count + ' ' + (count == 1 ? one : many) : "";
    }
}
