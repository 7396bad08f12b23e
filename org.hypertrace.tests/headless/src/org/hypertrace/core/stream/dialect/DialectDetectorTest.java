/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.dialect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.testing.story.GuestStory;
import org.junit.jupiter.api.Test;

/** What a guest reports is found out from what it reports first; the earlier rule decides. */
class DialectDetectorTest {

    private static String found(String story) {
        DialectDetector detector = new DialectDetector();
        GuestStory.hypercalls(story).forEach(detector::accept);
        return detector.found().dialect().name();
    }

    @Test
    void version1() {
        assertEquals("hypertrace-1", found("1 nr 0\n2 nr 1000\n3 nr 0x81 a0 0x4754524300000100 #1"));
        assertEquals("hypertrace-1", found("1 nr 0x64\n2 nr 0x66 #4"));
        assertEquals("hypertrace-1", found("1 nr 1002\n2 nr 0xa3"));
    }

    @Test
    void p4() {
        assertEquals("p4", found("1 nr 0 a0 8"));
        assertEquals("p4", found("1 nr 1000\n2 nr 0x303ea"));
        assertEquals("p4", found("1 nr 1001 a0 0x7800000001"));
    }

    @Test
    void p3() {
        assertEquals("p3", found("1 nr 0x64\n2 nr 0x65 a1 5 a2 5\n3 nr 1000 a1 2"));
        assertEquals("p1", found("1 nr 0x64\n2 nr 0x65 a3 5\n3 nr 1000"));
    }

    @Test
    void p2AndP1() {
        assertEquals("p2", found("1 nr 1001\n2 nr 1000 a1 2"));
        assertEquals("p1", found("1 nr 1001 a0 7\n2 nr 1000 a1 1"));
    }

    @Test
    void p5IsUsedInAddition() {
        assertEquals("p1+p5", found("1 nr 1000\n2 nr 9001"));
        assertEquals("p4+p5", found("1 nr 0x103ea\n2 nr 0x10bb8"));
    }

    @Test
    void undecidedIsVersion1() {
        assertEquals("hypertrace-1", found(""));
        assertEquals("hypertrace-1", found("1 nr 0x64\n2 nr 5"));
        assertEquals("there is no hypercall", new DialectDetector().found().reason());
    }

    @Test
    void whatProcessesAndKvmSayDoesNotDecide() {
        assertEquals("p1", found("1 user nr 0x81 a0 0x4754524300000100\n2 nr 9\n3 nr 1000"));
    }

    @Test
    void onlyTheFirst1000Decide() {
        DialectDetector detector = new DialectDetector();
        Hypercall kvms = GuestStory.hypercalls("1 nr 9").get(0);
        for (int i = 0; i < 5000; i++) {
            assertTrue(detector.accept(kvms));
        }
        Hypercall p1 = GuestStory.hypercalls("1 nr 1000").get(0);
        for (int i = 1; i < DialectDetector.READ_AHEAD; i++) {
            assertTrue(detector.accept(p1));
        }
        assertFalse(detector.accept(p1));
        detector.accept(GuestStory.hypercalls("2 nr 0x66").get(0));
        assertEquals("p1", detector.found().name());
    }
}
