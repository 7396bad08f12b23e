/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Events that wait in their order, the last ones in memory, those before them in a file that goes when they go. Isolated: it looks for files. */
@Isolated
class SpoolTest {

    private static final GuestCpu VCPU_0 = new GuestCpu(0, 0, 0, 0);

    private static List<Long> fill(Spool<GuestEvent.Mark> spool, long from, long to) {
        for (long time = from; time < to; time++) {
            assertTrue(spool.add(new GuestEvent.Mark(time, VCPU_0, 1, time)));
        }
        return LongStream.range(from, to).boxed().toList();
    }

    private static List<Long> drain(Spool<GuestEvent.Mark> spool) {
        List<Long> times = new ArrayList<>();
        spool.drain(mark -> times.add(mark.time()));
        assertTrue(spool.isEmpty());
        return times;
    }

    /** The files of events that this process, and no other one, has open. */
    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            for (Path file : all.filter(Files::isSymbolicLink).toList()) {
                Path open = Files.exists(file) ? Files.readSymbolicLink(file) : file;
                if (open.getFileName().toString().matches("hypertrace.*\\.events")) {
                    files.add(open);
                }
            }
        }
        return files;
    }

    @Test
    void asManyAsFitIntoMemoryNeedNoFile() throws IOException {
        try (Spool<GuestEvent.Mark> spool = new Spool<>(10)) {
            assertTrue(spool.isEmpty());
            List<Long> all = fill(spool, 0, 10);
            assertFalse(spool.isEmpty());
            assertEquals(List.of(), files());
            assertEquals(all, drain(spool));
        }
    }

    @Test
    void moreGoThroughAFileInTheirOrder() throws IOException {
        try (Spool<GuestEvent.Mark> spool = new Spool<>(10)) {
            fill(spool, 0, 11);
            // all are in the file, none in memory
            assertFalse(spool.isEmpty());
            assertEquals(1, files().size());
            Path file = files().get(0);
            fill(spool, 11, 35);
            assertEquals(LongStream.range(0, 35).boxed().toList(), drain(spool));
            assertTrue(Files.notExists(file));
            // and again
            assertEquals(fill(spool, 50, 75), drain(spool));
        }
    }

    @Test
    void whatNobodyWantsAnyMoreLeavesNoFile() throws IOException {
        Spool<GuestEvent.Mark> spool = new Spool<>(10);
        fill(spool, 0, 22);
        Path file = files().get(0);
        spool.close();
        assertTrue(Files.notExists(file));
        assertEquals(List.of(), files());
        spool.close();
        assertTrue(spool.isEmpty());
    }
}
