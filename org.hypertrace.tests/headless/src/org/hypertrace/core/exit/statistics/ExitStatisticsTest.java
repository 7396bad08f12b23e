/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitColumnsReader;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.columns.ExitPass;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures, causes and the longest exits are those of a look at every single exit. */
class ExitStatisticsTest {

    @TempDir
    private Path fFolder;

    private ExitColumns exits(long seed) throws IOException {
        Path file = fFolder.resolve("exits" + seed);
        try (ExitPass pass = new ExitPass(file, List.of("a", "b", "c"), host -> null, List.of(), guest -> null)) {
            new RandomScenario(seed, 1_500, 0).scenario().report(pass::accept);
            pass.finish(1);
        }
        return ExitColumnsReader.open(file, 1);
    }

    private static List<ExitQuery> queries(ExitColumns exits, Random random) {
        List<ExitQuery> queries = new ArrayList<>(List.of(ExitQuery.ALL));
        long begin = exits.begin(0);
        long length = exits.begin(exits.count() - 1) - begin;
        for (int i = 0; i < 4; i++) {
            long from = begin + (long) (random.nextDouble() * length);
            int vcpu = random.nextInt(exits.dictionary().vcpus().size());
            queries.add(new ExitQuery(from, from + (long) (random.nextDouble() * length), v -> v != vcpu, i % 2 == 0));
        }
        return queries;
    }

    private static int[] wanted(ExitColumns exits, ExitQuery query) {
        return IntStream.range(0, exits.count()).filter(i -> exits.isComplete(i) && query.vcpus().test(exits.vcpu(i))
                && (query.withTracer() || !exits.isTracer(i))).toArray();
    }

    private static boolean begins(ExitColumns exits, int exit, ExitQuery query) {
        return exits.begin(exit) >= query.from() && exits.begin(exit) < query.to();
    }

    private static String vm(ExitColumns exits, int exit) {
        ExitVcpu vcpu = exits.dictionary().vcpus().get(exits.vcpu(exit));
        return vcpu.host() + " " + vcpu.vm();
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5 })
    void figuresAreThoseOfALookAtEveryExit(long seed) throws IOException {
        ExitColumns exits = exits(seed);
        for (ExitQuery query : queries(exits, new Random(seed))) {
            for (ExitGrouping grouping : List.of(ExitGrouping.REASON, ExitGrouping.SUB, ExitGrouping.VCPU, ExitGrouping.TRACER)) {
                Map<String, List<Integer>> groups = new TreeMap<>();
                for (int exit : wanted(exits, query)) {
                    String key = vm(exits, exit) + ' ' + new ExitNames(exits).label(grouping, exit);
                    groups.computeIfAbsent(key, k -> new ArrayList<>()).add(exit);
                }
                Map<String, String> expected = new TreeMap<>();
                groups.forEach((key, of) -> {
                    List<Integer> begin = of.stream().filter(exit -> begins(exits, exit, query)).toList();
                    if (!begin.isEmpty()) {
                        expected.put(key, line(exits, query, of, begin));
                    }
                });
                Map<String, String> found = new TreeMap<>();
                for (ExitFigures f : ExitStatistics.of(exits, query, grouping, new NullProgressMonitor())) {
                    found.put(vm(exits, f.example()) + ' ' + new ExitNames(exits).label(grouping, f.example()),
                            f.count() + " " + f.total() + ' ' + f.inRange() + ' ' + f.min() + ' ' + f.p50() + ' ' + f.p90() + ' '
                                    + f.p99() + ' ' + f.p999() + ' ' + f.max() + ' ' + f.longest() + Arrays.toString(f.parts()));
                }
                assertEquals(expected, found, grouping.toString());
            }
        }
    }

    private static String line(ExitColumns exits, ExitQuery query, List<Integer> all, List<Integer> begin) {
        long[] lengths = begin.stream().mapToLong(exits::length).sorted().toArray();
        long inRange = all.stream().mapToLong(exit -> Math.max(0,
                Math.min(query.to(), exits.begin(exit) + exits.length(exit)) - Math.max(query.from(), exits.begin(exit)))).sum();
        long[] parts = new long[exits.parts(begin.get(0)).length];
        begin.forEach(exit -> exits.addParts(exit, parts));
        assertEquals(LongStream.of(lengths).sum(), LongStream.of(parts).sum());
        int longest = begin.stream().filter(exit -> exits.length(exit) == lengths[lengths.length - 1]).findFirst().get();
        return lengths.length + " " + LongStream.of(lengths).sum() + ' ' + inRange + ' ' + lengths[0] + ' ' + at(lengths, .5) + ' '
                + at(lengths, .9) + ' ' + at(lengths, .99) + ' ' + at(lengths, .999) + ' ' + lengths[lengths.length - 1] + ' '
                + longest + Arrays.toString(parts);
    }

    private static long at(long[] sorted, double part) {
        return sorted[(int) Math.max(0, Math.ceil(sorted.length * part - 1e-9) - 1)];
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5 })
    void theMatrixHasEveryExitOnce(long seed) throws IOException {
        ExitColumns exits = exits(seed);
        ExitNames names = new ExitNames(exits);
        for (ExitQuery query : queries(exits, new Random(seed))) {
            for (ExitMatrix.Rows rows : ExitMatrix.Rows.values()) {
                ExitMatrix matrix = ExitMatrix.of(exits, query, rows, new NullProgressMonitor());
                Map<String, long[]> expected = new HashMap<>();
                for (int exit : wanted(exits, query)) {
                    if (begins(exits, exit, query)) {
                        String label = names.label(rows.grouping(), exit);
                        String reason = names.label(ExitGrouping.REASON, exit);
                        for (String key : List.of(label + " " + reason, label + " all", "sum " + reason, "sum all")) {
                            long[] cell = expected.computeIfAbsent(vm(exits, exit) + ' ' + key, k -> new long[3]);
                            cell[0]++;
                            cell[1] += exits.length(exit);
                            cell[2] = Math.max(cell[2], exits.length(exit));
                        }
                    }
                }
                Map<String, long[]> found = new HashMap<>();
                for (ExitMatrix.Vm vm : matrix.vms()) {
                    String key = vm.vcpu().host() + " " + vm.vcpu().vm() + ' ';
                    put(exits, matrix, key + "sum ", vm.all(), found);
                    vm.rows().forEach(row -> put(exits, matrix, key + row.label() + ' ', row, found));
                }
                assertEquals(text(expected), text(found), rows.toString());
            }
        }
    }

    private static void put(ExitColumns exits, ExitMatrix matrix, String key, ExitMatrix.Row row, Map<String, long[]> to) {
        for (int i = 0; i <= row.cells().size(); i++) {
            ExitMatrix.Cell cell = i < row.cells().size() ? row.cells().get(i) : row.all();
            if (cell.count() > 0) {
                to.put(key + (i < row.cells().size() ? matrix.reasons().get(i) : "all"),
                        new long[] { cell.count(), cell.total(), exits.length(cell.longest()) });
            }
        }
    }

    private static Map<String, String> text(Map<String, long[]> cells) {
        Map<String, String> text = new TreeMap<>();
        cells.forEach((key, cell) -> text.put(key, Arrays.toString(cell)));
        return text;
    }

    @Test
    void theLongestAreThoseOfASort() throws IOException {
        ExitColumns exits = exits(3);
        for (ExitQuery query : queries(exits, new Random(3))) {
            List<Integer> expected = IntStream.of(wanted(exits, query)).filter(exit -> begins(exits, exit, query)).boxed()
                    .sorted(Comparator.comparingLong((Integer exit) -> -exits.length(exit)).thenComparing(exit -> exit))
                    .limit(7).toList();
            assertEquals(expected, LongestExits.of(exits, query, 7, new NullProgressMonitor()));
        }
        assertFalse(LongestExits.of(exits, ExitQuery.ALL, 7, new NullProgressMonitor()).isEmpty());
    }

    /** Few and many, equal and different, short and as long as can be. */
    @Test
    void percentilesAreThoseOfASort() {
        Random random = new Random(1);
        int[] sizes = { 1, 2, 70, 33_000, 100_000, 40_000 };
        long[][] lengths = new long[sizes.length][];
        for (int group = 0; group < sizes.length; group++) {
            int kind = group;
            lengths[group] = random.longs(sizes[group]).map(l -> kind == 5 ? l >>> 1 : kind == 4 ? 1_000 + (l & 1) : l >>> 44)
                    .toArray();
        }
        Percentiles percentiles = new Percentiles(sizes, 500, 900, 990, 999);
        for (int group = 0; group < sizes.length; group++) {
            int of = group;
            LongStream.of(lengths[group]).forEach(length -> percentiles.add(of, length));
        }
        assertEquals(true, percentiles.needsThemAgain());
        for (int group = 0; group < sizes.length; group++) {
            int of = group;
            if (percentiles.isCounted(group)) {
                LongStream.of(lengths[group]).forEach(length -> percentiles.add(of, length));
            }
            Arrays.sort(lengths[group]);
            assertEquals(List.of(at(lengths[group], .5), at(lengths[group], .9), at(lengths[group], .99), at(lengths[group], .999)),
                    LongStream.of(percentiles.of(group)).boxed().toList());
        }
    }
}
