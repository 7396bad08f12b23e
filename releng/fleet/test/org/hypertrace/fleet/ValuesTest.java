/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

/** Values in columns make the groups that values one by one make, however recordings and things are divided. */
class ValuesTest {

    private static final Map<String, String> REFERENCES = Map.of("host", "a", "build", "1");
    private static final Comparator<Group> ORDER = Comparator.comparing((Group group) -> group.key().toString()).thenComparing(Group::label);

    /** Of some the host is not known, of some nothing; some have several boots, and calls several times in a boot. */
    private static List<Indexed> recordings(int count) {
        SplittableRandom random = new SplittableRandom(7);
        List<Indexed> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            TreeMap<String, String> labels = new TreeMap<>(Map.of("build", Integer.toString(i % 3)));
            if (i % 5 != 0) {
                labels.put("host", i % 2 == 0 ? "a" : "b");
            }
            ArrayList<Figure> figures = new ArrayList<>();
            for (int run = 1; i % 7 != 0 && run <= 1 + i % 2; run++) {
                for (String name : List.of("net_init", "pci_init", "net_init")) {
                    figures.add(new Figure("web", run, "initcall", name, "device", 1000L * i + random.nextInt(100), 500 + random.nextInt(100) + (i % 3 == 1 ? 300 : 0), new long[0]));
                }
                figures.add(new Figure("", run, "boot", "boot", "", 1000L * i, 5000 + random.nextInt(1000), new long[0]));
            }
            all.add(new Indexed("/in/" + (count - i), labels, "k", false, new ArrayList<>(), figures));
        }
        return all;
    }

    /** By the definition: of each boot one value of a thing, that begins when it began first and takes as long as all together. */
    private static List<Group> oneByOne(List<Indexed> all) {
        Map<Group.Key, Map<String, List<Group.Value>>> values = new LinkedHashMap<>();
        for (Indexed one : all) {
            Map<List<Object>, List<Figure>> things = one.figures().stream()
                    .collect(Collectors.groupingBy(figure -> List.of(new Group.Key(figure.kind(), figure.vm(), figure.name(), figure.level()), figure.run())));
            Map<String, String> labels = new TreeMap<>(one.labels());
            labels.put(Group.ALL, Group.ALL);
            things.forEach((thing, figures) -> labels.forEach((label, of) -> values.computeIfAbsent((Group.Key) thing.get(0), key -> new LinkedHashMap<>())
                    .computeIfAbsent(label, key -> new ArrayList<>()).add(new Group.Value(of, one.recording(),
                            figures.stream().mapToLong(Figure::begin).min().orElseThrow(), figures.stream().mapToLong(Figure::ns).sum()))));
        }
        List<Group> groups = new ArrayList<>();
        values.forEach((key, byLabel) -> byLabel.forEach((label, some) -> groups.add(Group.of(key, label, REFERENCES.getOrDefault(label, Group.ALL), some))));
        return groups.stream().sorted(ORDER).toList();
    }

    private static Values sent(Values values) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(values);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (Values) in.readObject();
        }
    }

    @Test
    void groupsAreThoseOfValuesOneByOne() throws Exception {
        List<Indexed> all = recordings(60);
        List<Group> expected = oneByOne(all);
        assertTrue(expected.stream().anyMatch(group -> !group.differences().isEmpty()) && expected.stream().anyMatch(group -> group.trend() != null), expected.toString());
        for (int[] divided : new int[][] { { 60, 1 }, { 7, 3 }, { 1, 5 } }) {
            List<List<Values>> parts = new ArrayList<>();
            for (int part = 0; part < divided[1]; part++) {
                parts.add(new ArrayList<>());
            }
            for (int first = 0; first < all.size(); first += divided[0]) {
                Values some = new Values(REFERENCES.keySet());
                all.subList(first, Math.min(all.size(), first + divided[0])).forEach(some::add);
                List<Values> split = some.split(divided[1]);
                for (int part = 0; part < divided[1]; part++) {
                    if (!split.get(part).isEmpty()) {
                        parts.get(part).add(sent(split.get(part)));
                    }
                }
            }
            List<Group> groups = new ArrayList<>();
            parts.forEach(part -> groups.addAll(Values.groups(part, REFERENCES)));
            groups.sort(ORDER);
            assertEquals(expected, groups, divided[0] + " recordings, " + divided[1] + " parts");
        }
    }
}
