/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.LossCounters;
import org.hypertrace.core.stream.Losses;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which processor of which guest reports: at level 0 the vCPU, nested the one that is named or that the relaying task is known to be. */
@Tag("plain")
class GuestCpusTest {

    private static final int NONE = GuestEvent.UNKNOWN_ID;

    private final LossCounters fCounters = new LossCounters();
    private final GuestCpus fCpus = new GuestCpus(fCounters);

    private GuestCpuState of(int vcpu, int level, int nested, int cpu, boolean lowBits) {
        return fCpus.of(new Hypercall(1, vcpu, Origin.KERNEL, 0, 0, 0, 0, 0), level, nested, cpu, lowBits);
    }

    private GuestCpuState nested(int vcpu, int cpu) {
        return of(vcpu, 1, 5, cpu, false);
    }

    /** The task runs on that vCPU of the VM. */
    private void runs(int vcpu, int task) {
        of(vcpu, 0, 0, NONE, false).switchTo(task);
    }

    @Test
    void atLevelZeroTheHostIsTrusted() {
        GuestCpuState state = of(3, 0, 0, 4, false);
        assertEquals(new GuestCpu(3, 3, 0, 0), state.cpu());
        assertEquals(1, fCounters.fCpuMismatches);
        assertSame(state, of(3, 0, 0, 3, false));
        assertSame(state, of(3, 0, 0, NONE, false));
        assertEquals(1, fCounters.fCpuMismatches);
        assertNotSame(state, of(4, 0, 0, NONE, false));
        assertNull(of(3, 0, 7, NONE, false), "a nested guest is not at level 0");
        assertEquals(new GuestCpu(0, 0, 0, 0), of(0, 0, 0, 0, false).cpu());
    }

    /** Some words have room for 8 bits only. */
    @Test
    void lowBitsAreComparedWithLowBits() {
        of(259, 0, 0, 3, true);
        assertEquals(0, fCounters.fCpuMismatches);
        of(259, 0, 0, 259, true);
        of(259, 0, 0, 3, false);
        assertEquals(2, fCounters.fCpuMismatches);
    }

    @Test
    void whereTheHostDoesNotKnowTheVcpuTheGuestReportsIt() {
        GuestCpuState two = of(NONE, 0, 0, 2, false);
        assertEquals(new GuestCpu(NONE, 2, 0, 0), two.cpu());
        // it is the same processor when the host knows
        assertSame(two, of(2, 0, 0, NONE, false));
        assertEquals(new GuestCpu(2, 2, 0, 0), two.cpu());
        GuestCpuState unknown = of(NONE, 0, 0, NONE, false);
        assertEquals(new GuestCpu(NONE, NONE, 0, 0), unknown.cpu());
        // several may hide behind it
        assertNull(unknown.sequence());
        assertNotNull(two.sequence());
        assertEquals(0, fCounters.fCpuMismatches);
    }

    @Test
    void numbersAboveAllThatKvmGivesAreKept() {
        GuestCpuState last = of(GuestCpus.MAX - 1, 0, 0, NONE, false);
        GuestCpuState above = of(GuestCpus.MAX, 0, 0, NONE, false);
        assertEquals(new GuestCpu(GuestCpus.MAX, GuestCpus.MAX, 0, 0), above.cpu());
        assertSame(last, of(GuestCpus.MAX - 1, 0, 0, NONE, false));
        assertSame(above, of(GuestCpus.MAX, 0, 0, NONE, false));
        assertNotNull(above.sequence());
        for (int more = 1; more < GuestCpus.MAX; more++) {
            assertNotNull(of(GuestCpus.MAX + more, 0, 0, NONE, false));
        }
        assertNull(of(3 * GuestCpus.MAX, 0, 0, NONE, false), "more are not followed");
        assertSame(above, of(GuestCpus.MAX, 0, 0, NONE, false));
    }

    /** Nested processors are apart by level, guest and number, whichever vCPU relays them. */
    @Test
    void theProcessorThatIsNamed() {
        GuestCpuState three = nested(0, 3);
        assertEquals(new GuestCpu(0, 3, 1, 5), three.cpu());
        assertSame(three, nested(1, 3));
        assertEquals(new GuestCpu(1, 3, 1, 5), three.cpu());
        assertNotSame(three, nested(0, 4));
        assertNotSame(three, of(0, 1, 6, 3, false));
        assertNotSame(three, of(0, 2, 5, 3, false));
        GuestCpuState first = nested(0, 0);
        assertEquals(0, first.cpu().cpu());
        assertNotNull(three.sequence());
    }

    /** A task of the VM runs one processor of the nested guest: it is known once one of its events names it. */
    @Test
    void whatATaskNamedEarlier() {
        runs(0, 70);
        GuestCpuState standIn = nested(0, NONE);
        assertEquals(new GuestCpu(0, NONE, 1, 5), standIn.cpu());
        assertNotNull(standIn.sequence());
        // then it turns out to be processor 3
        assertSame(standIn, nested(0, 3));
        assertEquals(3, standIn.cpu().cpu());
        assertSame(standIn, nested(0, NONE));
        // also on another vCPU, to which its task moved
        runs(1, 70);
        assertSame(standIn, nested(1, NONE));
        assertEquals(new GuestCpu(1, 3, 1, 5), standIn.cpu());
        runs(0, 71);
        assertNotSame(standIn, nested(0, NONE));
        // of low bits the learned number is completed
        nested(0, 0x103);
        assertEquals(0x103, of(0, 1, 5, 3, true).cpu().cpu());
        assertEquals(4, of(0, 1, 5, 4, true).cpu().cpu());
    }

    /** Who came to be known keeps its own place. */
    @Test
    void aStandInDoesNotReplaceAProcessorThatReported() {
        GuestCpuState three = nested(1, 3);
        runs(0, 70);
        GuestCpuState standIn = nested(0, NONE);
        assertNotSame(three, standIn);
        assertSame(three, nested(0, 3));
        assertSame(three, nested(0, NONE));
    }

    /** The idle task runs no nested processor: who sends then is not known. */
    @Test
    void nobodyKnowsWhoSends() {
        runs(0, 0);
        GuestCpuState nobody = nested(0, NONE);
        assertEquals(new GuestCpu(0, NONE, 1, 5), nobody.cpu());
        assertNull(nobody.sequence());
        assertSame(nobody, nested(1, NONE));
        assertNull(of(NONE, 1, 6, NONE, false).sequence());
        GuestCpuState named = of(NONE, 1, 6, 2, false);
        assertNotNull(named.sequence());
    }

    /** If some events report who sends and others do not, no number of that guest seems missing. */
    @Test
    void ifOnlySomeReportNumbersSayNothing() {
        GuestCpuState three = nested(0, 3);
        GuestCpuState other = of(0, 1, 6, 3, false);
        GuestCpuState deeper = of(0, 2, 5, 3, false);
        assertNotNull(three.sequence());
        nested(0, NONE);
        assertNull(three.sequence());
        assertNull(nested(0, 4).sequence());
        assertNotNull(other.sequence());
        assertNotNull(deeper.sequence());
    }


    /** With the VM all that is nested in it begins anew, with a nested guest only that. */
    @Test
    void aRestart() {
        runs(0, 70);
        GuestCpuState three = nested(0, 3);
        GuestCpuState six = of(0, 1, 6, 1, false);
        three.switchTo(9);
        six.switchTo(8);
        GuestCpuState own = of(0, 0, 0, NONE, false);
        fCpus.restart(three, true);
        assertEquals("-1 8 70", three.task() + " " + six.task() + ' ' + own.task());
        assertSame(three, nested(0, NONE), "its task is still processor 3");
        three.switchTo(9);
        fCpus.restart(own, true);
        assertEquals("-1 -1 -1", three.task() + " " + six.task() + ' ' + own.task());
        runs(0, 70);
        assertNotSame(three, nested(0, NONE), "which processor the task is must be reported anew");
    }

    @Test
    void aThreadReportsUntilASwitchReportsWhoRuns() {
        GuestCpuState state = of(0, 0, 0, NONE, false);
        assertEquals(NONE, state.task());
        state.ran(7);
        state.ran(NONE);
        assertEquals("7 -1", state.task() + " " + state.switchedTo());
        state.switchTo(0);
        state.ran(8);
        assertEquals("0 0", state.task() + " " + state.switchedTo());
    }

    @Test
    void allThatReported() {
        of(2, 0, 0, NONE, false);
        nested(2, 3);
        of(NONE, 0, 0, NONE, false);
        List<Integer> all = new ArrayList<>();
        fCpus.all().forEach(state -> all.add(state.cpu().cpu()));
        all.sort(null);
        assertEquals(List.of(NONE, 2, 3), all);
    }

    @Test
    void lossesAddUp() {
        Losses losses = new Losses(1, 2, 4, 8, 16, 32, 64, 128);
        assertEquals(new Losses(3, 6, 12, 24, 48, 96, 192, 384), losses.plus(losses.plus(losses)));
        assertEquals(losses, losses.plus(Losses.NONE));
        assertEquals(Map.of("lost", 1L, "repeated", 2L, "implausible", 4L, "forged", 8L, "malformed", 16L, "unknownNumbers", 32L, "late", 64L,
                "cpuMismatches", 128L), losses.byName());
        fCounters.fLost = 1;
        fCounters.fRepeated = 2;
        fCounters.fImplausible = 4;
        fCounters.fForged = 8;
        fCounters.fMalformed = 16;
        fCounters.fUnknownNumbers = 32;
        fCounters.fLate = 64;
        fCounters.fCpuMismatches = 128;
        assertEquals(255, fCounters.sum());
        assertEquals(losses, fCounters.losses());
    }
}
