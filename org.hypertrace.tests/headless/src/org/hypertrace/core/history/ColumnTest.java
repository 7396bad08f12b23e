/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who looks at a column while it is written sees it as it was between two changes. */
@Tag("plain")
class ColumnTest {

    private static final int CHANGES = 3_000_000;

    @TempDir
    private Path fFolder;

    /** The n-th state begins at n and has that value: so all that a view has follows from one of its numbers. */
    @Test
    void aViewIsOfOneMoment() throws Exception {
        Column column = new Column(0);
        AtomicBoolean isOver = new AtomicBoolean();
        List<String> torn = new ArrayList<>();
        Thread reader = new Thread(() -> {
            while (!isOver.get() && torn.isEmpty()) {
                Column.View view = column.view();
                long states = view.blocks() * 256L + view.openCount();
                boolean isFirst = view.ongoing() == null;
                if (view.ongoingStart() != (isFirst ? 0 : (int) view.ongoing()) || view.ongoingStart() != states
                        || view.openCount() > 0 && view.openStart() != view.blocks() * 256L) {
                    torn.add(view.blocks() + " blocks, " + view.openCount() + " since " + view.openStart() + ", " + view.ongoing() + " since "
                            + view.ongoingStart());
                }
            }
        });
        try (BlockFile file = BlockFile.create(fFolder.resolve("column"))) {
            StateValues values = new StateValues(List.of());
            reader.start();
            for (int i = 1; i <= CHANGES; i++) {
                column.change(i, StateValues.INT, i, null, values, file);
            }
            isOver.set(true);
            reader.join();
        }
        assertEquals(List.of(), torn);
        assertEquals(CHANGES, column.view().ongoingStart());
    }
}
