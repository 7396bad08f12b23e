/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.render.HtmlPage;
import org.hypertrace.core.report.render.TextPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** What is found in recordings that are made with known differences; what names, labels and budgets mean. */
class FiguresTest {

    @TempDir
    private Path fFolder;

    /** As Spark does it: every figure by the label. */
    private static List<Group> groups(Map<String, List<MadeRecording>> byLabel) {
        Map<Group.Key, List<Group.Value>> values = new LinkedHashMap<>();
        byLabel.forEach((label, all) -> all.forEach(made -> Figures.of(parsed(made.answer("r"))).forEach(figure -> values
                .computeIfAbsent(new Group.Key(figure.kind(), figure.vm(), figure.name(), figure.level()), key -> new ArrayList<>())
                .add(new Group.Value(label, "r", figure.begin(), figure.ns())))));
        List<Group> groups = new ArrayList<>();
        values.forEach((key, all) -> groups.add(Group.of(key, "build", "base", all)));
        return groups;
    }

    private static List<Difference> differences(Map<String, List<MadeRecording>> byLabel) {
        Map<StateSums.Of, StateSums> sums = new HashMap<>();
        byLabel.forEach((label, all) -> all.forEach(made -> Figures.of(parsed(made.answer("r"))).stream().filter(figure -> figure.states().length > 0)
                .forEach(figure -> sums.merge(new StateSums.Of(new Group.Key(figure.kind(), figure.vm(), figure.name(), figure.level()), "build", label),
                        new StateSums(1, figure.states()), StateSums::plus))));
        return Difference.ordered(Difference.of(groups(byLabel)), sums);
    }

    private static List<MadeRecording> made(long seed, int slower, long preempted) {
        List<MadeRecording> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(new MadeRecording(seed + i, 1_000_000_000L * i, slower, preempted, ""));
        }
        return all;
    }

    /** 400 recordings: an initcall 8 % slower with one label, preemption by the host with another, nothing with a third. */
    @Test
    void eachDifferenceIsFirstForItsLabel() {
        Map<String, List<MadeRecording>> all = new HashMap<>(Map.of("base", made(1000, 0, 0), "slow", made(2000, 8, 0), "busy", made(3000, 0, 2_000_000),
                "none", made(4000, 0, 0)));
        List<Difference> found = differences(all);
        assertEquals("initcall net_init of web", found.stream().filter(one -> one.found().of().equals("slow")).findFirst().orElseThrow().key().text(true));
        assertEquals("host state preempted of web", found.stream().filter(one -> one.found().of().equals("busy")).findFirst().orElseThrow().key().text(true));
        assertEquals(List.of(), found.stream().filter(one -> one.found().of().equals("none")).toList());
        // whatever else differs contains it or was hit by it: its level, the boot, states
        List<String> others = found.stream().filter(one -> one.found().of().equals("slow")).skip(1).peek(one -> assertEquals("net_init", one.causeOf().name()))
                .map(one -> one.key().kind() + ' ' + one.key().name()).toList();
        assertTrue(List.of("level device", "boot boot", "host-state guest").containsAll(others) && others.contains("level device"), others.toString());
        assertTrue(found.stream().filter(one -> one.found().of().equals("busy")).skip(1).allMatch(one -> one.causeOf().name().equals("preempted")));
        Difference slow = found.stream().filter(one -> one.found().of().equals("slow")).findFirst().orElseThrow();
        // 8 % of the initcall's own time, which is 20 of 21 parts of it
        assertEquals(0.08 * 20 / 21, slow.change(), 0.015);
    }

    private static Difference difference(Group.Key key, double reference, double change) {
        return new Difference(key, "build", new Group.Compared("busy", "base", 100, reference, change, 1e-9, 1, change, change), 1e-6, "", null);
    }

    private static StateSums sums(long guest, long preempted) {
        long[] ns = new long[Figure.STATES.size()];
        ns[Figure.STATES.indexOf("guest")] = guest;
        ns[Figure.STATES.indexOf("preempted")] = preempted;
        return new StateSums(1, ns);
    }

    /** A short initcall that was hit grows by a greater part than the host's share does, which is the cause all the same. Its own time has its own cause. */
    @Test
    void whatTheHostTookIsTheCauseOfWhatItHit() {
        Group.Key host = new Group.Key("host-state", "web", "preempted", "boot");
        Group.Key hit = new Group.Key("initcall", "web", "hit_init", "device");
        Group.Key own = new Group.Key("initcall", "web", "own_init", "late");
        Map<StateSums.Of, StateSums> sums = Map.of(new StateSums.Of(hit, "build", "base"), sums(50, 0), new StateSums.Of(hit, "build", "busy"), sums(51, 2000),
                new StateSums.Of(own, "build", "base"), sums(100, 10), new StateSums.Of(own, "build", "busy"), sums(107, 11));
        List<Difference> ordered = Difference.ordered(List.of(difference(hit, 50, 2001), difference(own, 110, 8), difference(host, 1000, 4000)), sums);
        assertEquals(List.of(host, hit, own), ordered.stream().map(Difference::key).toList());
        assertEquals(java.util.Arrays.asList(null, host, null), ordered.stream().map(Difference::causeOf).toList());
        assertEquals(List.of("", "preempted", "guest"), ordered.stream().map(Difference::state).toList());
    }

    @Test
    void anAnswerAboutACopyNamesTheRecording() {
        String answer = "{\"recording\":\"/tmp/1/a.tar.xz\",\"reports\":[{\"report\":[\"boot\"],\"status\":1,\"error\":\"/tmp/1/a.tar.xz cannot be unpacked.\","
                + "\"notes\":[\"/tmp/1/a.tar.xz is old.\"]},{\"report\":[\"exits\"],\"status\":0,\"json\":\"{\\n}\\n\",\"notes\":[]}]}";
        assertEquals(answer.replace("/tmp/1", "s3a://b"), Figures.renamed(answer, "/tmp/1/a.tar.xz", "s3a://b/a.tar.xz"));
        assertEquals(answer, Figures.renamed(answer, "/tmp/1/a.tar.xz", "/tmp/1/a.tar.xz"));
    }

    @Test
    void figuresOfABoot() {
        MadeRecording made = new MadeRecording(1, 500, 0, 0, "");
        List<Figure> figures = Figures.of(parsed(made.answer("r")));
        long boot = figures.stream().filter(one -> one.kind().equals("boot")).mapToLong(Figure::ns).sum();
        for (String kind : List.of("level", "initcall", "host-state")) {
            assertEquals(boot, figures.stream().filter(one -> one.kind().equals(kind)).mapToLong(Figure::ns).sum(), kind);
        }
        figures.stream().filter(one -> one.states().length > 0).forEach(one -> assertEquals(one.ns(), java.util.Arrays.stream(one.states()).sum()));
        assertEquals(List.of(), Figures.of(parsed(new MadeRecording(1, 1, 0, 0, "broken").answer("r"))));
        assertEquals(List.of("r cannot be unpacked: it ends too early."), Figures.problems(parsed(new MadeRecording(1, 1, 0, 0, "broken").answer("r")), "r"));
    }

    /** Whatever else stands in a report, and whatever stands where a figure is looked for, changes none. */
    @Test
    void figuresAreFoundAmongAllElse() {
        String part = "{\"name\": \"late\", \"tid\": 1.5, \"begin\": 10, \"more\": [{\"end\": 99}, null, true], \"end\": 15, \"states\": "
                + Figure.STATES.stream().map(state -> "\"" + state + "\": " + (state.equals("guest") ? 5 : 0)).collect(Collectors.joining(", ", "{", "}")) + "}";
        String report = "{\"missing\": [{\"name\": 0.5}], \"level\": null, \"exits\": 0.5, \"hosts\": [{\"name\": \"\u00fc\", \"vms\": [{\"run\": 2, \"path\": true, \"name\": \"web\\n\", "
                + "\"boots\": [{\"number\": 1, \"functions\": [" + part + "], \"levels\": [" + part + "], \"path\": {\"share\": 0.5, \"classes\": {\"any name\": 7}}}]}]}]}";
        JsonObject answer = new JsonObject();
        JsonArray reports = new JsonArray();
        for (String[] one : new String[][] { { "path", "kept as it is" }, { "boot", report } }) {
            JsonObject of = new JsonObject();
            of.add("report", JsonParser.parseString("[\"" + one[0] + "\"]"));
            of.addProperty("json", one[1]);
            reports.add(of);
        }
        answer.add("reports", reports);
        List<Figure> figures = Figures.of(answer);
        assertEquals(List.of("level late 10 5", "host-state guest -1 5", "path-class boot: any name -1 7"), figures.stream().filter(one -> one.ns() > 0)
                .map(one -> one.kind() + ' ' + one.name() + ' ' + one.begin() + ' ' + one.ns()).toList());
        assertEquals(java.util.Set.of("web\n#2"), figures.stream().map(Figure::vm).collect(Collectors.toSet()));
        assertEquals(5, figures.get(0).states()[Figure.STATES.indexOf("guest")]);
    }

    @Test
    void labelsOfTableOverPatternOverManifest() throws Exception {
        Path table = fFolder.resolve("labels.csv");
        Files.writeString(table, "recording,host\nother,x\nnode-a/one,\"b, c\"\n");
        Labels labels = new Labels("/(?<kernel>[0-9.]+)/(?<host>[^/]+)/", table);
        for (String path : List.of("/all/6.1/node-a/one", "hdfs://node:9000/all/6.1/node-a/one")) {
            assertEquals(Map.of("kernel", "6.1", "host", "b, c"), labels.of(path));
            // the manifest's are in the answer
            Path results = Files.createDirectories(fFolder.resolve("results"));
            Files.writeString(results.resolve("k.json"), "{\"reports\":[],\"labels\":{\"kernel\":\"manifest\",\"build\":\"7\"}}");
            String line = "{\"recording\":\"" + path + "\",\"labels\":{\"kernel\":\"6.1\",\"host\":\"b, c\"},\"key\":\"k\",\"kept\":true}";
            assertEquals(Map.of("kernel", "6.1", "host", "b, c", "build", "7"), Indexed.of(line, results.toString()).labels());
        }
        Files.writeString(fFolder.resolve("hypertrace.json"), "{\"labels\": {\"kernel\": \"manifest\", \"build\": 7, \"more\": []}}");
        assertEquals(Map.of("kernel", "manifest", "build", "7"), Labels.ofManifest(fFolder));
        assertEquals("--pattern: there is no named group; write (?<kernel>[^/]+) for a label kernel.",
                assertThrows(Refused.class, () -> new Labels("x", null)).getMessage());
    }

    @Test
    void inputsAreFoldersArchivesAndLists() throws Exception {
        Files.createDirectories(fFolder.resolve("in/a/kernel"));
        Files.writeString(fFolder.resolve("in/a/kernel/metadata"), "");
        Files.writeString(fFolder.resolve("in/b.tar.xz"), "");
        Files.writeString(fFolder.resolve("list"), "in/b.tar.xz\n\nnothing.tar.xz\nhdfs://node/c.tar.xz\n");
        Remote remote = new Remote() {
            @Override
            public Collection<String> recordings(String address) throws IOException {
                if (address.equals("s3a://bucket/none")) {
                    throw new IOException("there is no such folder");
                }
                return List.of(address + "/x.tar.xz");
            }

            @Override
            public String stamp(String address) {
                return "";
            }

            @Override
            public Path fetch(String address, Path folder) {
                return folder;
            }
        };
        assertEquals(List.of(fFolder + "/in/a", fFolder + "/in/b.tar.xz"), List.copyOf(Inputs.of(List.of(fFolder + "/in"), remote)));
        assertEquals(List.of(fFolder + "/in/b.tar.xz", fFolder + "/nothing.tar.xz", "hdfs://node/c.tar.xz", "s3a://bucket/of/x.tar.xz"),
                List.copyOf(Inputs.of(List.of("s3a://bucket/of", fFolder + "/list"), remote)));
        assertEquals("There is no " + fFolder + "/x; give a folder, an archive or a list of paths.",
                assertThrows(Refused.class, () -> Inputs.of(List.of(fFolder + "/x"), remote)).getMessage());
        assertEquals("s3a://bucket/none cannot be read: there is no such folder.",
                assertThrows(Refused.class, () -> Inputs.of(List.of("s3a://bucket/none"), remote)).getMessage());
    }

    @Test
    void tasksAreShortAtTheEnd() {
        List<String> all = java.util.stream.IntStream.range(0, 400).mapToObj(Integer::toString).toList();
        List<List<String>> tasks = Inputs.inTasks(all, 2);
        assertEquals(all, tasks.stream().flatMap(List::stream).toList());
        assertEquals(List.of(64, 64, 64, 52, 39, 29, 22, 16, 12, 9, 7, 5, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1), tasks.stream().map(List::size).toList());
        assertEquals(List.of(), Inputs.inTasks(List.of(), 2));
    }

    @Test
    void budgets() throws Exception {
        assertEquals(new Budget("device=300", "level", "device", 300_000_000), Budget.of("device=300"));
        assertEquals(new Budget("boot=0.5", "boot", "boot", 500_000), Budget.of("boot=0.5"));
        assertEquals(new Budget("initcall:a_b=5", "initcall", "a_b", 5_000_000), Budget.of("initcall:a_b=5"));
        assertThrows(Refused.class, () -> Budget.of("device"));
        assertThrows(Refused.class, () -> Budget.of("attic:x=1"));
    }

    /** Names are others' words: they stay texts, in a line. */
    @Test
    void namesDoNotBecomeMarkup() {
        Page page = new PageMaker(List.of()).problems(List.of(List.of("<b>\n\u202e&", "cut"))).page();
        String html = HtmlPage.of(page);
        assertTrue(html.contains("&lt;b&gt; \ufffd&amp;"), html);
        assertTrue(TextPage.of(page, false).contains("<b> \ufffd&     cut"), TextPage.of(page, false));
    }

    private static String command(String recording) {
        return new Outlier(recording, new Group.Key("boot", "", "boot", ""), 2, 1, List.of()).command();
    }

    @Test
    void commandsThatOpenRecordings() {
        assertEquals("releng/hypertrace open '/in/a b.tar.xz'", command("/in/a b.tar.xz"));
        assertEquals("hadoop fs -get s3a://bucket/in/a.tar.xz . && releng/hypertrace open a.tar.xz", command("s3a://bucket/in/a.tar.xz"));
    }

    @Test
    void outliersAndTrend() throws IOException {
        List<Group.Value> values = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            values.add(new Group.Value(Group.ALL, "r" + i, 86_400_000_000_000L * i, 1000 + 10 * i + i % 3));
        }
        values.add(new Group.Value(Group.ALL, "far", 0, 100_000));
        Group group = Group.of(new Group.Key("boot", "", "boot", ""), Group.ALL, Group.ALL, values);
        assertEquals(List.of("far"), group.outliers().stream().map(Group.Value::recording).toList());
        values.remove(values.size() - 1);
        Group.Trend trend = Group.of(new Group.Key("boot", "", "boot", ""), Group.ALL, Group.ALL, values).trend();
        assertEquals(10, trend.perDay(), 0.1);
        assertEquals(1, trend.correlation(), 1e-9);
    }

    private static JsonObject parsed(String answer) {
        return JsonParser.parseString(answer).getAsJsonObject();
    }
}
