/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.path.answer.PathComparison;
import org.hypertrace.core.vcpu.VcpuState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is reported of paths, in words. */
@Tag("plain")
class PathWordsTest {

    @Test
    void thoseThereAreAreReported() {
        assertEquals("is none.", PathChoices.are("a", List.of()));
        assertEquals("is b.", PathChoices.are("a", List.of("b", "b")));
        assertEquals("are c, b.", PathChoices.are("b", List.of("c", "b", "c")));
    }

    @Test
    void ofManyThoseThatAreMostAlikeComeFirst() {
        List<PathChoices.Choice> many = IntStream.range(0, 1000).mapToObj(i -> choice("thread-" + i, i)).collect(Collectors.toList());
        many.add(choice("nginx", 7));
        many.add(choice("nginy", 8));
        many.add(choice("a-nginx-b", 9));
        String are = PathChoices.areOf("Nginx", many);
        assertEquals("are nginx (7), a-nginx-b (9), nginy (8), thread", are.substring(0, are.indexOf("-", 32)));
        assertEquals(" and 991 more.", are.substring(are.indexOf(" and ")));
    }

    private static PathChoices.Choice choice(String name, int tid) {
        return new PathChoices.Choice(name, name + " (" + tid + ')');
    }

    @Test
    void aLongNameTakesNoLongTime() {
        String lengthy = "x".repeat(1 << 16);
        List<String> many = IntStream.range(0, 1000).mapToObj(i -> lengthy + i).toList();
        assertEquals("are ", PathChoices.are(lengthy, many).substring(0, 4));
    }

    @Test
    void causesAreWrittenForProgramsAndForPeople() {
        assertEquals("ready/preempted", new PathWhat(Phase.READY, PathState.PREEMPTED).key());
        assertEquals("wait/not recorded", new PathWhat(Phase.WAIT, PathState.NOT_RECORDED).label());
    }

    /** Whatever a guest calls its threads: what they are and where is no text. */
    @Test
    void linksOfTwoPathsArePairedWithoutIdsOfThreads() {
        assertEquals("sh", PathComparison.plain(thread("web", "sh", 82), "web"));
        assertEquals("db sh", PathComparison.plain(thread("db", "sh", 82), "web"));
        assertEquals("a (5)", PathComparison.plain(thread("web", "a (5)", 82), "web"));
        assertEquals("host kworker/*", PathComparison.plain(thread(null, "kworker/0:1", 7), "web"));
        assertEquals("db kworker/0:1", PathComparison.plain(thread("db", "kworker/0:1", 7), "web"));
        assertEquals("vCPU 0 softirq NET_RX", PathComparison.plain(new PathLink(PathLink.Kind.SOFTIRQ, "i", "web", "vCPU 0 softirq NET_RX",
                "vCPU 0 softirq NET_RX", "vCPU 0"), "web"));
        assertEquals("others", PathComparison.plain(PathLink.OTHERS, "web"));
    }

    private static PathLink thread(String vm, String name, int tid) {
        return new PathLink(vm == null ? PathLink.Kind.HOST_THREAD : PathLink.Kind.GUEST_THREAD, "k", vm, name + " (" + tid + ')', name, "");
    }

    @Test
    void aVmThatIsKnownIsNotNamedAgain() {
        assertEquals("web sh (82)", thread("web", "sh", 82).name());
        assertEquals("sh (82)", thread("web", "sh", 82).within("web"));
        assertEquals("host sh (82)", thread(null, "sh", 82).within("host"));
        assertEquals("web sh (82)", thread("web", "sh", 82).within(null));
    }

    /** Each state of a vCPU is one of paths, and knows it. */
    @Test
    void statesOfVcpusAreKnown() {
        for (VcpuState state : VcpuState.values()) {
            assertEquals(state, PathState.of(state).vcpu());
        }
        assertNull(PathState.TIMER.vcpu());
    }
}
