/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.story.GuestStory;
import org.junit.jupiter.api.Test;

/** What a sender's numbers report about what was lost. */
class SequenceTest {

    private static final String SOFTIRQ = " nr 0x70 a0 1 #";

    /** vCPU 0 sends these numbers, one per ns from 100. */
    private static String losses(LongStream... numbers) {
        List<GuestEvent> events = new ArrayList<>();
        GuestEventDecoder decoder = new GuestEventDecoder(Dialect.builtIn(Dialect.HYPERTRACE_1), events::add);
        long[] time = { 100 };
        for (LongStream some : numbers) {
            some.forEach(n -> GuestStory.hypercalls(time[0]++ + " vcpu0 nr 0x70 #" + n).forEach(decoder::accept));
        }
        StringBuilder text = new StringBuilder();
        events.stream().filter(e -> e.kind() == EventKind.LOST).forEach(e -> text.append(GuestStory.words(e)).append("; "));
        decoder.finish();
        Losses l = decoder.losses();
        return text + "lost " + l.lost() + " repeated " + l.repeated() + " implausible " + l.implausible();
    }

    private static LongStream from(long first, long last) {
        return LongStream.rangeClosed(first, last);
    }

    private static LongStream the(long... numbers) {
        return LongStream.of(numbers);
    }

    @Test
    void aMissingNumberIsLostWhenTheNext64HaveNotBroughtIt() {
        assertEquals("165 cpu0 lost since=101 until=102 count=1; lost 1 repeated 0 implausible 0",
                losses(the(1, 2), from(4, 67)));
        assertEquals("lost 1 repeated 0 implausible 0", losses(the(1, 2), from(4, 66)));
    }

    @Test
    void aNumberThatIsOvertakenIsNotLost() {
        assertEquals("lost 0 repeated 0 implausible 0", losses(the(1, 2, 4, 3, 5)));
        assertEquals("lost 0 repeated 0 implausible 0", losses(the(1, 2), from(4, 66), the(3), from(67, 200)));
        assertEquals("165 cpu0 lost since=101 until=102 count=1; lost 1 repeated 1 implausible 0",
                losses(the(1, 2), from(4, 67), the(3)));
    }

    @Test
    void someOfManyMissingNumbersMayStillCome() {
        assertEquals("164 cpu0 lost since=100 until=101 count=7; lost 7 repeated 0 implausible 0",
                losses(the(1, 11, 5, 8), from(12, 72)));
    }

    @Test
    void aNumberAlreadySeenOrOlderIsRepeated() {
        assertEquals("lost 0 repeated 2 implausible 0", losses(the(7, 8, 8, 3, 9)));
    }

    @Test
    void aJumpAbove2To20IsImplausibleAndBelievedOnlyWhenTheNextFollowsIt() {
        long jump = 1 << 20;
        assertEquals("lost 1048576 repeated 0 implausible 0", losses(the(1, 2 + jump)));
        assertEquals("lost 0 repeated 0 implausible 1", losses(the(1, 3 + jump, 2, 3)));
        assertEquals("lost 0 repeated 0 implausible 1", losses(the(1, 3 + jump, 4 + jump, 5 + jump)));
    }

    @Test
    void numbersWrapTo1() {
        assertEquals("lost 0 repeated 0 implausible 0", losses(the(0xfffffffeL, 0xffffffffL, 1, 2)));
        assertEquals("lost 0 repeated 0 implausible 0", losses(the(0xfffffffeL, 1, 0xffffffffL, 2)));
    }

    @Test
    void theFirstNumberMayBeAny() {
        assertEquals("lost 0 repeated 0 implausible 0", losses(the(1000, 1001)));
    }

    @Test
    void unsequencedHypercallsChangeNoExpectation() {
        assertEquals("lost 0 repeated 0 implausible 0", losses(the(5, 0, 0, 6)));
    }

    @Test
    void everySenderCountsForItself() {
        assertEquals("""
                10 cpu0 irq_softirq_entry vec=1
                20 cpu1 irq_softirq_entry vec=1
                30 cpu0 irq_softirq_entry vec=1
                40 cpu1 irq_softirq_entry vec=1
                50 cpu0 of 1/9 irq_softirq_entry vec=1
                60 cpu0 of 1/8 irq_softirq_entry vec=1
                """, GuestStory.decoded("10 vcpu0" + SOFTIRQ + "5\n20 vcpu1 nr 0x70 a0 0x100000001 #90\n30 vcpu0" + SOFTIRQ
                + "6\n40 vcpu1 nr 0x70 a0 0x100000001 #91\n50 vcpu0 level 1 nested 9" + SOFTIRQ
                + "300\n60 vcpu0 level 1 nested 8" + SOFTIRQ + "600"));
    }

    /** A nested guest's word that names no processor, relayed by a guest that reports no tasks, may be anyone's. */
    @Test
    void nothingIsLostWhereItIsNotKnownWhoSends() {
        String base = "0 vcpu0 level 1 nested 9 nr 0x82 a0 0x1000 a1 0x2000 #";
        String softirq = "0 vcpu0 level 1 nested 9" + SOFTIRQ;
        assertFalse(GuestStory.decoded('1' + base + "1\n2" + softirq + "2\n3" + base + "3\n4" + softirq + '4').contains("lost"));
        String lost = GuestStory.decoded('1' + base + "1\n2" + softirq + "2\n3" + softirq + '4');
        assertTrue(lost.contains("lost=1"), lost);
    }

    @Test
    void helloAndANewBootRestartTheCount() {
        String hello = " nr 0x81 a0 0x4754524300000100 #";
        assertEquals("""
                10 cpu0 irq_softirq_entry vec=1
                20 cpu0 hello version=1 batchSpan=0 tsc=0 monotonic=0 realtime=0
                30 cpu0 irq_softirq_entry vec=1
                40 cpu0 stage stage=2 tsc=0 name=
                50 cpu0 irq_softirq_entry vec=1
                50 cpu0 lost since=40 until=50 count=1
                lost=1
                """, GuestStory.decoded("10 vcpu0" + SOFTIRQ + "500\n20 vcpu0" + hello + "1\n30 vcpu0" + SOFTIRQ
                + "2\n40 vcpu0 nr 0x85 a0 2 #1\n50 vcpu0" + SOFTIRQ + "3"));
    }

    @Test
    void everyHypercallTakesANumberAlsoOneThatIsMalformedOrUnknown() {
        assertEquals("""
                10 cpu0 irq_softirq_entry vec=1
                30 cpu0 unknown nr=0x700000063 a0=0 a1=0 a2=0 a3=0
                40 cpu0 irq_softirq_entry vec=1
                malformed=1, unknownNumbers=1
                """, GuestStory.decoded("10 vcpu0" + SOFTIRQ + "5\n20 vcpu0 nr 0x85 a0 77 #6\n30 vcpu0 nr 0x63 #7\n40 vcpu0"
                + SOFTIRQ + "8"));
    }
}
