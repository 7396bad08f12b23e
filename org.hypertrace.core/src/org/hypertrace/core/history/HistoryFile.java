/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The form of a history's file: the blocks of all columns in the order in which they were full, then the columns, each where its blocks are.
 * The {@link FileIndex} has the attributes, where their columns are, and the tables of texts and names.
 */
final class HistoryFile {

    private static final FileIndex.Form FORM = new FileIndex.Form(0x314e4d554c4f4348L, 4);

    /**
     * What a file has besides blocks.
     *
     * @param start
     *            the first time, ns since the epoch
     * @param end
     *            the last one
     */
    record Content(long start, long end, AttributeTree attributes, ColumnTable columns, StateValues values) { }

    private HistoryFile() {
    }

    /** Ends a file, whose columns are closed. */
    static void write(BlockFile file, int version, Content content) throws IOException {
        FileIndex index = new FileIndex(file);
        index.putVarint(content.start());
        index.putVarint(content.end());
        putTexts(index, content.values().texts());
        AttributeTree attributes = content.attributes();
        putTexts(index, attributes.names());
        index.putVarint(content.columns().size());
        long place = 0;
        for (int quark = 0; quark < content.columns().size(); quark++) {
            index.putVarint(quark - attributes.parent(quark));
            index.putVarint(attributes.nameNumber(quark));
            index.putVarint(content.columns().place(quark) - place);
            place = content.columns().place(quark);
        }
        index.finish(FORM, version);
    }

    private static void putTexts(FileIndex index, List<String> texts) throws IOException {
        index.putVarint(texts.size());
        for (String text : texts) {
            index.putText(text);
        }
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
        StateValues values = new StateValues(texts(from));
        AttributeTree attributes = new AttributeTree(texts(from));
        ColumnTable columns = new ColumnTable(file, values, start, ColumnTable.MOST);
        int count = (int) from.getVarint();
        long place = 0;
        for (int quark = 0; quark < count; quark++) {
            attributes.add(quark - (int) from.getVarint(), (int) from.getVarint());
            place += from.getVarint();
            columns.add(place, end);
        }
        return new Content(start, end, attributes, columns, values);
    }

    private static List<String> texts(ByteReader from) {
        List<String> texts = new ArrayList<>();
        for (long left = from.getVarint(); left > 0; left--) {
            texts.add(from.getText());
        }
        return texts;
    }
}
