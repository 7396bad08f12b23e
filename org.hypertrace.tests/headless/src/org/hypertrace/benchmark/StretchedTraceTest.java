/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import static org.hypertrace.core.guesttrace.CtfField.signed;
import static org.hypertrace.core.guesttrace.CtfField.string;
import static org.hypertrace.core.guesttrace.CtfField.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines that babeltrace2 prints of a stretched trace are those of the trace, at other times. */
class StretchedTraceTest {

    private static final long COMPACT = 1L << 27;
    private static final long LARGE = 1L << 32;

    @TempDir
    private Path fFolder;

    /** A short, a long, and a very long span, in all of which are events. */
    private Path trace(int types) throws Exception {
        Path folder = fFolder.resolve("of" + types);
        try (CtfWriter writer = new CtfWriter(folder, new UUID(1, 2), CtfClock.monotonic(new UUID(3, 4), 0), KernelEvents.environment("host"))) {
            writer.packetSize(256).context(signed("tid", 32), text("procname", 16));
            for (int i = 0; i < types; i++) {
                writer.declare(CtfEventType.of("type" + i, string("words")));
            }
            writer.stream(0).context(1, "init").begin(300);
            for (int i = 0; i < 40; i++) {
                writer.event(0, 400 + 10L * i, "type" + i % types, "event " + i);
            }
            writer.event(0, 1_000 + COMPACT - 1, "type1", "nearly too late").event(0, 10 * COMPACT, "type2", "extended");
            writer.event(0, 10 * COMPACT + LARGE, "type3", "behind the longest").event(0, 10 * COMPACT + LARGE + 7, "type3", "end");
            writer.stream(1).context(2, "two").begin(1000).event(1000, "type0", "x");
        }
        return folder;
    }

    @Test
    void eventsMoveAsTheirSpans() throws Exception {
        for (int types : new int[] { 4, 40 }) { // compact and large headers
            Path trace = trace(types);
            long end = 10 * COMPACT + LARGE;
            StretchedTrace.Spans spans = new StretchedTrace.Spans(new long[] { 500, 600, 1_000, end },
                    new long[] { 1_000_000_000_500L, 1_000_000_000_650L, 1_000_000_000_650L + 400 + 2 * LARGE, 1_000_000_000_650L + 9 * LARGE + end });
            // by hand: as the first instant; half as long again; much longer
            assertEquals(List.of(1_000_000_000_400L, 1_000_000_000_500L, 1_000_000_000_515L, 1_000_000_000_650L, 1_000_000_000_650L + 9 * LARGE + end + 7),
                    List.of(400L, 500L, 510L, 600L, end + 7).stream().map(spans::map).toList());
            Path copy = fFolder.resolve("copy" + types);
            new StretchedTrace(trace).write(copy, spans);
            List<String> expected = new ArrayList<>();
            for (String line : events(trace)) {
                int bracket = line.indexOf(']');
                expected.add("[" + "%020d".formatted(spans.map(Long.parseLong(line.substring(1, bracket)))) + line.substring(bracket));
            }
            assertEquals(45, expected.size());
            assertEquals(String.join("\n", expected), String.join("\n", events(copy)));
        }
    }

    private static List<String> events(Path trace) throws Exception {
        Path out = Files.createTempFile("babeltrace", ".out");
        try {
            assertEquals(0, new ProcessBuilder("babeltrace2", "--clock-cycles", "--no-delta", trace.toString()).redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor());
            return Files.readString(out).lines().filter(line -> line.startsWith("[")).toList();
        } finally {
            Files.delete(out);
        }
    }
}
