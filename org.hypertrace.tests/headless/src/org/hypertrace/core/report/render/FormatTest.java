/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

/** The formats of reports. */
class FormatTest {

    @Test
    void aCommandHasThoseOfPagesAndItsOwn() {
        assertEquals(List.of(Format.TEXT, Format.CSV, Format.HTML, Format.MARKDOWN), Format.ofPagesAnd());
        assertEquals(List.of("text", "json", "csv", "html", "markdown", "tap"), Format.ofPagesAnd(Format.TAP, Format.JSON).stream()
                .map(Format::key).toList());
    }

    @Test
    void noTwoEndAlike() {
        assertEquals(Format.values().length, Arrays.stream(Format.values()).map(Format::ending).distinct().count());
    }
}
