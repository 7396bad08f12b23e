/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is in a recording, as a hash: the same bytes under the same names inside it have the same one, wherever it is. What its reports read
 * {@link Beside} it counts, too.
 */
final class Content {

    private Content() {
    }

    /**
     * @param recording
     *            an archive or a folder
     * @return 64 hexadecimal digits
     * @throws IOException
     *             if it cannot be read
     */
    static String hash(Path recording) throws IOException {
        MessageDigest digest = sha256();
        if (Files.isDirectory(recording)) {
            List<Path> files;
            try (Stream<Path> walk = Files.walk(recording)) {
                files = walk.filter(Files::isRegularFile).sorted().toList();
            }
            for (Path file : files) {
                add(recording, file, digest);
            }
        } else if (Files.isRegularFile(recording)) {
            add(recording, digest);
        } else {
            throw new NoSuchFileException(recording.toString());
        }
        Path whole = recording.toAbsolutePath().normalize();
        for (Path file : Beside.of(recording)) {
            add(whole, file, digest); // its name begins with ".."
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * @param parts
     *            texts
     * @return their hash, 64 hexadecimal digits
     */
    static String key(String... parts) {
        MessageDigest digest = sha256();
        for (String part : parts) {
            digest.update((part.length() + ":" + part).getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
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

    private static void add(Path recording, Path file, MessageDigest digest) throws IOException {
        digest.update((recording.relativize(file) + "\0" + Files.size(file) + "\0").getBytes(StandardCharsets.UTF_8));
        add(file, digest);
    }

    private static void add(Path file, MessageDigest digest) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
