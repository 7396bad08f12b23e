/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.read.LossQueue;
import org.hypertrace.core.machine.read.MissingPackets;
import org.hypertrace.core.trace.ctf.Gap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Missing packets in a sentence, and as events among the others. */
@Tag("plain")
class MissingPacketsReportedTest {

    private static MissingPackets missing(long packets, Gap.Why why, long begin, long end, int cpu) {
        return new MissingPackets(Path.of("/trace"), new Gap("c0_0", cpu, 0, 0, packets, why), new HostEvent.LostEvents(begin, 0, cpu, end,
                packets, HostEvent.Loss.PACKETS));
    }

    private static String sentence(long packets, Gap.Why why) {
        String sentence = missing(packets, why, 100, 200, 3).sentence();
        assertTrue(sentence.startsWith("/trace: in c0_0 "), sentence);
        assertTrue(sentence.endsWith("; what processor 3 did then is unknown."), sentence);
        String from = sentence.replaceFirst(".*, from (.*) to .*", "$1");
        String until = sentence.replaceFirst(".* to (.*);.*", "$1");
        assertTrue(from.endsWith("000 000 100") && until.endsWith("000 000 200"), sentence);
        return sentence.substring("/trace: in c0_0 ".length(), sentence.lastIndexOf(", from"));
    }

    @Test
    void howIsKnownWhatIsMissing() {
        assertEquals("packets are missing", sentence(Gap.UNKNOWN, Gap.Why.MISSING));
        assertEquals("one packet is missing", sentence(1, Gap.Why.MISSING));
        assertEquals("2 packets are missing", sentence(2, Gap.Why.MISSING));
        assertEquals("packets are out of order, so that one is not read", sentence(1, Gap.Why.OUT_OF_ORDER));
        assertEquals("packets are out of order, so that 2 are not read", sentence(2, Gap.Why.OUT_OF_ORDER));
        assertEquals("packets overlap, as if the clock went back", sentence(1, Gap.Why.OVERLAP));
        assertEquals("nothing is recorded, though other streams go on", sentence(Gap.UNKNOWN, Gap.Why.ENDS_EARLY));
        assertEquals("there is no such file, though another channel has one", sentence(Gap.UNKNOWN, Gap.Why.NO_STREAM));
    }

    /** A stretch is reported at its begin, and again without a count at its end; an event of that very time comes before. */
    @Test
    void stretchesInTheOrderOfTimes() {
        LossQueue queue = new LossQueue(List.of(missing(2, Gap.Why.MISSING, 150, 300, 1), missing(Gap.UNKNOWN, Gap.Why.ENDS_EARLY, 100, 200, 0)));
        List<String> reported = new ArrayList<>();
        for (long time : new long[] { 100, 101, 200, 250, 300, 1_000 }) {
            reported.add("before " + time);
            queue.before(time, event -> {
                HostEvent.LostEvents lost = (HostEvent.LostEvents) event;
                reported.add(lost.time() + "-" + lost.end() + " cpu" + lost.cpu() + ' ' + lost.count() + ' ' + lost.loss());
            });
        }
        assertEquals("[before 100, before 101, 100-200 cpu0 -1 PACKETS, before 200, 150-300 cpu1 2 PACKETS, before 250, 200-200 cpu0 0 PACKETS, "
                + "before 300, before 1000, 300-300 cpu1 0 PACKETS]", reported.toString());
    }
}
