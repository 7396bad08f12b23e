/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;

/**
 * What is in a recording, as a checksum: the same bytes under the same names inside it have the same one, wherever it is. What its reports read
 * {@link Beside} it counts, too. It distinguishes recordings and protects nothing. Processors have instructions for these checksums: a hash takes
 * several times as long. Their polynomials have no common divisor, so both together are one checksum of 64 bits.
 */
final class Content {

    private static final byte[] FOLDER = { '/' };

    private final CRC32 fFirst = new CRC32();
    private final CRC32C fSecond = new CRC32C();
    private long fLength;

    private Content() {
    }

    /**
     * @param recording
     *            an archive or a folder
     * @return the checksum and the number of bytes, hexadecimal
     * @throws IOException
     *             if it cannot be read
     */
    static String hash(Path recording) throws IOException {
        Content content = new Content();
        if (Files.isDirectory(recording)) {
            content.add(FOLDER, FOLDER.length); // an empty one is no empty file
            List<Path> files;
            try (Stream<Path> walk = Files.walk(recording)) {
                files = walk.filter(Files::isRegularFile).sorted().toList();
            }
            for (Path file : files) {
                content.add(recording, file);
            }
        } else if (Files.isRegularFile(recording)) {
            content.add(recording);
        } else {
            throw new NoSuchFileException(recording.toString());
        }
        Path whole = recording.toAbsolutePath().normalize();
        for (Path file : Beside.of(recording)) {
            content.add(whole, file); // its name begins with ".."
        }
        return String.format(Locale.ROOT, "%08x%08x%x", content.fFirst.getValue(), content.fSecond.getValue(), content.fLength);
    }

    /**
     * @param parts
     *            texts
     * @return their hash, 32 hexadecimal digits
     */
    static String key(String... parts) {
        Hasher hasher = Hashing.murmur3_128().newHasher();
        for (String part : parts) {
            hasher.putString(part.length() + ":" + part, StandardCharsets.UTF_8);
        }
        return hasher.hash().toString();
    }

    /**
     * @param folder
     *            is deleted, with all that is in it; what cannot be deleted stays
     */
    static void delete(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        }
    }

    private void add(Path recording, Path file) throws IOException {
        byte[] name = (recording.relativize(file) + "\0" + Files.size(file) + "\0").getBytes(StandardCharsets.UTF_8);
        add(name, name.length);
        add(file);
    }

    private void add(Path file) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                add(buffer, read);
            }
        }
    }

    private void add(byte[] bytes, int count) {
        fFirst.update(bytes, 0, count);
        fSecond.update(bytes, 0, count);
        fLength += count;
    }
}
