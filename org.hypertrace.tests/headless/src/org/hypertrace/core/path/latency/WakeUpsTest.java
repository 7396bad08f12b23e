/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.path.gather.Participants.Kind;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.testing.story.PathStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who woke whom in a story that can be reported by hand. */
class WakeUpsTest {

    private static final String STORY = """
            0 cpu0 statedump CPU_0/KVM:501 500
            0 cpu0 sched_switch swapper/0:0 R CPU_0/KVM:501
            8 cpu0 kvm_entry
            50 cpu0 guest hello tsc 100
            100 cpu0 guest switch g1:1 S g2:2
            150 cpu0 guest waking g3:3 by 2 to 7
            200 cpu0 guest switch g2:2 S g4:4
            260 cpu0 guest switch g5:5 S g6:6
            280 cpu0 guest exit g6:6
            290 cpu0 guest switch g6:6 S g3:3
            300 cpu0 guest waking g6:6 by 3
            320 cpu0 guest switch g3:3 X g6:6
            400 cpu0 guest nothing

            path --thread 5 --to 260
            100 260 g:pid 500:1:5#1 run
            """;

    @TempDir
    Path fFolder;

    private PathRows fRows;
    private WakeUps fWakeUps;

    @BeforeEach
    void gather() throws Exception {
        fRows = new PathStory(STORY).rows(fFolder);
        fWakeUps = new WakeUps(fRows);
    }

    private WakeUps.Place thread(int tid) {
        int who = IntStream.range(0, fRows.participants.size()).filter(i -> fRows.participants.kind(i) == Kind.GUEST_THREAD
                && fRows.participants.number(i) == tid).findFirst().orElseThrow();
        assertEquals(tid, fWakeUps.place(who).tid());
        return fWakeUps.place(who);
    }

    private String words(WakeUps.WakeUp wakeUp) {
        return wakeUp.time() + " " + fWakeUps.place(wakeUp.waker()).tid() + " wakes " + fWakeUps.place(wakeUp.woken()).tid();
    }

    @Test
    void theLastWakeUpCounts() {
        assertNull(fWakeUps.last(thread(3), 149));
        assertEquals("150 2 wakes 3", words(fWakeUps.last(thread(3), 150)));
        assertEquals("150 2 wakes 3", words(fWakeUps.last(thread(3), 310)));
        assertEquals("300 3 wakes 6", words(fWakeUps.last(thread(6), 390)));
        assertNull(fWakeUps.last(thread(5), 390));
    }

    @Test
    void arrowsHaveBounds() {
        List<WakeUps.Place> all = List.of(thread(3), thread(6));
        assertEquals("150 2 wakes 3, 300 3 wakes 6", fWakeUps.between(all, 100, 400, 1).stream().map(this::words).collect(Collectors.joining(", ")));
        assertEquals("300 3 wakes 6", fWakeUps.between(all, 151, 300, 1).stream().map(this::words).collect(Collectors.joining(", ")));
        assertEquals(List.of(), fWakeUps.between(all, 100, 400, 0));
    }

    /** The thread of a vCPU stands where the vCPU does, and other threads of the host nowhere. */
    @Test
    void placesAreThoseOfVms() {
        int vcpu = IntStream.range(0, fRows.participants.size()).filter(i -> fRows.participants.kind(i) == Kind.VCPU).findFirst().orElseThrow();
        WakeUps.Place place = fWakeUps.place(vcpu);
        assertEquals("0 -1", place.vcpu() + " " + place.tid());
        assertEquals(place, fWakeUps.place(fRows.participants.link(vcpu)));
        assertNull(fWakeUps.place(PathRows.NONE));
    }
}
