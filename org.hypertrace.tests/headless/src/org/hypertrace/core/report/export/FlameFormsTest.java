/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.report.render.FlameSvg;
import org.hypertrace.core.stack.flame.FlameDifference;
import org.hypertrace.core.stack.flame.FlameForest;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameLayout;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Test;

/** Trees as pictures and as lines: what is where, and that no name breaks them. */
class FlameFormsTest {

    private static final String BEFORE = """
            0 sh begins
            0 sh a
            40 sh b
            60 sh -
            100 sh -
            200 sh ends
            """;

    private final FlameLabels fLabels = new FlameLabels();

    private FlameTree tree(String story, String nameOfB) {
        StackText text = new StackText();
        FlameForest forest = new FlameForest(0, Long.MAX_VALUE);
        text.report(forest, story);
        return fLabels.named(forest.tree(forest.tree(), thread -> true),
                frame -> text.text(frame).equals("b") ? nameOfB : text.text(frame));
    }

    private static String folded(FlameTree tree, FlameLabels labels) throws IOException {
        StringWriter out = new StringWriter();
        FoldedStacks.write(tree, labels, out);
        return out.toString();
    }

    @Test
    void linesHaveOwnTimes() throws IOException {
        assertEquals("a 80\na;b 20\n", folded(tree(BEFORE, "b"), fLabels));
    }

    @Test
    void noNameBreaksALine() throws IOException {
        assertEquals("a 80\na;x:y z 20\n", folded(tree(BEFORE, "x;y\nz"), fLabels));
    }

    @Test
    void aFrameWithoutANameIsOneToo() throws IOException {
        FlameTree tree = tree(BEFORE, "b");
        FlameLabels labels = new FlameLabels();
        assertEquals(" 80\n; 20\n", folded(labels.named(tree, frame -> ""), labels));
    }

    @Test
    void noNameBreaksAPicture() throws Exception {
        String svg = FlameSvg.file(Flame.of(tree(BEFORE, "]]></title><script>\u0001&\"'"), fLabels, "<all>", 100));
        DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertFalse(svg.contains("<script>"));
    }

    @Test
    void aFrameStandsOnItsCaller() {
        String svg = FlameSvg.file(Flame.of(tree(BEFORE, "b"), fLabels, "all", 100));
        assertEquals("0 200 0", box(svg, "all"));
        assertEquals("0 100 1", box(svg, "a"));
        assertEquals("0 20 2", box(svg, "b"));
        assertTrue(svg.contains("<title>a\n100 ns, 50.00 %; own 80 ns, 1 time</title>\n"), svg);
    }

    /** Frames of like colours are separated; none vanishes in the gap behind it. */
    @Test
    void paperIsBetweenFrames() {
        String svg = FlameSvg.file(Flame.of(tree(BEFORE, "b"), fLabels, "all", 100));
        Matcher box = Pattern.compile("data-w=\"(\\d+)\".*?<rect x=\"[\\d.]+\" y=\"\\d+\" width=\"([\\d.]+)\" height=\"16\"",
                Pattern.DOTALL).matcher(svg);
        int boxes = 0;
        for (; box.find(); boxes++) {
            assertEquals(1140.0 * Long.parseLong(box.group(1)) / 200 - 1, Double.parseDouble(box.group(2)), 0.01);
        }
        assertEquals(3, boxes, svg);
        assertEquals("0.3 0.5 0.5 2.0", FlameLayout.visible(0.3) + " " + FlameLayout.visible(0.7) + ' ' + FlameLayout.visible(1.2) + ' '
                + FlameLayout.visible(3));
    }

    /** Where it begins, how long and how deep it is. */
    private static String box(String svg, String name) {
        Matcher box = Pattern.compile("data-x=\"(\\d+)\" data-w=\"(\\d+)\" data-d=\"(\\d+)\"><title>" + name + "\n").matcher(svg);
        assertTrue(box.find(), svg);
        return box.group(1) + ' ' + box.group(2) + ' ' + box.group(3);
    }

    @Test
    void onlyTheWidestAreDrawn() {
        assertEquals(2, FlameSvg.file(Flame.of(tree(BEFORE, "b"), fLabels, "all", 2)).split("<g ", -1).length - 1);
    }

    @Test
    void slowerIsRedAndFasterIsBlue() {
        FlameTree after = tree("""
                0 sh begins
                0 sh a
                10 sh b
                90 sh -
                100 sh -
                200 sh ends
                """, "b");
        FlameDifference difference = FlameDifference.of(tree(BEFORE, "b"), after);
        String svg = FlameSvg.file(Flame.of(difference, FlameDifference.Norm.NONE, fLabels, "all", 100));
        assertTrue(svg.matches("(?s).*<title>a\n[^<]*</title>\n<rect [^>]*fill=\"#4141f0\".*"), svg);
        assertTrue(svg.matches("(?s).*<title>b\n[^<]*before 20 ns, 1 time; after \\+300.0 %</title>\n<rect [^>]*fill=\"#f04141\".*"),
                svg);
    }
}
