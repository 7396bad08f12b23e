/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said of paths, in words. */
@Tag("plain")
class PathWordsTest {

    @Test
    void thoseThereAreAreSaid() {
        assertEquals("is none.", PathChoices.are("a", List.of()));
        assertEquals("is b.", PathChoices.are("a", List.of("b", "b")));
        assertEquals("are c, b.", PathChoices.are("b", List.of("c", "b", "c")));
    }

    @Test
    void ofManyThoseThatAreMostAlikeComeFirst() {
        List<String> many = IntStream.range(0, 1000).mapToObj(i -> "thread-" + i + " (" + i + ')').collect(Collectors.toList());
        many.add("nginx (7)");
        many.add("nginy (8)");
        many.add("a-nginx-b (9)");
        String are = PathChoices.are("Nginx", many);
        assertEquals("are nginx (7), a-nginx-b (9), nginy (8), thread", are.substring(0, are.indexOf("-", 32)));
        assertEquals(" and 991 more.", are.substring(are.indexOf(" and ")));
    }

    @Test
    void aLongNameTakesNoLongTime() {
        String lengthy = "x".repeat(1 << 16);
        List<String> many = IntStream.range(0, 1000).mapToObj(i -> lengthy + i).toList();
        assertEquals("are ", PathChoices.are(lengthy, many).substring(0, 4));
    }

    @Test
    void causesAreReadAsTheyAreWritten() {
        assertEquals("ready/preempted", PathParts.Cause.of("ready/preempted").cause());
        assertEquals("wait/not recorded", PathParts.Cause.of("wait/untold").label());
        assertThrows(IllegalArgumentException.class, () -> PathParts.Cause.of("ready/made"));
    }

    @Test
    void handlersAreKnownByTheirKeys() {
        assertEquals(List.of(true, true, true, false, false, false), List.of("i:web:0:irq:37", "j:3:softirq:3", "alpha/i:web:0:irq:1",
                "g:i:1:5#1", "v:j:0", "h:5#1").stream().map(PathNames::isHandler).toList());
    }
}
