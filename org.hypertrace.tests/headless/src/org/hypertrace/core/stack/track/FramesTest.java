/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FramesTest {

    private static final long KERNEL = 0xffffffff81000000L;

    @Test
    void addressesAreThemselves() {
        for (long address : new long[] { 0, 1, 0x401000, 0x7fff_ffff_ffffL, 0xff_ffff_ffff_ffL, KERNEL, -1, -1L << 56 }) {
            assertEquals(address, Frames.function(address));
            assertEquals(FrameKind.FUNCTION, Frames.kind(address));
            assertEquals(address, Frames.value(address));
        }
    }

    @Test
    void everyKindComesBackWithItsValue() {
        for (FrameKind kind : FrameKind.values()) {
            if (kind != FrameKind.FUNCTION) {
                for (long value : new long[] { 0, 1, 2L << 32 | 129, KERNEL & (1L << 56) - 1 }) {
                    assertEquals(kind, Frames.kind(Frames.of(kind, value)));
                    assertEquals(value, Frames.value(Frames.of(kind, value)));
                }
            }
        }
    }

    @Test
    void aGuestCannotForgeOtherFrames() {
        for (FrameKind kind : FrameKind.values()) {
            long forged = Frames.of(kind, 5);
            assertEquals(FrameKind.IMPLAUSIBLE, Frames.kind(Frames.function(forged)), kind.name());
        }
        assertEquals(FrameKind.IMPLAUSIBLE, Frames.kind(Frames.function(Long.MIN_VALUE)));
    }
}
