/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

/** The formats of reports. */
class FormatTest {

    @Test
    void aCommandHasThoseOfPagesAndItsOwn() {
        List<Format> ofPages = Arrays.stream(Format.values()).filter(Format::isOfPages).toList();
        assertTrue(ofPages.containsAll(List.of(Format.TEXT, Format.CSV, Format.HTML, Format.MARKDOWN)), ofPages.toString());
        assertEquals(ofPages, Format.ofPagesAnd());
        List<Format> more = Format.ofPagesAnd(Format.TAP, Format.JSON);
        assertEquals(Arrays.stream(Format.values()).filter(format -> ofPages.contains(format) || format == Format.TAP || format == Format.JSON)
                .toList(), more);
        assertEquals("text", more.get(0).key());
    }

    @Test
    void noTwoEndAlike() {
        assertEquals(Format.values().length, Arrays.stream(Format.values()).map(Format::ending).distinct().count());
    }
}
