/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostLosses;
import org.hypertrace.core.machine.HostLosses.Stretch;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.testing.log.Modelled;
import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is missing of a host's events, and whether a recording is still the one that it was. */
@Tag("plain")
class HostLossesTest {

    @TempDir
    private Path fFolder;

    private static HostLosses missing(Stretch... stretches) {
        return new HostLosses(0, 0, 0, List.of(stretches));
    }

    @Test
    void whatIsMissingForPeople() {
        assertEquals("lost 1 event", new HostLosses(1, 0, 0, List.of()).text());
        assertEquals("lost 7 events and 2 packets", new HostLosses(7, 0, 0, List.of(new Stretch(1, 2, 0, 2))).text());
        assertEquals("lost an unknown number of events and 3 packets and an unknown number of packets and 1 misplaced event",
                new HostLosses(0, 1, 1, List.of(new Stretch(1, 2, 0, 1), new Stretch(2, 3, 0, HostEvent.UNCOUNTED), new Stretch(3, 4, 0, 2))).text());
        assertEquals("lost 1 packet", missing(new Stretch(1, 2, 0, 1)).text());
    }

    @Test
    void anyOfThemIsALoss() {
        assertFalse(HostLosses.NONE.any());
        assertTrue(new HostLosses(1, 0, 0, List.of()).any());
        assertTrue(new HostLosses(0, 1, 0, List.of()).any());
        assertTrue(new HostLosses(0, 0, 1, List.of()).any());
        assertTrue(missing(new Stretch(1, 2, 0, 1)).any());
    }

    /** A stretch that only touches another one is not in it. */
    @Test
    void untilWhenSomethingIsSeen() {
        HostLosses losses = missing(new Stretch(100, 200, 0, 1), new Stretch(150, 300, 1, 1));
        assertEquals("100 50 100 250 400 150", losses.seenUntil(50, 400) + " " + losses.seenUntil(10, 50) + ' ' + losses.seenUntil(50, 100) + ' '
                + losses.seenUntil(250, 270) + ' ' + losses.seenUntil(300, 400) + ' ' + losses.seenUntil(150, 151));
        assertEquals(101, losses.seenUntil(101, 400));
        assertEquals(100, losses.seenUntil(99, 101));
    }

    @Test
    void asTheModelHasThem() throws StateSystemDisposedException {
        HostLosses losses = Machines.of(Modelled.of("""
                100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu0 lost 130 7
                140 host cpu1 lost 150 2
                150 host cpu1 lost 160 -1
                200 host cpu1 lost_packets 300 3
                310 host cpu1 lost_packets 400 -1
                400 host cpu1 other
                """)).get(0).losses();
        assertEquals("9 and 1 times uncounted, 200-300 of cpu1: 3; 310-400 of cpu1: -1", losses.discarded() + " and " + losses.uncounted()
                + " times uncounted, " + losses.missing().stream().map(one -> one.begin() + "-" + one.end() + " of cpu" + one.cpu() + ": "
                + one.packets()).collect(Collectors.joining("; ")));
    }

    private static void write(Path file, int length, int at, int value) throws IOException {
        FileTime time = Files.exists(file) ? Files.getLastModifiedTime(file) : FileTime.fromMillis(1_700_000_000_000L);
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(length);
            bytes.seek(at);
            bytes.write(value);
        }
        Files.setLastModifiedTime(file, time);
    }

    /** Its length, its time, and its contents: of a small file all, of a large one the begin, the end and places between. */
    @Test
    void anotherRecordingHasAnotherHash() throws IOException {
        for (int length : new int[] { 5_000, 65_536, 1_000_000 }) {
            Path file = fFolder.resolve("stream" + length);
            write(file, length, 0, 1);
            int hash = RecordingHash.of(file);
            assertEquals(hash, RecordingHash.of(file));
            for (int at : length < 100_000 ? new int[] { 0, 1, 4_095, 4_096, length - 1 } : new int[] { 0, 4_095, length - 1, length - 4_096,
                    (length - 4_096) / 15 }) {
                write(file, length, at, 77);
                assertNotEquals(hash, RecordingHash.of(file), length + " at " + at);
                write(file, length, at, at == 0 ? 1 : 0);
                assertEquals(hash, RecordingHash.of(file), length + " at " + at);
            }
            write(file, length + 1, 0, 1);
            assertNotEquals(hash, RecordingHash.of(file));
            write(file, length, 0, 1);
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_001_000L));
            assertNotEquals(hash, RecordingHash.of(file));
        }
    }

    /** A guest writes into mapped memory: neither length nor time of the file change. This ring is where no sample is. */
    @Test
    void moreInARingIsAnotherRecording() throws IOException {
        int at = 1 << 14;
        RingMemory memory = new RingMemory().ring(0, 0, 4, at).ring(at, 1, 4, 0).put(at, 100, 0x84, 5, 1);
        Path file = fFolder.resolve("ring");
        FileTime time = FileTime.fromMillis(1_700_000_000_000L);
        Files.write(file, Arrays.copyOf(memory.bytes(), 1 << 20));
        Files.setLastModifiedTime(file, time);
        int hash = RecordingHash.of(file);
        Files.write(file, Arrays.copyOf(memory.put(at, 200, 0x84, 5, 2).bytes(), 1 << 20));
        Files.setLastModifiedTime(file, time);
        assertNotEquals(hash, RecordingHash.of(file));
    }

    @Test
    void aFolderIsItsFiles() throws IOException {
        Path folder = Files.createDirectory(fFolder.resolve("trace"));
        write(folder.resolve("a"), 100, 0, 1);
        int one = RecordingHash.of(folder);
        assertEquals(RecordingHash.of(folder.resolve("a")), one);
        write(folder.resolve("b"), 100, 0, 1);
        assertNotEquals(one, RecordingHash.of(folder));
        assertEquals(one + RecordingHash.of(folder.resolve("b")), RecordingHash.of(folder));
        Files.createDirectory(folder.resolve("index"));
        Files.delete(folder.resolve("b"));
        assertEquals(one, RecordingHash.of(folder));
    }
}
