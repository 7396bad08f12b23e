/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.CRC32;

import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.core.trace.console.ConsoleLogTrace;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What users, manifests and folders of traces name instead of a good file: one sentence, at once, and in little memory. */
class InputFileTest {

    private static final Duration HANGS = Duration.ofSeconds(60);
    private static final long GIGABYTE = 1L << 30;
    private static final String SECRET = "s3cret";

    /** Everything that reads a file which somebody named. */
    private enum Reader {
        SYMBOLS(SymbolReader::read), DIALECT(Dialect::read), MANIFEST(Manifest::read),
        MANIFEST_BESIDE(file -> Manifest.beside(file.resolveSibling("trace"))), RING(RingFile::new), TEXT_TRACE(Reader::opened);

        private interface Reading {
            Object of(Path file) throws IOException;
        }

        private final Reading fReading;

        Reader(Reading reading) {
            fReading = reading;
        }

        /** As Trace Compass does with a trace that was a good one when it was last open. */
        private static Object opened(Path file) throws IOException {
            ConsoleLogTrace trace = new ConsoleLogTrace();
            try {
                trace.initTrace(null, file.toString(), TmfEvent.class);
                return trace;
            } catch (TmfTraceException e) {
                throw new IOException(e.getMessage(), e);
            } finally {
                trace.dispose();
            }
        }

        /** The one sentence with which it refuses the file. */
        String refusal(Path file) {
            String sentence = assertTimeoutPreemptively(HANGS,
                    () -> assertThrows(IOException.class, () -> fReading.of(file)).getMessage(), "it hangs");
            assertEquals(1, sentence.lines().count(), sentence);
            return sentence.replace(file.toString(), "@");
        }
    }

    @TempDir
    private Path fFolder;

    private Path file() {
        return fFolder.resolve(Manifest.FILE_NAME);
    }

    @ParameterizedTest
    @EnumSource(Reader.class)
    void aPipe(Reader reader) {
        Tool.run("mkfifo", file());
        refusedAsNoFile(reader);
    }

    @ParameterizedTest
    @EnumSource(Reader.class)
    void aLinkToADevice(Reader reader) throws IOException {
        Files.createSymbolicLink(file(), Path.of("/dev/zero"));
        if (reader == Reader.MANIFEST_BESIDE) {
            assertEquals("@ leads out of the folder of the manifest; put the file itself there.", reader.refusal(file()));
        } else {
            refusedAsNoFile(reader);
        }
    }

    private void refusedAsNoFile(Reader reader) {
        assertEquals(switch (reader) {
        case RING -> "@ is not there, or no file; keep the memory of the rings beside the recording.";
        case TEXT_TRACE -> "@ cannot be read: it is neither a file nor a folder";
        default -> "Cannot read @: it is neither a file nor a folder.";
        }, reader.refusal(file()));
    }

    @ParameterizedTest
    @EnumSource(value = Reader.class, names = { "RING", "TEXT_TRACE" }, mode = EnumSource.Mode.EXCLUDE)
    void aFolder(Reader reader) throws IOException {
        Files.createDirectory(file());
        assertEquals("Cannot read @: it is a folder.", reader.refusal(file()));
    }

    @ParameterizedTest
    @EnumSource(value = Reader.class, names = { "RING", "TEXT_TRACE" }, mode = EnumSource.Mode.EXCLUDE)
    void aLinkToNothing(Reader reader) throws IOException {
        Files.createSymbolicLink(file(), fFolder.resolve("nothing"));
        assertEquals("Cannot read @: there is no such file; check the path.", reader.refusal(file()));
    }

    /** Its text is one line: of zeros, for a hole takes no place on the disk. */
    @ParameterizedTest
    @EnumSource(value = Reader.class, names = "TEXT_TRACE", mode = EnumSource.Mode.EXCLUDE)
    void aGigabyteInOneLine(Reader reader) throws IOException {
        try (RandomAccessFile hole = new RandomAccessFile(file().toFile(), "rw")) {
            hole.setLength(GIGABYTE);
        }
        assertEquals(switch (reader) {
        case SYMBOLS -> "@, line 1: no kernel has so long symbols; give a kallsyms or System.map.";
        case RING -> "@ has no ring of version 1 at byte 0; is it the memory of an ivshmem-plain device, and was the guest's tracer on?";
        default -> "Cannot read @: it is longer than 1 MiB.";
        }, reader.refusal(file()));
    }

    @Test
    @Tag("long")
    void aGigabyteOfShortLines() throws IOException {
        Tool.run(file(), "sh", "-c", "yes ffffffff81000000 | head -c 200M | sed 's/$/ T f/'");
        assertEquals("@, line 2000001: no kernel has so many symbols; give a kallsyms or System.map.", Reader.SYMBOLS.refusal(file()));
    }

    @Test
    @Tag("long")
    void symbolsOfWhichAllLinesAreLong() throws IOException {
        Tool.run(file(), "sh", "-c", "yes \"ffffffff81000000 T $(printf %04000d 0)\" | head -c 200M");
        // 4019 characters each
        assertEquals("@, line " + ((1 << 27) / 4019 + 1) + ": no kernel has so many symbols; give a kallsyms or System.map.",
                Reader.SYMBOLS.refusal(file()));
    }

    @ParameterizedTest
    @EnumSource(value = Reader.class, names = { "DIALECT", "MANIFEST", "MANIFEST_BESIDE" })
    void listsWithinLists(Reader reader) throws IOException {
        String message = "@ is not JSON: it has more than 64 lists and objects within each other.";
        for (String open : new String[] { "[", "{\"a\":", "[{\"a\":" }) {
            Files.writeString(file(), open.repeat(900_000 / open.length()));
            assertEquals(message, reader.refusal(file()), open);
        }
        Files.writeString(file(), "{\"name\":" + "[".repeat(400_000) + "]".repeat(400_000) + "}");
        assertEquals(message, reader.refusal(file()));
    }

    @Test
    void asManyListsBesideEachOtherAsThereAre() throws IOException {
        Files.writeString(file(), "{\"vms\":[],\"x\":[" + "[],{},".repeat(1000) + "[]]}");
        assertEquals(0, Manifest.read(file()).vms().size());
    }

    /** The first bytes of what {@code xz} packs with a dictionary of 1.5 GiB: whoever believes them makes room for that. */
    @Test
    void symbolsThatAskForMuchMemory() throws IOException {
        Files.write(file(), xzHeader());
        assertEquals("Cannot read @: it needs 1537 MiB of memory to be unpacked, and may have 128 (pack it with xz -9 or less).",
                Reader.SYMBOLS.refusal(file()));
    }

    static byte[] xzHeader() {
        byte[] stream = { 0, 1 };
        // one filter, LZMA2, of which byte 37 reports 3 << 29 bytes; padding
        byte[] block = { 2, 0, 0x21, 1, 37, 0, 0, 0 };
        return ByteBuffer.allocate(6 + 2 + 4 + 8 + 4 + 8).order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] { (byte) 0xfd, '7', 'z', 'X', 'Z', 0 }).put(stream).putInt(crc(stream)).put(block).putInt(crc(block))
                .array();
    }

    private static int crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    @Test
    void whatXzPacksBestCanBeRead() throws IOException {
        Path plain = Files.writeString(fFolder.resolve("System.map"), "ffffffff81000000 T _text\nffffffff81000000 T start\n");
        Tool.run(file(), "xz", "--stdout", "-9e", plain);
        assertEquals("start", SymbolReader.read(file()).label(0xffffffff81000000L));
    }

    /** A recording may have links to what the user can read and others may not. */
    @ParameterizedTest
    @EnumSource(value = Reader.class, names = { "RING", "TEXT_TRACE", "MANIFEST_BESIDE" }, mode = EnumSource.Mode.EXCLUDE)
    void noTextOfTheFileIsShown(Reader reader) throws IOException {
        for (String text : new String[] { SECRET, SECRET + ":x:0:0\n", "{" + SECRET, "{\"" + SECRET + "\": {\"a\" 1}}", SECRET + " x y",
            "[1] " + SECRET, "{\"a\":1} " + SECRET }) {
            Files.writeString(file(), text);
            String refusal = reader.refusal(file());
            // of a whole value, as of a wrong one in a manifest, the beginning is shown
            assertFalse(refusal.contains(SECRET) && !text.equals(SECRET), refusal);
        }
    }

    @Test
    void whatAManifestNamesIsInItsFolder() throws IOException {
        Path outside = Files.createDirectory(fFolder.resolve("outside"));
        Path inside = Files.createDirectory(fFolder.resolve("inside"));
        Path secret = Files.writeString(outside.resolve("shadow"), SECRET);
        Files.createSymbolicLink(inside.resolve("link"), secret);
        Files.createSymbolicLink(inside.resolve("up"), outside);
        Files.writeString(inside.resolve("System.map"), "ffffffff81000000 T start\n");
        Files.createSymbolicLink(inside.resolve("own"), inside.resolve("System.map"));
        Path manifest = inside.resolve(Manifest.FILE_NAME);
        for (String key : new String[] { "symbols", "dialect" }) {
            for (String name : new String[] { "link", "up/shadow" }) {
                Files.writeString(manifest, "{\"vms\":[{\"" + key + "\":\"" + name + "\"}]}");
                assertEquals(inside.resolve(name) + " leads out of the folder of the manifest; put the file itself there.",
                        assertThrows(IOException.class, () -> Manifest.read(manifest)).getMessage());
            }
            for (String name : new String[] { "../outside/shadow", "sub/../../outside/shadow", secret.toString() }) {
                Files.writeString(manifest, "{\"vms\":[{\"" + key + "\":\"" + name + "\"}]}");
                String message = assertThrows(IOException.class, () -> Manifest.read(manifest)).getMessage();
                assertEquals(manifest + ": vms[0]." + key + " must be a file below the folder of the manifest, not " + Quoted.of('"' + name + "\"") + '.', message);
            }
        }
        for (String name : new String[] { "own", "System.map", "missing" }) {
            Files.writeString(manifest, "{\"vms\":[{\"symbols\":\"" + name + "\"}]}");
            assertEquals(inside.resolve(name), Manifest.read(manifest).vms().get(0).symbols());
        }
    }

    @Test
    void aManifestThatIsALinkElsewhere() throws IOException {
        Path inside = Files.createDirectory(fFolder.resolve("inside"));
        Path manifest = Files.createSymbolicLink(inside.resolve(Manifest.FILE_NAME), Files.writeString(fFolder.resolve("a"), SECRET));
        assertEquals("@ leads out of the folder of the manifest; put the file itself there.", Reader.MANIFEST_BESIDE.refusal(manifest));
    }

    @Test
    void whatIsShownIsShortAndHarmless() {
        assertEquals("a\ufffd[31mb\ufffdc", Quoted.of("a\u001b[31mb\u202ec"));
        assertEquals("x".repeat(60) + '…', Quoted.of("x".repeat(61)));
        assertEquals("\ud83d\ude00".repeat(60), Quoted.of("\ud83d\ude00".repeat(60)));
    }
}
