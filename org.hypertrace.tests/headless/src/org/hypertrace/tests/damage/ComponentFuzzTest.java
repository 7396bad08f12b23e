/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.fuzz.ConsoleFuzzTarget;
import org.hypertrace.testing.fuzz.CsvFuzzTarget;
import org.hypertrace.testing.fuzz.DialectFuzzTarget;
import org.hypertrace.testing.fuzz.FtraceFuzzTarget;
import org.hypertrace.testing.fuzz.HtmlFuzzTarget;
import org.hypertrace.testing.fuzz.HypercallsFuzzTarget;
import org.hypertrace.testing.fuzz.JsonFuzzTarget;
import org.hypertrace.testing.fuzz.ManifestFuzzTarget;
import org.hypertrace.testing.fuzz.NamesFuzzTarget;
import org.hypertrace.testing.fuzz.PacketsFuzzTarget;
import org.hypertrace.testing.fuzz.RingFuzzTarget;
import org.hypertrace.testing.fuzz.SymbolsFuzzTarget;
import org.hypertrace.testing.fuzz.TapFuzzTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The targets of {@code releng/fuzz java} on what is kept for them, and on a fixed number of mutations of that. */
@Tag("long")
class ComponentFuzzTest {

    /** To be changed on purpose: other mutations then. */
    private static final long SEED = 1;
    private static final int MUTATIONS = Samples.ALL ? 1000 : 100;

    private static final Map<String, Consumer<byte[]>> TARGETS = new TreeMap<>(Map.ofEntries(
            Map.entry("Console", ConsoleFuzzTarget::fuzzerTestOneInput),
            Map.entry("Csv", CsvFuzzTarget::fuzzerTestOneInput),
            Map.entry("Dialect", DialectFuzzTarget::fuzzerTestOneInput),
            Map.entry("Ftrace", FtraceFuzzTarget::fuzzerTestOneInput),
            Map.entry("Html", HtmlFuzzTarget::fuzzerTestOneInput),
            Map.entry("Hypercalls", HypercallsFuzzTarget::fuzzerTestOneInput),
            Map.entry("Json", JsonFuzzTarget::fuzzerTestOneInput),
            Map.entry("Manifest", ManifestFuzzTarget::fuzzerTestOneInput),
            Map.entry("Names", NamesFuzzTarget::fuzzerTestOneInput),
            Map.entry("Packets", PacketsFuzzTarget::fuzzerTestOneInput),
            Map.entry("Ring", RingFuzzTarget::fuzzerTestOneInput),
            Map.entry("Symbols", SymbolsFuzzTarget::fuzzerTestOneInput),
            Map.entry("Tap", TapFuzzTarget::fuzzerTestOneInput)));

    static Stream<String> targets() {
        return TARGETS.keySet().stream();
    }

    @Test
    void everyTargetHasInputsAndEveryFolderATarget() throws IOException {
        try (Stream<Path> folders = Files.list(root())) {
            assertEquals(List.copyOf(TARGETS.keySet()), folders.map(path -> path.getFileName().toString()).sorted().toList());
        }
        for (String target : TARGETS.keySet()) {
            assertFalse(corpus(target).isEmpty(), target);
        }
    }

    @ParameterizedTest
    @MethodSource("targets")
    void whatIsKeptFindsNothing(String target) throws IOException {
        for (Path file : files(target)) {
            run(target, Files.readAllBytes(file), file.getFileName().toString());
        }
    }

    @ParameterizedTest
    @MethodSource("targets")
    void norDoMutations(String target) throws IOException {
        List<byte[]> corpus = corpus(target);
        Random random = new Random(SEED);
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] input = corpus.get(random.nextInt(corpus.size()));
            for (int steps = 1 + random.nextInt(4); steps > 0; steps--) {
                input = mutate(input, corpus.get(random.nextInt(corpus.size())), random);
            }
            run(target, input, "mutation " + i);
        }
    }

    private static void run(String target, byte[] input, String what) {
        assertDoesNotThrow(() -> TARGETS.get(target).accept(input),
                () -> target + ", " + what + ": " + Base64.getEncoder().encodeToString(input));
    }

    /** One change: a byte, a number, a piece that goes, comes twice, or comes from another input. */
    private static byte[] mutate(byte[] input, byte[] other, Random random) {
        if (input.length == 0) {
            return other;
        }
        int from = random.nextInt(input.length);
        int to = Math.min(input.length, from + 1 + random.nextInt(1 << random.nextInt(8)));
        byte[] changed = input.clone();
        switch (random.nextInt(6)) {
        case 0 -> changed[from] ^= (byte) (1 << random.nextInt(8));
        case 1 -> changed[from] = (byte) random.nextInt();
        case 2 -> Arrays.fill(changed, from, to, (byte) (random.nextInt(3) - 1));
        case 3 -> changed = joined(input, from, new byte[0], input, to);
        case 4 -> changed = joined(input, to, new byte[0], input, from);
        default -> {
            int begin = other.length == 0 ? 0 : random.nextInt(other.length);
            changed = joined(input, from, Arrays.copyOfRange(other, begin, Math.min(other.length, begin + to - from)), input, to);
        }
        }
        return changed;
    }

    /** {@code a} up to {@code end}, then {@code middle}, then {@code b} from {@code begin} on. */
    private static byte[] joined(byte[] a, int end, byte[] middle, byte[] b, int begin) {
        byte[] all = Arrays.copyOf(a, end + middle.length + b.length - begin);
        System.arraycopy(middle, 0, all, end, middle.length);
        System.arraycopy(b, begin, all, end + middle.length, b.length - begin);
        return all;
    }

    private static List<byte[]> corpus(String target) throws IOException {
        List<byte[]> corpus = new ArrayList<>();
        for (Path file : files(target)) {
            corpus.add(Files.readAllBytes(file));
        }
        return corpus;
    }

    private static List<Path> files(String target) throws IOException {
        try (Stream<Path> files = Files.list(root().resolve(target))) {
            return files.sorted().toList();
        }
    }

    private static Path root() {
        return Samples.root().resolve("org.hypertrace.tests/headless/fuzz-corpus");
    }
}
