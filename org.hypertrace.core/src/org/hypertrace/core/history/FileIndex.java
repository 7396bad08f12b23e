/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The end of a file of blocks: where they are and what they mean, with a check sum. The header of the file has the place of it and is
 * written last: a file without one is not whole.
 */
public final class FileIndex {

    /** The length of the header in bytes; the first block follows it. */
    public static final int HEADER = 64;

    private static final int CHUNK = 1 << 16;

    /**
     * A kind of file.
     *
     * @param magic
     *            its first eight bytes
     * @param number
     *            of the form; another one cannot be read
     */
    public record Form(long magic, int number) { }

    private final BlockFile fFile;
    private final CRC32 fSum = new CRC32();
    private final long fFrom;
    private ByteWriter fWriter = new ByteWriter();

    /** @param file whose blocks are all written */
    public FileIndex(BlockFile file) {
        fFile = file;
        fFrom = file.size();
    }

    /**
     * @param number
     *            any number; small ones need few bytes
     * @throws IOException
     *             if it cannot be written
     */
    public void putVarint(long number) throws IOException {
        fWriter.putVarint(number);
        flush(CHUNK);
    }

    /**
     * @param text
     *            any text
     * @throws IOException
     *             if it cannot be written
     */
    public void putText(String text) throws IOException {
        fWriter.putText(text);
        flush(CHUNK);
    }

    private void flush(int most) throws IOException {
        if (fWriter.length() > most) {
            fSum.update(fWriter.bytes(), 0, fWriter.length());
            fFile.append(fWriter.bytes(), 0, fWriter.length());
            fWriter = new ByteWriter();
        }
    }

    /**
     * Makes the file whole.
     *
     * @param form
     *            of the file
     * @param version
     *            of what it holds
     * @throws IOException
     *             if it cannot be written
     */
    public void finish(Form form, int version) throws IOException {
        flush(0);
        ByteWriter header = new ByteWriter();
        header.putLong(form.magic);
        header.putInt(form.number);
        header.putInt(version);
        header.putLong(fFrom);
        header.putLong(fFile.size() - fFrom);
        header.putLong(fSum.getValue());
        fFile.finish(Arrays.copyOf(header.bytes(), HEADER));
    }

    /**
     * @param file
     *            a file that should be whole
     * @param form
     *            that it should have
     * @param version
     *            of what it should hold
     * @return its index
     * @throws IOException
     *             if it is not whole, damaged, or of another form or version
     */
    public static ByteReader read(BlockFile file, Form form, int version) throws IOException {
        byte[] bytes = new byte[HEADER];
        long size = file.size();
        if (size < HEADER) {
            throw new IOException("the file is not whole");
        }
        file.read(0, bytes, HEADER);
        ByteReader header = new ByteReader();
        header.set(bytes, 0);
        if (header.getLong() != form.magic || header.getInt() != form.number || header.getInt() != version) {
            throw new IOException("the file is not whole, or of another version");
        }
        long from = header.getLong();
        long length = header.getLong();
        long sum = header.getLong();
        if (from < HEADER || length < 0 || length > Integer.MAX_VALUE - Long.BYTES || from + length != size) {
            throw new IOException("the file is not whole");
        }
        byte[] index = new byte[(int) length];
        for (int at = 0; at < length; at += CHUNK) {
            byte[] chunk = new byte[(int) Math.min(CHUNK, length - at)];
            file.read(from + at, chunk, chunk.length);
            System.arraycopy(chunk, 0, index, at, chunk.length);
        }
        CRC32 is = new CRC32();
        is.update(index);
        if (is.getValue() != sum) {
            throw new IOException("the file is damaged");
        }
        ByteReader reader = new ByteReader();
        reader.set(index, 0);
        return reader;
    }
}
