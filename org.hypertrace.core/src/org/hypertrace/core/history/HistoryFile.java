/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The form of a history's file: a header, the blocks of all columns in the order in which they were full, and at the end the
 * attributes, where their blocks are, and the table of texts. The header is written last: a file without it is not whole.
 */
final class HistoryFile {

    static final int HEADER = 64;

    private static final long MAGIC = 0x314e4d554c4f4348L;
    private static final int FORMAT = 1;
    private static final int CHUNK = 1 << 16;

    /**
     * What a file has besides blocks.
     *
     * @param start
     *            the first time, ns since the epoch
     * @param end
     *            the last one
     */
    record Content(long start, long end, AttributeTree attributes, List<Column> columns, List<String> texts) { }

    private final BlockFile fFile;
    private final CRC32 fSum = new CRC32();
    private ByteWriter fWriter = new ByteWriter();

    private HistoryFile(BlockFile file) {
        fFile = file;
    }

    /** Ends a file, whose columns are closed. */
    static void write(BlockFile file, int version, Content content) throws IOException {
        new HistoryFile(file).write(version, content);
    }

    private void write(int version, Content content) throws IOException {
        long from = fFile.size();
        fWriter.putVarint(content.columns().size());
        for (int quark = 0; quark < content.columns().size(); quark++) {
            fWriter.putVarint(content.attributes().parent(quark) + 1);
            text(content.attributes().name(quark));
            Column.View column = content.columns().get(quark).view();
            fWriter.putVarint(column.blocks());
            long start = content.start();
            long place = 0;
            for (int block = 0; block < column.blocks(); block++) {
                fWriter.putVarint(column.starts()[block] - start);
                fWriter.putVarint(column.places()[block] - place);
                start = column.starts()[block];
                place = column.places()[block];
                flush(CHUNK);
            }
        }
        fWriter.putVarint(content.texts().size());
        for (String text : content.texts()) {
            text(text);
        }
        flush(0);
        long length = fFile.size() - from;
        ByteWriter header = new ByteWriter();
        header.putLong(MAGIC);
        header.putInt(FORMAT);
        header.putInt(version);
        for (long number : new long[] { content.start(), content.end(), from, length, fSum.getValue() }) {
            header.putLong(number);
        }
        fFile.finish(Arrays.copyOf(header.bytes(), HEADER));
    }

    private void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        fWriter.putVarint(bytes.length);
        fWriter.put(bytes);
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
     * Reads what a file has besides blocks.
     *
     * @throws IOException
     *             if it is not whole, or of another version
     */
    static Content read(BlockFile file, int version) throws IOException {
        byte[] bytes = new byte[HEADER];
        long size = file.size();
        if (size < HEADER) {
            throw new IOException("the history is not whole");
        }
        file.read(0, bytes, HEADER);
        ByteReader header = new ByteReader();
        header.set(bytes, 0);
        if (header.getLong() != MAGIC || header.getInt() != FORMAT || header.getInt() != version) {
            throw new IOException("the history is not whole, or of another version");
        }
        long start = header.getLong();
        long end = header.getLong();
        long from = header.getLong();
        long length = header.getLong();
        long sum = header.getLong();
        if (from < HEADER || length < 0 || length > Integer.MAX_VALUE - Long.BYTES || from + length != size) {
            throw new IOException("the history is not whole");
        }
        byte[] rest = new byte[(int) length];
        for (int at = 0; at < length; at += CHUNK) {
            byte[] chunk = new byte[(int) Math.min(CHUNK, length - at)];
            file.read(from + at, chunk, chunk.length);
            System.arraycopy(chunk, 0, rest, at, chunk.length);
        }
        CRC32 is = new CRC32();
        is.update(rest);
        if (is.getValue() != sum) {
            throw new IOException("the history is damaged");
        }
        return content(rest, start, end);
    }

    private static Content content(byte[] bytes, long start, long end) {
        ByteReader from = new ByteReader();
        from.set(bytes, 0);
        AttributeTree attributes = new AttributeTree();
        int count = (int) from.getVarint();
        List<Column> columns = new ArrayList<>(count);
        for (int quark = 0; quark < count; quark++) {
            attributes.add((int) from.getVarint() - 1, text(from));
            int blocks = (int) Math.min(from.getVarint(), bytes.length);
            long[] starts = new long[blocks];
            long[] places = new long[blocks];
            for (int block = 0; block < blocks; block++) {
                starts[block] = from.getVarint() + (block == 0 ? start : starts[block - 1]);
                places[block] = from.getVarint() + (block == 0 ? 0 : places[block - 1]);
            }
            columns.add(new Column(starts, places, end));
        }
        List<String> texts = new ArrayList<>();
        for (long left = from.getVarint(); left > 0; left--) {
            texts.add(text(from));
        }
        return new Content(start, end, attributes, columns, texts);
    }

    private static String text(ByteReader from) {
        return new String(from.get((int) from.getVarint()), StandardCharsets.UTF_8);
    }
}
