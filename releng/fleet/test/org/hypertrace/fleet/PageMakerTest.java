/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.report.render.HtmlPage;
import org.hypertrace.core.report.render.TextPage;
import org.junit.jupiter.api.Test;

/** The page begins with its answers; what is many is folded. */
class PageMakerTest {

    private static final Group.Key HOST = new Group.Key("host-state", "web", "preempted", "boot");
    private static final Group.Key INITCALL = new Group.Key("initcall", "web", "net_init", "device");
    private static final Group.Key LEVEL = new Group.Key("level", "web", "device", "boot");
    private static final Group.Key BOOT = new Group.Key("boot", "web", "boot", "");
    private static final Map<String, Map<String, Long>> COUNTS = Map.of("build", new java.util.TreeMap<>(Map.of("base", 100L, "busy", 100L, "few", 3L, "none", 100L, "slow", 100L)));
    private static final Map<String, String> REFERENCES = Map.of("build", "base");

    private static Difference difference(String of, Group.Key key, double reference, double change, Group.Key causeOf) {
        return new Difference(key, "build", new Group.Compared(of, "base", 100, reference, change, 1e-9, 1, change, change), 1e-6, "", causeOf);
    }

    /** 20 recordings that take 100 to 119 ms, and some that take longer. */
    private static Group group(Group.Key key, Map<String, Long> more) {
        List<Group.Value> values = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            values.add(new Group.Value(Group.ALL, "/in/" + i, i % 7, 1_000_000L * (100 + i)));
        }
        more.forEach((recording, ns) -> values.add(new Group.Value(Group.ALL, recording, 3, ns)));
        return Group.of(key, Group.ALL, Group.ALL, values);
    }

    private static String answers(PageMaker page) {
        String text = TextPage.of(page.page(), false);
        return text.substring(0, text.indexOf("\n\n"));
    }

    @Test
    void theAnswersAreFirst() {
        List<Group> groups = List.of(group(BOOT, Map.of("/in/far", 2_000_000_000L)), group(LEVEL, Map.of("/in/far", 1_500_000_000L, "/in/other", 900_000_000L)),
                group(INITCALL, Map.of("/in/far", 1_400_000_000L)));
        PageMaker page = new PageMaker(groups)
                .differences(List.of(difference("busy", HOST, 50e6, 25e6, null), difference("busy", LEVEL, 50e6, 25e6, HOST), difference("busy", BOOT, 200e6, 25e6, HOST),
                        difference("slow", INITCALL, 20e6, -5e6, null)), COUNTS, REFERENCES)
                .shares(List.of(new Share(BOOT, 1, 9, 4), new Share(new Group.Key("level", "", "subsys", "boot"), 0.7, 0, 4), // not in the slowest boots
                        new Share(LEVEL, 0.614, 9, 4), new Share(new Group.Key("level", "", "late", "boot"), 0.5, 9, 4),
                        new Share(HOST, 0.3, 9, 4), new Share(INITCALL, 0.25, 9, 4)))
                .outliers(groups).trend(groups).recordings(406, 400, 6, COUNTS, REFERENCES);
        assertEquals("""
                build busy: host state preempted takes 25.0 ms (50.0 %) more than with base.
                build slow: initcall net_init takes 5.00 ms (25.0 %) less than with base.
                Nothing differs by more than chance with build none.
                Slow boots take longer in level device (61 % of the variance), initcall net_init (25 %), host state preempted (30 %).
                Farthest from the others: boot took 2.00 s, the median is 110 ms.
                Open it: `releng/hypertrace open /in/far` (1 more stand under Outliers)
                6 of 406 recordings have problems, which stand under Problems.""", answers(page));
        String html = HtmlPage.of(page.page());
        // in the order of the questions; consequences are folded
        List<String> order = List.of("<h2>What differs between labels", "<details><summary>build busy, host state preempted: what contains it or was hit by it (2)",
                "<h2>What makes slow boots slow", "<h2>Outliers", "<h2>Trend", "<h2>Recordings");
        List<Integer> at = order.stream().map(html::indexOf).toList();
        assertEquals(at.stream().sorted().toList(), at);
        assertTrue(at.get(0) > 0, at.toString());
        assertTrue(html.contains("level device, initcall net_init"), html);
    }

    @Test
    void whatIsMissingIsNamed() {
        List<Group> groups = List.of(group(BOOT, Map.of()));
        PageMaker page = new PageMaker(groups).differences(List.of(), Map.of(), Map.of()).shares(List.of()).outliers(groups).trend(groups).recordings(20, 20, 0, Map.of(), Map.of());
        assertEquals("""
                No recording has a label, so nothing is compared; --pattern and --labels give them labels.
                No recording is far from the others.""", answers(page));
        assertEquals("Nothing differs between labels by more than chance.", answers(new PageMaker(groups).differences(List.of(), COUNTS, REFERENCES)));
    }

    @Test
    void manyDifferencesAreCounted() {
        List<Difference> all = List.of("a", "b", "c", "d", "e").stream().map(of -> difference(of, BOOT, 100e6, 1e6, null)).toList();
        String answers = answers(new PageMaker(List.of()).differences(all, COUNTS, REFERENCES));
        assertTrue(answers.endsWith("Nothing differs by more than chance with build busy, build none, build slow. There are differences of 2 more values."), answers);
        assertEquals("a, b, c, d and 1 more", Answers.few(List.of("a", "b", "c", "d", "e")));
        assertEquals("a, b, c, d", Answers.few(List.of("a", "b", "c", "d")));
    }

    /** A VM of one name needs no name. */
    @Test
    void vmsHaveNamesIfThereAreSeveral() {
        List<Group> one = List.of(group(BOOT, Map.of()), group(LEVEL, Map.of()));
        List<Group> two = List.of(group(BOOT, Map.of()), group(new Group.Key("boot", "db", "boot", ""), Map.of()));
        assertFalse(HtmlPage.of(new PageMaker(one).distributions(one, Group.ALL).page()).contains("boot of web"));
        assertTrue(HtmlPage.of(new PageMaker(two).distributions(two, Group.ALL).page()).contains("boot of web"));
    }

    @Test
    void initcallsAreFolded() {
        List<Group> groups = List.of(group(BOOT, Map.of()), group(INITCALL, Map.of()));
        String html = HtmlPage.of(new PageMaker(groups).distributions(groups, Group.ALL).page());
        assertTrue(html.indexOf("<h2>Distribution of all recordings") < html.indexOf("<details><summary>Initcalls"), html);
        assertTrue(html.indexOf("initcall net_init") > html.indexOf("<details><summary>Initcalls"), html);
    }
}
