/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.path.gather.PathFile;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.symbol.Symbol;
import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.LatencyLines;
import org.hypertrace.testing.log.LockLines;
import org.hypertrace.testing.oracle.PathGoldens;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** Paths in recorded traces are those that were found before, by others, from the rules alone; and parts of them fit together. */
@Tag("long")
@Tag("plain")
class PathAgainstGoldensTest {

    private static final int CUTS = Samples.ALL ? 7 : 2;
    private static final int INSTANTS = Samples.ALL ? 100 : 30;
    /** Of a sample, over all its subjects: there the definition is taken literally. */
    private static final int NAIVELY = Samples.ALL ? 1000 : 200;

    @TempDir
    Path fFolder;

    private final Map<Path, Symbols> fSymbols = new HashMap<>();

    static Stream<String> samples() throws IOException {
        return Samples.recorded().filter(PathGoldens.samples()::has);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everySubjectHasItsPath(String sample) throws Exception {
        PathRows rows = gathered(sample, fFolder);
        Manifest manifest = Manifest.beside(Samples.trace(sample));
        PathNames names = new PathNames(rows);
        PathSubject.Functions functions = (vm, nested, function, address) -> isAt(manifest, rows.vms.get(vm).name(), nested, function,
                address);
        Random random = new Random(sample.hashCode());
        JsonObject latencies = PathGoldens.hashes("wake-latencies.json").getAsJsonObject(sample);
        assertEquals(latencies.get("sha256").getAsString(), LatencyLines.sha256(LatencyLines.of(rows), latencies.get("lines").getAsInt()),
                sample);
        JsonObject locks = PathGoldens.hashes("lock-holders.json").getAsJsonObject(sample);
        assertEquals(locks.get("sha256").getAsString(), LatencyLines.sha256(LockLines.of(rows), locks.get("lines").getAsInt()), sample);
        JsonObject subjects = PathGoldens.samples().getAsJsonObject(sample).getAsJsonObject("subjects");
        int seen = 0;
        for (String options : subjects.keySet()) {
            JsonObject golden = subjects.getAsJsonObject(options);
            AskedPath asked = new AskedPath(rows, functions, options);
            Segments path = asked.path();
            assertEquals(reported(golden), reported(asked, path, names, golden), sample + ' ' + options);
            // hashing takes long
            if (golden.has("sha256") && (Samples.ALL || seen++ == 0)) {
                assertNotEquals(golden.get("sha256").getAsString(), names.sha256(asked.path(path.begin() + 1, path.end())));
            }
            sums(path, names, golden);
            hops(path, names);
            inParts(rows, functions, options, path);
            // with awaits the path is that of two subjects, one after the other
            for (int i = 1; i <= CUTS && !asked.awaits(); i++) {
                long cut = path.begin() + (path.end() - path.begin()) * i / (CUTS + 1);
                isPart(path, asked.path(path.begin(), cut), names, 0);
                isPart(path, asked.path(cut, path.end()), names, at(path, cut));
            }
            for (int i = 0; i < INSTANTS && path.end() > path.begin(); i++) {
                long instant = path.begin() + random.nextLong(path.end() - path.begin());
                isPart(path, asked.path(instant, instant + 1), names, at(path, instant));
            }
            for (int i = 0; i <= NAIVELY / subjects.size() && path.end() > path.begin(); i++) {
                long instant = path.begin() + random.nextLong(path.end() - path.begin());
                assertEquals(asked.naively(instant), NaivePath.of(path, at(path, instant)), sample + ' ' + options + " at " + instant);
            }
        }
    }

    static PathRows gathered(String sample, Path folder) throws IOException {
        Path file = folder.resolve(sample);
        PathFile[] rows = new PathFile[1];
        ReadEvents.of(Samples.trace(sample), Detail.CAUSES, traces -> {
            List<HostTraces.Host> hosts = traces.hosts();
            rows[0] = new PathFile(file, hosts.stream().map(HostTraces.Host::name).toList(), host -> hosts.get(host).manifest(),
                    List.of(), host -> hosts.get(host).recorded());
            return rows[0]::accept;
        });
        try (PathFile all = rows[0]) {
            all.finish(1);
        }
        return PathRows.open(file, 1);
    }

    private boolean isAt(Manifest manifest, String name, boolean nested, String function, long address) {
        for (Manifest.Vm vm : manifest.vms()) {
            for (Path file : !name.equals(vm.name()) ? List.<Path>of() : nested ? vm.nestedSymbols() : List.of(vm.symbols())) {
                Symbol symbol = fSymbols.computeIfAbsent(file, PathAgainstGoldensTest::symbols).of(address);
                if (symbol != null && symbol.name().equals(function)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Symbols symbols(Path file) {
        try {
            return SymbolReader.read(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What is reported of the path as a whole: not of every one all is. */
    private static String reported(JsonObject golden) {
        List<String> reported = new ArrayList<>();
        for (String key : List.of("subject", "name", "begin", "end", "segments", "depth", "notRecorded", "contradictions", "sha256")) {
            if (golden.has(key)) {
                reported.add(key + ' ' + golden.get(key).getAsString());
            }
        }
        return String.join("\n", reported);
    }

    private static String reported(AskedPath asked, Segments path, PathNames names, JsonObject golden) {
        PathSums sums = PathSums.of(path, names);
        String all = "subject " + names.key(asked.subject().who()) + "\nname " + names.shown(asked.subject().who()) + "\nbegin "
                + path.begin() + "\nend " + path.end() + "\nsegments " + path.size() + "\ndepth " + sums.depth() + "\nnotRecorded "
                + sums.notRecorded() + "\ncontradictions " + path.contradictions() + "\nsha256 " + names.sha256(path);
        return all.lines().filter(line -> golden.has(line.substring(0, line.indexOf(' ')))).collect(Collectors.joining("\n"));
    }

    private static void sums(Segments path, PathNames names, JsonObject golden) {
        PathSums sums = PathSums.of(path, names);
        Map<String, Long> classes = new LinkedHashMap<>();
        sums.classes().forEach((kind, ns) -> classes.put(kind.key(), ns));
        long length = path.end() - path.begin();
        for (Map<String, Long> parts : List.of(sums.causes(), classes, sums.owners(), sums.chains())) {
            assertEquals(length, parts.values().stream().mapToLong(Long::longValue).sum());
        }
        isIn(golden, "causes", sums.causes());
        isIn(golden, "classes", classes);
        isIn(golden, "owners", sums.owners());
        isIn(golden, "chains", sums.chains());
        isIn(golden, "by", sums.by());
        isIn(golden, "atMost", sums.atMost());
        assertEquals(sums.causes().size(), golden.getAsJsonObject("causes").size());
    }

    /** Who is waited for did something to the one before, after that; and so on to the subject, forward in time. */
    private static void hops(Segments path, PathNames names) {
        Map<Long, TreeSet<Long>> times = new HashMap<>();
        for (int i = 0; i < path.hops().size(); i++) {
            times.computeIfAbsent(pair(path.hops().from(i), path.hops().to(i)), pair -> new TreeSet<>()).add(path.hops().time(i));
            assertTrue(i == 0 || path.hops().time(i - 1) <= path.hops().time(i));
        }
        for (int i = 0; i < path.size(); i += 1 + path.size() / 10_000) {
            long time = path.end(i);
            for (int node = path.chain(i); path.parent(node) != Segments.ROOT; node = path.parent(node)) {
                TreeSet<Long> done = times.get(pair(path.owner(node), path.owner(path.parent(node))));
                // before a guest's first thread was there it was its vCPU, and before that was one it was a thread: nobody did that
                String link = names.key(path.owner(path.parent(node))).charAt(0) + "" + names.key(path.owner(node)).charAt(0);
                if (done != null || !link.equals("gv") && !link.equals("vh")) {
                    assertNotNull(done, link);
                    Long next = done.ceiling(time);
                    assertNotNull(next, () -> link + " nobody did it: " + done);
                    time = next;
                }
            }
        }
    }

    private static long pair(int from, int to) {
        return (long) from << 32 | to & 0xffffffffL;
    }

    /** A path of which few segments are kept at a time has the same sums. */
    private static void inParts(PathRows rows, PathSubject.Functions functions, String options, Segments path) throws PathSubject.Unknown {
        PathQuery query = AskedPath.query(options);
        FoundPath whole = new CriticalPaths(rows, functions).find(query);
        FoundPath parts = new CriticalPaths(rows, functions, Math.max(1, path.size() / 5)).find(query);
        assertEquals(path.size(), whole.parts().segments());
        assertEquals(path.size(), parts.parts().segments());
        assertTrue(whole.isWhole() && (path.size() < 2 || !parts.isWhole()));
        assertEquals(sum(path, whole.names()), sum(whole.segments(), whole.names()));
        assertEquals(whole.sums(), parts.sums());
        PathParts few = new PathParts(2);
        few.add(path, whole.names());
        for (List<PathParts.Part> all : List.of(few.owners(), few.chains())) {
            assertTrue(all.size() <= 3);
            assertEquals(path.end() - path.begin(), all.stream().mapToLong(part -> part.sum().ns()).sum());
            assertEquals(path.end() - path.begin(), all.stream().flatMap(part -> part.causes().values().stream()).mapToLong(ns -> ns).sum());
        }
    }

    /** Of the canonical text: quicker than its hash. */
    private static String sum(Segments path, PathNames names) {
        CRC32 sum = new CRC32();
        long[] length = new long[1];
        names.lines(path, line -> {
            byte[] bytes = (line + '\n').getBytes(StandardCharsets.UTF_8);
            sum.update(bytes);
            length[0] += bytes.length;
        });
        return length[0] + " bytes, " + Long.toHexString(sum.getValue());
    }

    private static void isIn(JsonObject golden, String key, Map<String, Long> found) {
        if (golden.has(key)) {
            golden.getAsJsonObject(key).entrySet().forEach(entry -> assertEquals(entry.getValue().getAsLong(),
                    found.getOrDefault(entry.getKey(), 0L), key + ' ' + entry.getKey()));
        }
    }

    /** The number of the segment in which the time is. */
    private static int at(Segments path, long time) {
        int low = 0;
        int high = path.size();
        while (low + 1 < high) {
            int middle = low + high >>> 1;
            if (path.begin(middle) <= time) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static void isPart(Segments path, Segments part, PathNames names, int from) {
        for (int i = 0; i < part.size(); i++) {
            int of = from + i;
            assertTrue(part.begin(i) == Math.max(path.begin(of), part.begin()) && part.end(i) == Math.min(path.end(of), part.end()));
            assertEquals(path.phase(of), part.phase(i));
            assertEquals(path.state(of), part.state(i));
            assertEquals(path.depth(path.chain(of)), part.depth(part.chain(i)));
            if (part.size() < INSTANTS || i % INSTANTS == 0) {
                assertEquals(names.keys(path, path.chain(of)), names.keys(part, part.chain(i)));
                assertEquals(names.by(path, of), names.by(part, i));
            }
        }
    }
}
