/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often functions are called and how long they take without what they call, of several threads and of bad words. */
@Tag("plain")
class FunctionCountsTest {

    private static final GuestCpu CPU = new GuestCpu(0, 0, 0, 0);

    private boolean fKeeps = true;
    private final FunctionCounts fCounts = new FunctionCounts(() -> fKeeps);

    private void enters(int tid, int vcpu, long address, int depth) {
        fCounts.entry(new GuestEvent.FunctionEntry(1, CPU, tid, address, depth, false), vcpu);
    }

    private void leaves(int tid, int vcpu, long address, int depth, long duration) {
        fCounts.exit(new GuestEvent.FunctionExit(1, CPU, tid, address, duration, depth, false, false), vcpu);
    }

    private String counts() {
        return fCounts.functions().entrySet().stream().map(one -> one.getKey() + ": " + one.getValue().calls() + " took "
                + one.getValue().total() + " self " + one.getValue().self()).collect(Collectors.joining(", "));
    }

    @Test
    void threadsDoNotMix() {
        leaves(1, 0, 7, 1, 10);
        leaves(2, 0, 8, 0, 30);
        leaves(1, 0, 9, 0, 25);
        assertEquals("7: 1 took 10 self 10, 8: 1 took 30 self 30, 9: 1 took 25 self 15", counts());
    }

    /** Where the thread is not reported it is the one of the vCPU, of which each has another. */
    @Test
    void withoutThreadsVcpusDoNotMix() {
        leaves(-1, 3, 7, 1, 10);
        leaves(-1, 4, 8, 0, 30);
        leaves(-1, 3, 9, 0, 25);
        leaves(0, 5, 6, 1, 4);
        leaves(-1, -1, 6, 1, 5);
        leaves(0, 6, 5, 0, 9);
        assertEquals("7: 1 took 10 self 10, 8: 1 took 30 self 30, 9: 1 took 25 self 15, 6: 2 took 9 self 9, 5: 1 took 9 self 5", counts());
    }

    /** What is left of a call that never returned is not in the next one; one that returned twice as often was called so. */
    @Test
    void callsThatNeverReturned() {
        enters(1, 0, 7, 0);
        leaves(1, 0, 8, 1, 10);
        enters(1, 0, 7, 0);
        leaves(1, 0, 7, 0, 30);
        leaves(1, 0, 9, 0, 5);
        leaves(1, 0, 9, 0, 5);
        enters(1, 0, 9, 0);
        assertEquals("7: 2 took 30 self 30, 8: 1 took 10 self 10, 9: 2 took 10 self 10", counts());
    }

    @Test
    void whatTakesLessThanWhatIsInIt() {
        leaves(1, 0, 8, 1, 10);
        leaves(1, 0, 7, 0, 4);
        leaves(1, 0, 6, 0, -3);
        leaves(1, 0, 8, 2, 10);
        leaves(1, 0, 7, 1, 15);
        leaves(1, 0, 6, 0, 40);
        assertEquals("8: 2 took 20 self 20, 7: 2 took 19 self 5, 6: 2 took 40 self 25", counts());
    }

    /** Deeper than is followed: calls are counted, and whose time theirs is in is not known. */
    @Test
    void veryDeepCalls() {
        leaves(1, 0, 7, 126, 10);
        leaves(1, 0, 8, 125, 30);
        assertEquals("7: 1 took 10 self 10, 8: 1 took 30 self 20", counts());
        leaves(1, 0, 9, 127, 10);
        leaves(1, 0, 6, 126, 30);
        enters(1, 0, 9, 127);
        enters(1, 0, 9, 127);
        assertEquals("7: 1 took 10 self 10, 8: 1 took 30 self 20, 9: 2 took 10 self 10, 6: 1 took 30 self 30", counts());
    }

    @Test
    void functionsOfUserSpaceAreNotTheKernels() {
        fCounts.entry(new GuestEvent.FunctionEntry(1, CPU, 1, 7, 0, true), 0);
        fCounts.exit(new GuestEvent.FunctionExit(1, CPU, 1, 7, 10, 0, true, false), 0);
        assertEquals("", counts());
    }

    @Test
    void whatIsNotKeptIsCounted() {
        enters(1, 0, 7, 0);
        fKeeps = false;
        enters(1, 0, 8, 0);
        leaves(1, 0, 8, 0, 10);
        leaves(2, 0, 7, 0, 10);
        leaves(1, 0, 7, 0, 10);
        assertEquals("7: 2 took 20 self 20", counts());
        assertEquals(2, fCounts.others());
    }
}
