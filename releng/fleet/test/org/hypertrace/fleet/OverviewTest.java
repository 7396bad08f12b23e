/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class OverviewTest {

    private static Indexed recording(String path, Map<String, String> labels, String key, boolean isKept, String... problems) {
        return new Indexed(path, new TreeMap<>(labels), key, isKept, new ArrayList<>(List.of(problems)), new ArrayList<>());
    }

    private static Overview of(Set<String> by, Indexed... some) {
        return Overview.of(List.of(some).iterator(), by);
    }

    @Test
    void countsOfPartsAreThoseOfTheWhole() {
        Indexed a = recording("/a", Map.of("build", "1", "host", "x"), "k1", false);
        Indexed b = recording("/b", Map.of("build", "2"), "k2", true, "One report is missing.", "Another, too.");
        Indexed c = recording("/c", Map.of("build", "1"), null, false, "There is no /c.");
        Overview whole = of(Set.of(), a, b, c);
        assertEquals(Map.of("build", Map.of("1", 2L, "2", 1L), "host", Map.of("x", 1L)), whole.counts());
        assertEquals(1, whole.analysed()); // b was kept, c has no answer
        assertEquals(2, whole.withProblems());
        assertEquals(List.of(List.of("/b", "One report is missing. Another, too."), List.of("/c", "There is no /c.")), whole.firstProblems());
        assertEquals(whole, of(Set.of(), c).plus(of(Set.of())).plus(of(Set.of(), b, a)));
    }

    @Test
    void onlyLabelsThatAreComparedHaveValues() {
        Indexed a = recording("/a", Map.of("build", "1", "host", "x"), "k1", false);
        assertEquals(Map.of("build", Map.of(), "host", Map.of("x", 1L)), of(Set.of("host"), a).counts());
        TreeMap<String, String> labels = new TreeMap<>();
        IntStream.range(0, 100).forEach(i -> labels.put("label%02d".formatted(i), "v"));
        Overview many = of(Set.of(), recording("/a", labels, "k1", false));
        assertEquals(labels.keySet(), many.counts().keySet());
        assertEquals(Overview.MOST_LABELS, many.counts().values().stream().filter(values -> !values.isEmpty()).count());
    }

    @Test
    void problemsAreTheFirstByPathWhateverTheOrder() {
        List<Overview> some = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            int first = part;
            some.add(Overview.of(IntStream.range(0, 100).mapToObj(i -> recording("/%03d".formatted(299 - (3 * i + first)), Map.of(), "k", true, "p")).iterator(), Set.of()));
        }
        Overview all = some.get(2).plus(some.get(0)).plus(some.get(1));
        assertEquals(300, all.withProblems());
        assertEquals(IntStream.range(0, PageMaker.MOST).mapToObj(i -> List.of("/%03d".formatted(i), "p")).toList(), all.firstProblems());
    }
}
