/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy with other times, compared with what babeltrace2 reads: packets that cannot be read are missing, all else is there. */
@Tag("long")
class MovedTraceTest {

    private static final String STREAM = "c0_0";
    private static final long LATER = 1_000_000_007;
    /** Of a packet of LTTng's kernel tracer, bytes: where its length is, and where its first event begins. */
    private static final int CONTENT_SIZE = 48;
    private static final long FIRST_EVENT = 84;

    @TempDir
    private Path fFolder;

    private static List<String> printed(Path trace) {
        return Tool.run("bash", "-c", "babeltrace2 --no-delta --clock-seconds \"$0\" 2>/dev/null", trace).lines().toList();
    }

    /** A line of babeltrace2, {@code [seconds.ns] …}, as it is when all is later. */
    private static String later(String line) {
        int end = line.indexOf(']');
        long time = Long.parseLong(line.substring(1, end).replace(".", "")) + LATER;
        return String.format("[%d.%09d", time / 1_000_000_000, time % 1_000_000_000) + line.substring(end);
    }

    private Path moved(Path trace) throws IOException {
        Path copy = fFolder.resolve("moved");
        MovedTrace.write(trace, copy, Map.of(), time -> time + LATER);
        return copy;
    }

    private static Path sample() {
        return Samples.trace("syscall-load");
    }

    private DamagedCopy copy(String name) throws IOException {
        return DamagedCopy.of(sample(), fFolder.resolve(name)).withoutIndex();
    }

    @Test
    void onlyTimesDiffer() throws IOException {
        List<String> all = printed(sample());
        assertEquals(all.stream().map(MovedTraceTest::later).toList(), printed(moved(sample())));
        assertTrue(all.size() > 100_000);
    }

    @Test
    void aDamagedPacketIsMissing() throws IOException {
        List<String> rest = printed(copy("dropped").drop(STREAM, 0, 1).folder()).stream().map(MovedTraceTest::later).toList();
        assertEquals(rest, printed(moved(copy("damaged").damage(STREAM, 0).folder())));
        assertTrue(!rest.isEmpty());
    }

    /** LTTng writes such when nothing happened meanwhile; nothing is damaged. */
    @Test
    void aPacketWithoutEventsIsKept() throws IOException {
        DamagedCopy empty = copy("empty");
        empty.set(STREAM, 1, CONTENT_SIZE, Byte.SIZE * FIRST_EVENT);
        assertTrue(TracePackets.of(empty.folder()).leftOut().stream().noneMatch(LeftOut::isDamage));
        assertEquals(printed(empty.folder()).stream().map(MovedTraceTest::later).toList(), printed(moved(empty.folder())));
        assertEquals(Files.size(empty.folder().resolve(STREAM)), Files.size(fFolder.resolve("moved").resolve(STREAM)));
    }

    @Test
    void whatCannotBeMovedIsReported() {
        IOException back = assertThrows(MovedTrace.Unmovable.class, () -> MovedTrace.write(sample(), fFolder.resolve("back"), Map.of(), time -> -1));
        assertEquals("it would begin before the 0 of its clock", back.getMessage());
        // so far that the times that are left out in short headers of events are not those of the event before
        assertEquals("two events of a stream are too far from each other, or change their order", assertThrows(MovedTrace.Unmovable.class,
                () -> MovedTrace.write(sample(), fFolder.resolve("far"), Map.of(), time -> time * 1000 % Long.MAX_VALUE)).getMessage());
    }
}
