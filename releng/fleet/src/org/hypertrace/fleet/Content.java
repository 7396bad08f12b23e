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
import java.util.stream.Stream;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;

/**
 * What is in a recording, as a hash: the same bytes under the same names inside it have the same one, wherever it is. What its reports read
 * {@link Beside} it counts, too. It distinguishes recordings and protects nothing, so it need not be cryptographic: SHA-256 takes two to
 * three times as long.
 */
final class Content {

    private Content() {
    }

    /**
     * @param recording
     *            an archive or a folder
     * @return 32 hexadecimal digits
     * @throws IOException
     *             if it cannot be read
     */
    static String hash(Path recording) throws IOException {
        Hasher hasher = hasher();
        if (Files.isDirectory(recording)) {
            List<Path> files;
            try (Stream<Path> walk = Files.walk(recording)) {
                files = walk.filter(Files::isRegularFile).sorted().toList();
            }
            for (Path file : files) {
                add(recording, file, hasher);
            }
        } else if (Files.isRegularFile(recording)) {
            add(recording, hasher);
        } else {
            throw new NoSuchFileException(recording.toString());
        }
        Path whole = recording.toAbsolutePath().normalize();
        for (Path file : Beside.of(recording)) {
            add(whole, file, hasher); // its name begins with ".."
        }
        return hasher.hash().toString();
    }

    /**
     * @param parts
     *            texts
     * @return their hash, 32 hexadecimal digits
     */
    static String key(String... parts) {
        Hasher hasher = hasher();
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

    private static void add(Path recording, Path file, Hasher hasher) throws IOException {
        hasher.putString(recording.relativize(file) + "\0" + Files.size(file) + "\0", StandardCharsets.UTF_8);
        add(file, hasher);
    }

    private static void add(Path file, Hasher hasher) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                hasher.putBytes(buffer, 0, read);
            }
        }
    }

    private static Hasher hasher() {
        return Hashing.murmur3_128().newHasher();
    }
}
