/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows come out as they went in, by whom they are about, wherever their blocks were meanwhile. */
@Tag("plain")
class RowBlocksTest {

    private static final int HEADER = 32;
    private static final int BIT = 1 << 20;

    private record Row(long begin, int a, int b) { }

    @TempDir
    Path fFolder;

    private final List<List<Row>> fWanted = new ArrayList<>();

    /** Writes rows about so many, of which one half comes in turns and the other at random; {@code most}: blocks in memory. */
    private void rows(int keys, int count, int most, Random random) throws IOException {
        for (int i = 0; i < keys; i++) {
            fWanted.add(new ArrayList<>());
        }
        try (RowFile file = new RowFile(fFolder.resolve("rows"), HEADER)) {
            RowBlocks blocks = new RowBlocks(file, HEADER, most);
            for (int i = 0; i < count; i++) {
                int of = i % 2 == 0 ? i % keys : random.nextInt(keys);
                List<Row> wanted = fWanted.get(of);
                Row row = new Row(random.nextLong(), random.nextInt(), random.nextInt() & ~BIT);
                blocks.add(of, row.begin, row.a, row.b);
                wanted.add(row);
                if (random.nextInt(100) == 0) {
                    int marked = 1 + random.nextInt(Math.min(300, wanted.size()));
                    blocks.mark(of, marked, BIT);
                    wanted.subList(wanted.size() - marked, wanted.size()).replaceAll(one -> new Row(one.begin, one.a, one.b | BIT));
                } else if (random.nextInt(20_000) == 0) {
                    blocks.restart(of);
                    wanted.clear();
                }
            }
            blocks.finish();
            long end = file.size();
            long places = blocks.writePlaces(keys + 1);
            try (FileChannel written = FileChannel.open(fFolder.resolve("rows"))) {
                isWritten(new RowTable(written, places, new Columns(written, MapMode.READ_ONLY, HEADER, RowBlocks.SIZE, (end - HEADER) / RowBlocks.SIZE)));
            }
        }
    }

    private void isWritten(RowTable table) {
        assertEquals(fWanted.stream().mapToInt(List::size).sum(), table.count());
        for (int of = 0; of < fWanted.size(); of++) {
            List<Row> found = new ArrayList<>();
            for (int row = table.first(of); row < table.end(of); row++) {
                found.add(new Row(table.begin(row), table.a(row), table.b(row)));
            }
            assertTrue(fWanted.get(of).equals(found), "rows about " + of);
        }
        assertEquals(table.first(fWanted.size()), table.end(fWanted.size()));
    }

    @Test
    void fewHaveManyRows() throws Exception {
        rows(3, 50_000, 1 << 14, new Random(1));
    }

    @Test
    void manyHaveFewRows() throws Exception {
        rows(5000, 50_000, 1 << 14, new Random(2));
    }

    @Test
    void blocksThatDoNotGrowAreInTheFile() throws Exception {
        rows(500, 60_000, 16, new Random(3));
        long rows = fWanted.stream().mapToInt(List::size).sum();
        assertTrue(Files.size(fFolder.resolve("rows")) > 2 * RowBlocks.SIZE * rows, "no block was written before it was full");
    }

    @Test
    void aTimeIsFoundInTheBlockThatHasIt() throws Exception {
        Path path = fFolder.resolve("rows");
        try (RowFile file = new RowFile(path, HEADER)) {
            RowBlocks blocks = new RowBlocks(file, HEADER, 1);
            for (int i = 0; i < 1000; i++) {
                blocks.add(0, 10 * i, i, 0);
                blocks.add(7, 10 * i + 5, i, 0);
            }
            blocks.finish();
            long end = file.size();
            long places = blocks.writePlaces(8);
            try (FileChannel written = FileChannel.open(path)) {
                RowTable table = new RowTable(written, places, new Columns(written, MapMode.READ_ONLY, HEADER, RowBlocks.SIZE, (end - HEADER) / RowBlocks.SIZE));
                assertEquals(table.first(0) - 1, table.at(0, -1));
                assertEquals(table.first(7) - 1, table.at(7, 4));
                for (int i = 0; i < 1000; i++) {
                    assertEquals(i, table.a(table.at(0, 10 * i + 9)));
                    assertEquals(i, table.a(table.at(7, 10 * i + 5)));
                }
            }
        }
    }
}
