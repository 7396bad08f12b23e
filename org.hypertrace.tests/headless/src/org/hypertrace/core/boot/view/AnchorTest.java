/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.view.Span;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.testing.story.BootFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The moments by which boots are laid upon each other, and where spans have place beside each other. */
@Tag("plain")
class AnchorTest {

    private static final GuestBoot WEB = BootFixture.of("trace", "web", 1, """
            launched 1000
            kernel 1500
            level early 2000
            level device 3000
            userspace 5000
            """).boot();
    private static final GuestBoot DB = BootFixture.of("trace", "db", 1, """
            launched 4000
            kernel 4200
            level early 4300
            userspace 4800
            """).boot();
    /** Tracing began when it had booted. */
    private static final GuestBoot LATE = BootFixture.of("trace", "late", 1, "running 500\n").boot();

    @Test
    void anAnchorIsReadAsItIsWritten() {
        for (Anchor anchor : List.of(Anchor.AT_LAUNCH, Anchor.AT_KERNEL, Anchor.atLevel("device"))) {
            assertEquals(anchor, Anchor.of(anchor.toString()));
        }
        assertEquals("launch, kernel, level device", Anchor.AT_LAUNCH + ", " + Anchor.AT_KERNEL + ", " + Anchor.atLevel("device"));
        assertEquals("launch, start of the kernel, level device", Anchor.AT_LAUNCH.label() + ", " + Anchor.AT_KERNEL.label() + ", "
                + Anchor.atLevel("device").label());
        assertNull(Anchor.of("device"));
        assertNull(Anchor.of(3));
    }

    @Test
    void whenABootComesToIt() {
        assertEquals("1000 1500 3000", Anchor.AT_LAUNCH.in(WEB) + " " + Anchor.AT_KERNEL.in(WEB) + ' ' + Anchor.atLevel("device").in(WEB));
        assertEquals(-1, Anchor.atLevel("device").in(DB));
        assertEquals("-1 -1", Anchor.AT_LAUNCH.in(LATE) + " " + Anchor.AT_KERNEL.in(LATE));
        // a kernel that only reports its levels began with the first of them
        assertEquals(700, Anchor.AT_KERNEL.in(BootFixture.of("trace", "dumb", 1, "level early 700\nuserspace 900\n").boot()));
    }

    @Test
    void bootsAreShownSoThatTheirAnchorsAreAtZero() {
        Alignment kernels = new Alignment(Anchor.AT_KERNEL, List.of(DB, WEB, LATE));
        assertEquals("-4200 -1500", kernels.shift(DB) + " " + kernels.shift(WEB));
        assertEquals("-200 to " + (DB.end() - 4200), kernels.begin(DB) + " to " + kernels.end(DB));
        assertEquals(-500, kernels.begin(WEB));
        assertTrue(kernels.has(DB) && kernels.has(WEB));
        assertFalse(kernels.has(LATE));
        assertEquals("0 0", kernels.begin(LATE) + " " + kernels.end(LATE));
        Alignment devices = new Alignment(Anchor.atLevel("device"), List.of(DB, WEB));
        assertEquals("false true", devices.has(DB) + " " + devices.has(WEB));
        Alignment none = new Alignment(null, List.of(DB, LATE));
        assertEquals("true true 0", none.has(DB) + " " + none.has(LATE) + ' ' + none.shift(DB));
    }

    /** A launch may be at the epoch itself. */
    @Test
    void anAnchorAtZeroIsOne() {
        GuestBoot first = BootFixture.of("trace", "first", 1, "launched 0\nuserspace 10\n").boot();
        Alignment launches = new Alignment(Anchor.AT_LAUNCH, List.of(WEB, first));
        assertEquals("-1000 0 true", launches.shift(WEB) + " " + launches.shift(first) + ' ' + launches.has(first));
    }

    @Test
    void aSpanIsThereFromItsBeginToItsEnd() {
        Span span = new Span(10, 20, (Look) null, null);
        assertEquals("false true true false", span.contains(9) + " " + span.contains(10) + ' ' + span.contains(19) + ' ' + span.contains(20));
        Span moment = new Span(10, 10, (Look) null, null);
        assertEquals("false true false", moment.contains(9) + " " + moment.contains(10) + ' ' + moment.contains(11));
        assertEquals("10 0", span.length() + " " + moment.length());
    }

    @Test
    void spansThatOverlapHaveRowsOfTheirOwn() {
        List<List<Span>> rows = new ArrayList<>();
        for (long[] times : new long[][] { { 0, 10 }, { 5, 7 }, { 7, 9 }, { 10, 12 }, { 11, 13 } }) {
            Span span = new Span(times[0], times[1], (Look) null, null);
            Span.free(rows, span, 2).add(span);
        }
        assertEquals("[[0, 10], [5, 7, 11]]", rows.stream().map(row -> row.stream().map(Span::begin).toList()).toList().toString());
        assertNull(Span.free(rows, new Span(11, 14, (Look) null, null), 2));
        assertEquals(List.of(), Span.free(rows, new Span(11, 14, (Look) null, null), 3));
        assertEquals(3, rows.size());
    }
}
