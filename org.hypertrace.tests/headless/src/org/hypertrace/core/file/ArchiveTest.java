/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.TraceFiles;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An archive from anywhere: its files are unpacked, or it is refused in one sentence and leaves nothing. */
class ArchiveTest {

    private static final Archive.Limits WIDE = new Archive.Limits(1 << 20, 10, 1000, 1 << 20, 0);

    @TempDir
    private Path fFolder;

    private Path fContent;
    private Path fArchive;

    @BeforeEach
    void makeFolders() throws IOException {
        fContent = Files.createDirectory(fFolder.resolve("content"));
        fArchive = fFolder.resolve("a.tar.xz");
    }

    private void pack(Object... options) {
        List<Object> command = new ArrayList<>(List.of("tar", "-cJf", fArchive, "-C", fContent));
        command.addAll(List.of(options));
        command.add(".");
        Tool.run(command.toArray());
    }

    private Path unpacked(Archive.Limits limits) throws IOException {
        Path target = Files.createTempDirectory(fFolder, "target");
        Archive.unpack(fArchive, target, limits, new NullProgressMonitor());
        return target;
    }

    /** By the way that every command and the workbench take. */
    private void refused(String why) throws IOException {
        Path into = fFolder.resolve("unpacked");
        ReportException refusal = assertThrows(ReportException.class, () -> TraceFiles.find(fArchive, into, new NullProgressMonitor()));
        assertEquals(why.replace("$", into.toString()), refusal.getMessage().replace(fArchive.toString(), "@"));
        try (Stream<Path> left = Files.list(into)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private void refused(Archive.Limits limits, String why) {
        assertEquals(why, assertThrows(Archive.Refused.class, () -> unpacked(limits)).getMessage().replace(fArchive.toString(), "@")
                .replace(fFolder.toString(), "$"));
    }

    @Test
    void filesAreAsTheyWere() throws IOException {
        Files.createDirectories(fContent.resolve("kernel/index"));
        Files.writeString(fContent.resolve("kernel/index/i"), "index");
        Files.writeString(fContent.resolve("kernel/" + "n".repeat(200)), "name that is longer than a header");
        pack();
        Path target = unpacked(WIDE);
        assertEquals("index", Files.readString(target.resolve("kernel/index/i")));
        assertEquals("name that is longer than a header", Files.readString(target.resolve("kernel/" + "n".repeat(200))));
    }

    @ParameterizedTest
    @ValueSource(strings = { "gnu", "pax" })
    void holesAreUnpackedAsZeros(String format) throws IOException {
        Tool.run("truncate", "-s", "300K", fContent.resolve("hole"));
        Files.write(fContent.resolve("hole"), "end".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        pack("-S", "--format=" + format);
        byte[] bytes = Files.readAllBytes(unpacked(WIDE).resolve("hole"));
        assertEquals((300 << 10) + 3, bytes.length);
        assertEquals("\0end", new String(bytes, (300 << 10) - 1, 4, StandardCharsets.UTF_8));
    }

    @Test
    void asManyBytesAsMayBe() throws IOException {
        Files.write(fContent.resolve("a"), new byte[700]);
        Files.write(fContent.resolve("b"), new byte[300]);
        pack();
        assertEquals(700, Files.size(unpacked(new Archive.Limits(1000, 10, 1000, 0, 0)).resolve("a")));
        refused(new Archive.Limits(999, 10, 1000, 0, 0),
                "@ is not unpacked: it unpacks to more than 0 MiB; unpack it yourself if you trust it, and give the folder.");
    }

    @Test
    void asManyEntriesAsMayBe() throws IOException {
        for (int i = 0; i < 9; i++) {
            Files.writeString(fContent.resolve("f" + i), "");
        }
        pack();
        unpacked(new Archive.Limits(1000, 10, 1000, 0, 0));
        refused(new Archive.Limits(1000, 9, 1000, 0, 0),
                "@ is not unpacked: it has more than 9 files and folders; give a smaller one.");
    }

    @Test
    void asMuchMoreThanTheArchiveAsMayBe() throws IOException {
        Files.write(fContent.resolve("zeros"), new byte[10 << 20]);
        pack();
        long size = Files.size(fArchive);
        int ratio = (int) ((10 << 20) / size);
        unpacked(new Archive.Limits(1 << 30, 10, ratio + 1, 0, 0));
        unpacked(new Archive.Limits(1 << 30, 10, ratio - 1, 10 << 20, 0));
        refused(new Archive.Limits(1 << 30, 10, ratio - 1, 1 << 20, 0), "@ is not unpacked: it unpacks to more than "
                + ((ratio - 1) * size >> 20) + " MiB; unpack it yourself if you trust it, and give the folder.");
    }

    @Test
    void someOfTheDiskStaysFree() throws IOException {
        Files.writeString(fContent.resolve("a"), "a");
        pack();
        refused(new Archive.Limits(1000, 10, 1000, 1000, Long.MAX_VALUE - 1000),
                "@ is not unpacked: there is no room for it in $; free some, or unpack it elsewhere and give the folder.");
    }

    /** A hole needs no place in an archive. */
    @Test
    void aBombOfSevenGibibytes() throws IOException {
        Tool.run("truncate", "-s", "7G", fContent.resolve("bomb"));
        pack("-S");
        refused("@ is not unpacked: it unpacks to more than 1024 MiB; unpack it yourself if you trust it, and give the folder.");
    }

    @Test
    void aBombOfNames() throws IOException {
        // the header of a long name of 64 MiB, and the name
        Path tar = fFolder.resolve("a.tar");
        Tool.run("sh", "-c", "cd '" + fContent + "' && touch a && tar --format=gnu -cf '" + tar + "' --transform 's,a,"
                + "n".repeat(200) + ",' a && python3 - '" + tar + "' <<'PY'\n"
                + "import sys\n"
                + "b = bytearray(open(sys.argv[1], 'rb').read()[:512])\n"
                + "assert b[156:157] == b'L'\n"
                + "b[124:136] = b'%011o\\0' % (64 << 20)\n"
                + "b[148:156] = b' ' * 8\n"
                + "b[148:156] = b'%06o\\0 ' % sum(b)\n"
                + "open(sys.argv[1], 'wb').write(b + b'n' * (64 << 20))\n"
                + "PY\nxz -1 '" + tar + "'");
        refused("@ cannot be unpacked: a header in it is too long; it may be damaged (test it with xz -t) or the disk may be full.");
    }

    @Test
    void aHeaderThatAsksForMuchMemory() throws IOException {
        Files.write(fArchive, InputFileTest.xzHeader());
        refused("@ cannot be unpacked: it needs 1537 MiB of memory to be unpacked, and may have 128 (pack it with xz -9 or less); it "
                + "may be damaged (test it with xz -t) or the disk may be full.");
    }

    @ParameterizedTest
    @ValueSource(strings = { "ln -s a link", "ln -s /etc/passwd link", "ln -s .. link", "ln a link", "mkfifo link",
        "mknod link c 1 5 || mkfifo link" })
    void whatIsNoFile(String command) throws IOException {
        Files.createDirectory(fContent.resolve("kernel"));
        Files.writeString(fContent.resolve("kernel/metadata"), "text");
        Tool.run("sh", "-c", "cd '" + fContent + "/kernel' && echo > a && " + command);
        pack("--sort=name");
        refused("@ is not unpacked: ./kernel/link in it is no file but a link, a pipe or a device; pack the files themselves (tar "
                + "--dereference --hard-dereference).");
    }

    @Test
    void aNameThatIsForATerminal() throws IOException {
        Files.createSymbolicLink(fContent.resolve("\u001b[31m\nok 1"), Path.of("a"));
        pack();
        refused("@ is not unpacked: ./\ufffd[31m ok 1 in it is no file but a link, a pipe or a device; pack the files themselves "
                + "(tar --dereference --hard-dereference).");
    }
}
