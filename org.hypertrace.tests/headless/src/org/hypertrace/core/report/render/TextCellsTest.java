/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where a long cell of a table in a terminal is broken. */
@Tag("plain")
class TextCellsTest {

    /** Where there is a comma, and the line is more than half full. */
    @Test
    void aLongCellGoesOnAfterAComma() {
        assertEquals(List.of("VMM 79 %, host kernel 13 %,", "blocked 4 %"), TextCells.lines("VMM 79 %, host kernel 13 %, blocked 4 %", 36));
        assertEquals(List.of("a, bbbbbbbbbbb", "ccccccc"), TextCells.lines("a, bbbbbbbbbbb ccccccc", 16));
    }
}
