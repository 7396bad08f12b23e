/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of exits that is not as it was written is none: exits are found again then. */
@Tag("plain")
class DamagedExitsTest {

    private static final int VERSION = 7;
    private static final int COUNT = 12;
    private static final int SIZE = 20;
    private static final int END = 24;

    @TempDir
    private Path fFolder;
    private Path fFile;
    private byte[] fWhole;

    @BeforeEach
    void write() throws IOException {
        fFile = fFolder.resolve("exits");
        try (ExitPass pass = new ExitPass(fFile, List.of("host"), host -> null, List.of(), guest -> null)) {
            Story.events("""
                    100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                    110 host cpu0 kvm_entry
                    120 host cpu0 kvm_exit HLT 0
                    150 host cpu0 kvm_entry
                    160 host cpu0 other
                    """).forEach(pass::accept);
            pass.finish(VERSION);
        }
        fWhole = Files.readAllBytes(fFile);
    }

    private ExitColumns changed(Consumer<ByteBuffer> change) throws IOException {
        byte[] bytes = fWhole.clone();
        change.accept(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
        Files.write(fFile, bytes);
        return ExitColumnsReader.open(fFile, VERSION);
    }

    @Test
    void whatIsWholeIsRead() throws IOException {
        assertEquals(1, changed(bytes -> { }).count());
        try (Stream<Path> files = Files.list(fFolder)) {
            assertEquals(List.of("exits", "exits.latencies"), files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void aHeaderThatCannotBe() throws IOException {
        assertNull(changed(bytes -> bytes.put(0, (byte) 1)));
        assertNull(changed(bytes -> bytes.putInt(8, 8)));
        assertNull(changed(bytes -> bytes.putInt(COUNT, -1)));
        // one chunk of 65 536 has room for so many
        assertNotNull(changed(bytes -> bytes.putInt(COUNT, ExitFile.EXITS)));
        assertNull(changed(bytes -> bytes.putInt(COUNT, ExitFile.EXITS + 1)));
        assertNotNull(changed(bytes -> bytes.putInt(COUNT, 0)));
        assertNull(changed(bytes -> bytes.putInt(SIZE, -1)));
        assertNull(changed(bytes -> bytes.putInt(SIZE, bytes.getInt(SIZE) - 1)));
        assertNull(changed(bytes -> bytes.putInt(SIZE, Integer.MAX_VALUE)));
        assertNull(changed(bytes -> bytes.putLong(END, bytes.getLong(END) - 1)));
        assertNull(changed(bytes -> bytes.putLong(END, 0)));
        assertNull(changed(bytes -> bytes.putLong(END, -1)));
    }

    /** Where the chunks of exits lie, which the trailer reports first: how many there are, and each of them. */
    @Test
    void chunksThatLieOutside() throws IOException {
        ByteBuffer whole = ByteBuffer.wrap(fWhole).order(ByteOrder.LITTLE_ENDIAN);
        int trailer = (int) whole.getLong(END);
        ByteBuffer big = ByteBuffer.wrap(fWhole);
        assertEquals(1, big.getInt(trailer));
        assertEquals(ExitFile.HEADER, big.getLong(trailer + 4));
        long last = fWhole.length - ExitFile.EXITS_BYTES;
        assertNotNull(changed(bytes -> bytes.order(ByteOrder.BIG_ENDIAN).putLong(trailer + 4, last)));
        assertNull(changed(bytes -> bytes.order(ByteOrder.BIG_ENDIAN).putLong(trailer + 4, last + 1)));
        assertNull(changed(bytes -> bytes.order(ByteOrder.BIG_ENDIAN).putLong(trailer + 4, ExitFile.HEADER - 1)));
        assertNull(changed(bytes -> bytes.order(ByteOrder.BIG_ENDIAN).putInt(trailer, 1 << 20)));
    }

    @Test
    void withoutTheLatenciesThereIsNone() throws IOException {
        Files.delete(ExitFile.latencies(fFile));
        assertNull(ExitColumnsReader.open(fFile, VERSION));
    }
}
