/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.path.VmLatencies;
import org.hypertrace.core.view.EntryIds;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.TimedCells;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.PathStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of wake-up latency of the story {@code waits.txt}, in which the figures stand. */
@Tag("plain")
class WakeTableTest {

    @TempDir
    Path fFolder;

    private WakeTable table(String text, long from, long to) throws Exception {
        CriticalPaths paths = new CriticalPaths(new PathStory(text).rows(fFolder), (vm, nested, name, address) -> false);
        WakeTable table = new WakeTable(paths, new EntryIds());
        List<VmLatencies> latencies = paths.latencies(null, from, to);
        for (int vm = 0; vm < latencies.size(); vm++) {
            table.add(latencies.get(vm));
            table.add(latencies.get(vm), paths.lockHolders(null, from, to).get(vm));
        }
        return table;
    }

    private static String story() throws Exception {
        return story("waits");
    }

    private static String story(String name) throws Exception {
        return Files.readString(Samples.root().resolve("org.hypertrace.tests/headless/src/org/hypertrace/core/path/stories/" + name + ".txt"));
    }

    /** Each row: how deep, its cells but the last, and the time that a double click selects. */
    private static String text(List<TmfTreeDataModel> rows) {
        return rows.stream().map(row -> {
            TimedCells.Cell longest = ((TimedCells) row).cell(0);
            List<String> labels = row.getLabels();
            return "  ".repeat(depth(rows, row)) + String.join("|", labels.subList(0, labels.size() - 1))
                    + (longest.begin() == TimedCells.NO_TIME ? "" : "|" + longest.begin() + "-" + longest.end()) + '\n';
        }).collect(Collectors.joining());
    }

    private static int depth(List<TmfTreeDataModel> rows, TmfTreeDataModel row) {
        return rows.stream().filter(parent -> parent.getId() == row.getParentId()).findFirst().map(parent -> 1 + depth(rows, parent)).orElse(0);
    }

    @Test
    void figuresSharesAndTheLongestWait() throws Exception {
        String parts = """
                %1$svCPU not scheduled|1|190 ns|42.22 %%|190 ns|190 ns|190 ns|190 ns|190 ns|300-700
                %1$svCPU in the host|2|24 ns|5.33 %%|12 ns|2 ns|22 ns|22 ns|22 ns|300-700
                %1$sguest's own scheduler|2|236 ns|52.44 %%|118 ns|48 ns|188 ns|188 ns|188 ns|300-700
                """;
        assertEquals("VM 500|2|450 ns|100.00 %|225 ns|50 ns|400 ns|400 ns|400 ns|300-700\n" + parts.formatted("  ")
                + "  vCPU 0|2|450 ns|100.00 %|225 ns|50 ns|400 ns|400 ns|400 ns|300-700\n" + parts.formatted("    ")
                + "  Threads||||||||\n    g1 (1)|2|450 ns|100.00 %|225 ns|50 ns|400 ns|400 ns|400 ns|300-700\n" + parts.formatted("      ")
                + "  Two vCPUs on one processor||||||||\n"
                + "    vCPU 1 waited for vCPU 0|1|301 ns||301 ns||||301 ns|600-901\n"
                + "    vCPU 0 waited for vCPU 1|1|150 ns||150 ns||||150 ns|450-600\n",
                text(table(story(), Long.MIN_VALUE, Long.MAX_VALUE).rows()));
    }

    @Test
    void aRowOffersThePathOfItsLongestWaitAndOfItsThread() throws Exception {
        WakeTable table = table(story(), Long.MIN_VALUE, Long.MAX_VALUE);
        List<String> offers = table.rows().stream().map(row -> row.getLabels().get(0) + ": " + table.offers().getOrDefault(row.getId(), List.of())
                .stream().map(offer -> offer.name() + " " + String.join(" ", offer.words())).collect(Collectors.joining(", "))).toList();
        String wait = "g1 (1) in the longest wait --vm 500#1 --thread 1@1 --from 300 --to 700";
        assertEquals("VM 500: " + wait, offers.get(0));
        assertEquals("vCPU 0: " + wait + ", vCPU 0 of VM 500 --vm 500#1 --vcpu 0", offers.get(4));
        assertEquals("Threads: ", offers.get(8));
        assertEquals("g1 (1): " + wait + ", g1 (1) --vm 500#1 --thread 1@1 --from 100 --to 901", offers.get(9));
        assertEquals("vCPU 1 waited for vCPU 0: vCPU 1 in its longest wait --vm 500#1 --vcpu 1 --from 600 --to 901, "
                + "vCPU 1 of VM 500 --vm 500#1 --vcpu 1", offers.get(14));
    }

    /** Waits that begin in the time asked for; what the vCPUs waited for each other is cut. */
    @Test
    void ofATimeOnly() throws Exception {
        assertEquals("""
                VM 500|1|50 ns|100.00 %|50 ns|50 ns|50 ns|50 ns|50 ns|800-850
                """, text(table(story(), 301, 5_000).rows()).lines().findFirst().orElseThrow() + '\n');
        assertEquals("""
                VM 500||||||||
                  No thread of the guest was woken and ran then.||||||||
                  Two vCPUs on one processor||||||||
                    vCPU 0 waited for vCPU 1|1|10 ns||10 ns||||10 ns|500-510
                """, text(table(story(), 500, 510).rows()));
    }

    @Test
    void aSilentGuestIsReportedToBeOne() throws Exception {
        String silent = story().lines().filter(line -> !line.contains(" guest ")).collect(Collectors.joining("\n"));
        assertEquals(List.of("VM 500", "The guest does not report its scheduling, so its threads are not known: load the guest module with the group sched.",
                "Two vCPUs on one processor", "vCPU 0 waited for vCPU 1", "vCPU 1 waited for vCPU 0"),
                table(silent, Long.MIN_VALUE, Long.MAX_VALUE).rows().stream().map(row -> row.getLabels().get(0)).toList());
    }

    /** Only waits in which the one that was waited for was preempted. */
    @Test
    void locksAndWhoTookTheirHolders() throws Exception {
        WakeTable table = table(story("locks-kicked"), Long.MIN_VALUE, Long.MAX_VALUE);
        String rows = text(table.rows());
        assertEquals("""
                  Lock-holder preemption||||||||
                    g2 (2) on vCPU 1 halted until kicked by g1 (1) on vCPU 0|1|301 ns||301 ns||||301 ns|400-701
                      meanwhile preempted||100 ns|33.22 %|||||
                        by host b (800)||100 ns|33.22 %|||||
                      meanwhile in the host||21 ns|6.98 %|||||
                """, rows.substring(rows.indexOf("  Lock-holder")));
        TmfTreeDataModel wait = table.rows().stream().filter(row -> row.getLabels().get(0).startsWith("g2 (2) on ")).findFirst().orElseThrow();
        assertEquals(List.of("--vm", "500#1", "--thread", "2@1", "--from", "400", "--to", "701"), table.offers().get(wait.getId()).get(0).words());
    }

    /** An idle processor preempts nobody. */
    @Test
    void holdersThatWakeUp() throws Exception {
        String rows = text(table(story("locks-spun"), Long.MIN_VALUE, Long.MAX_VALUE).rows());
        assertEquals("""
                  g2 (2) on vCPU 1 spun for g3 (3) on vCPU 0|2|85 ns||43 ns||||45 ns|900-945
                      meanwhile preempted||30 ns|35.29 %|||||
                        by host b (800)||30 ns|35.29 %|||||
                      meanwhile waking up||4 ns|4.71 %|||||
                      meanwhile in the host||12 ns|14.12 %|||||
                """, rows.substring(rows.lastIndexOf("  g2 (2)")));
    }

    /** There is a path behind every offer. */
    @Test
    void whatIsOfferedIsFound() throws Exception {
        CriticalPaths paths = new CriticalPaths(new PathStory(story()).rows(fFolder), (vm, nested, name, address) -> false);
        WakeTable table = new WakeTable(paths, new EntryIds());
        paths.latencies(null, Long.MIN_VALUE, Long.MAX_VALUE).forEach(table::add);
        for (List<PathOffer> offers : table.offers().values()) {
            for (PathOffer offer : offers) {
                try {
                    PathQuery query = PathQuery.of(offer.words());
                    PathSubject subject = paths.find(query).subject();
                    assertEquals(true, subject.begin() >= query.from() && subject.end() <= query.to(), offer.toString());
                } catch (PathSubject.Unknown e) {
                    throw new AssertionError(offer + ": " + e.getMessage(), e);
                }
            }
        }
    }
}
