/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The form of a history's file: the blocks of all columns in the order in which they were full, and in the {@link FileIndex} the
 * attributes, where their blocks are, and the table of texts.
 */
final class HistoryFile {

    private static final FileIndex.Form FORM = new FileIndex.Form(0x314e4d554c4f4348L, 2);

    /**
     * What a file has besides blocks.
     *
     * @param start
     *            the first time, ns since the epoch
     * @param end
     *            the last one
     */
    record Content(long start, long end, AttributeTree attributes, List<Column> columns, List<String> texts) { }

    private HistoryFile() {
    }

    /** Ends a file, whose columns are closed. */
    static void write(BlockFile file, int version, Content content) throws IOException {
        FileIndex index = new FileIndex(file);
        index.putVarint(content.start());
        index.putVarint(content.end());
        index.putVarint(content.columns().size());
        for (int quark = 0; quark < content.columns().size(); quark++) {
            index.putVarint(content.attributes().parent(quark) + 1);
            index.putText(content.attributes().name(quark));
            Column.View column = content.columns().get(quark).view();
            index.putVarint(column.blocks());
            long start = content.start();
            long place = 0;
            for (int block = 0; block < column.blocks(); block++) {
                index.putVarint(column.starts()[block] - start);
                index.putVarint(column.places()[block] - place);
                start = column.starts()[block];
                place = column.places()[block];
            }
        }
        index.putVarint(content.texts().size());
        for (String text : content.texts()) {
            index.putText(text);
        }
        index.finish(FORM, version);
    }

    /**
     * Reads what a file has besides blocks.
     *
     * @throws IOException
     *             if it is not whole, or of another version
     */
    static Content read(BlockFile file, int version) throws IOException {
        ByteReader from = FileIndex.read(file, FORM, version);
        long start = from.getVarint();
        long end = from.getVarint();
        AttributeTree attributes = new AttributeTree();
        int count = (int) from.getVarint();
        List<Column> columns = new ArrayList<>(count);
        for (int quark = 0; quark < count; quark++) {
            attributes.add((int) from.getVarint() - 1, from.getText());
            int blocks = (int) from.getVarint();
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
            texts.add(from.getText());
        }
        return new Content(start, end, attributes, columns, texts);
    }
}
