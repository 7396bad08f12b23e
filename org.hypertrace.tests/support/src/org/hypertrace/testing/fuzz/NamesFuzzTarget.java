/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.report.export.ChromeTrace;
import org.hypertrace.core.report.export.FoldedStacks;
import org.hypertrace.core.report.render.FlameSvg;
import org.hypertrace.core.stack.flame.FlameForest;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.core.untrusted.TextLimit;
import org.hypertrace.testing.story.HostileNames;
import org.hypertrace.testing.story.StackText;
import org.jsoup.Jsoup;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;

/**
 * A name that somebody chose, in UTF-8, or in UTF-16 after a byte order mark, which has unpaired surrogates: in what is shown,
 * kept and written. Parsers of others find in a picture, lines and JSON what they find for a harmless name.
 */
public final class NamesFuzzTarget {

    private static final String STORY = "0 sh begins\n0 sh a\n40 sh b\n60 sh -\n100 sh -\n200 sh ends\n";
    private static final String HARMLESS = "name";

    private NamesFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        boolean isWide = data.length > 1 && data[0] == (byte) 0xfe && data[1] == (byte) 0xff;
        String name = new String(data, isWide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8);
        String line = PlainText.line(name);
        check(line.codePoints().noneMatch(HostileNames::isHarmful), "harmful characters are shown");
        check(PlainText.line(line).equals(line), "what is plain is changed");
        for (TextLimit limit : TextLimit.values()) {
            clipped(name, limit);
        }
        try {
            FlameTree tree = tree();
            FlameLabels labels = new FlameLabels();
            FlameTree named = labels.named(tree, frame -> name);
            FlameLabels harmless = new FlameLabels();
            FlameTree other = harmless.named(tree, frame -> HARMLESS);
            String svg = FlameSvg.file(Flame.of(named, labels, name, 100));
            check(elements(svg).equals(elements(FlameSvg.file(Flame.of(other, harmless, HARMLESS, 100)))), svg);
            check(Jsoup.parse(svg).select("script, a, img, iframe").isEmpty(), svg);
            check(shape(named, labels).equals(shape(other, harmless)), "a name makes lines");
            check(rowName(name).equals(line), "JSON has another name");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void clipped(String name, TextLimit limit) {
        String clipped = limit.clip(name);
        byte[] bytes = clipped.getBytes(StandardCharsets.UTF_8);
        check(bytes.length <= limit.bytes(), limit + " is exceeded");
        check(new String(bytes, StandardCharsets.UTF_8).equals(clipped), "UTF-8 cannot have a clipped name");
        check(limit.clip(clipped).equals(clipped), "a clipped name is clipped again");
    }

    private static FlameTree tree() {
        FlameForest forest = new FlameForest(0, Long.MAX_VALUE);
        new StackText().report(forest, STORY);
        return forest.tree(forest.tree(), thread -> true);
    }

    /** The names of a picture's elements, in their order. */
    private static List<String> elements(String svg) throws IOException {
        try {
            NodeList all = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg))).getElementsByTagName("*");
            return IntStream.range(0, all.getLength()).mapToObj(i -> all.item(i).getNodeName()).toList();
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalStateException(svg, e);
        }
    }

    /** Of folded stacks, how many frames and which time each line has. */
    private static List<String> shape(FlameTree tree, FlameLabels labels) throws IOException {
        StringWriter out = new StringWriter();
        FoldedStacks.write(tree, labels, out);
        return out.toString().lines().map(line -> line.split(";", -1).length + line.substring(line.lastIndexOf(' '))).toList();
    }

    /** What a trace for a browser calls a row. */
    private static String rowName(String name) throws IOException {
        StackText text = new StackText();
        StringWriter out = new StringWriter();
        FrameNames names = new FrameNames((guest, nested) -> null);
        names.boots(null, null);
        ChromeTrace trace = new ChromeTrace(out, 0, 1000, names, Map.of(text.thread("sh"), new ChromeTrace.Row(1, name, 1, name)));
        text.report(trace, STORY);
        trace.end();
        JsonElement root = JsonParser.parseString(out.toString());
        JsonArray events = root.isJsonArray() ? root.getAsJsonArray() : root.getAsJsonObject().getAsJsonArray("traceEvents");
        for (JsonElement event : events) {
            if (event.getAsJsonObject().get("name") != null && event.getAsJsonObject().get("name").getAsString().equals("thread_name")) {
                return event.getAsJsonObject().getAsJsonObject("args").get("name").getAsString();
            }
        }
        throw new IllegalStateException("no row has a name: " + out);
    }
}
