/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import org.tukaani.xz.XZInputStream;

/**
 * Opens the files that users, manifests and the folders of traces name. Only regular files are opened: a pipe would let us wait
 * for ever, and a device need not end. The reason of every exception is a clause, see {@link IoReason}.
 */
public final class InputFile {

    /** What may be read as a whole, bytes: much more than any manifest or dictionary has. */
    public static final int MAX_TEXT = 1 << 20;
    /** {@code xz -9} needs 65 MiB. */
    private static final int MAX_XZ_KIB = 128 << 10;

    private InputFile() {
    }

    /**
     * @param file
     *            a file
     * @throws IOException
     *             if it is not there, or no regular file
     */
    public static void requireRegular(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null, "it is neither a file nor a folder");
        }
    }

    /**
     * @param file
     *            a file
     * @return its bytes
     * @throws IOException
     *             if it is no regular file or cannot be read
     */
    public static InputStream stream(Path file) throws IOException {
        requireRegular(file);
        return new BufferedInputStream(Files.newInputStream(file));
    }

    /**
     * @param file
     *            a text of at most {@link #MAX_TEXT} bytes
     * @return it, read as UTF-8
     * @throws IOException
     *             if it is longer or no regular file, or cannot be read; the message is one sentence for the user
     */
    public static String text(Path file) throws IOException {
        try (InputStream in = stream(file)) {
            byte[] bytes = in.readNBytes(MAX_TEXT + 1);
            if (bytes.length > MAX_TEXT) {
                throw new IOException("it is longer than 1 MiB");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw cannotRead(file, e);
        }
    }

    /**
     * @param packed
     *            what xz has packed
     * @return the same unpacked; reading it fails if that needs much more memory than what {@code xz -9} has packed
     * @throws IOException
     *             if it was not packed by xz
     */
    public static InputStream unpacked(InputStream packed) throws IOException {
        return new XZInputStream(packed, MAX_XZ_KIB);
    }

    /**
     * @param file
     *            what a manifest names
     * @param folder
     *            the manifest's
     * @throws IOException
     *             if it is there and is elsewhere, as links do; the message is one sentence for the user
     */
    public static void requireInside(Path file, Path folder) throws IOException {
        if (Files.exists(file) && !file.toRealPath().startsWith(folder.toRealPath())) {
            throw new IOException(file + " leads out of the folder of the manifest; put the file itself there.");
        }
    }

    /**
     * @param file
     *            a file
     * @param e
     *            why it cannot be read
     * @return the same, with one sentence for the user
     */
    public static IOException cannotRead(Path file, IOException e) {
        String reason = IoReason.of(e);
        return new IOException("Cannot read " + file + ": " + (reason.equals("there is no " + file) ? "there is no such file; check the path" : reason)
                + '.', e);
    }
}
