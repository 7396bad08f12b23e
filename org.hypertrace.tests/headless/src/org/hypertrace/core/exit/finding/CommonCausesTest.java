/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.kvm.ExitKind;
import org.hypertrace.core.kvm.SubReason;
import org.hypertrace.core.kvm.SubReason.Kind;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.FoundExits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What most of some exits have in common, and what they add up to. */
@Tag("plain")
class CommonCausesTest {

    @TempDir
    private Path fFolder;

    /** Exits 0 to 3 are writes to the port 0x3f8, at four places; 4 is about another one, 5 is reported nothing of. */
    private ExitColumns exits() {
        StringBuilder story = new StringBuilder("100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n110 host cpu0 kvm_entry\n");
        String[] about = { "0x1000 0x3f80010", "0x2000 0x3f80010", "0x3000 0x3f80010", "0x4000 0x3f80010", "0x1000 0x710010", "" };
        for (int i = 0; i < about.length; i++) {
            story.append(200 + 10 * i).append(" host cpu0 kvm_exit IOIO 0 ").append(about[i]).append('\n');
            story.append(205 + 10 * i).append(" host cpu0 kvm_entry\n");
        }
        return FoundExits.of(fFolder, story.toString());
    }

    private CommonCauses callers(int... exits) {
        CommonCauses callers = new CommonCauses(exits());
        for (int exit : exits) {
            callers.add(exit, 1);
        }
        return callers;
    }

    @Test
    void whatMostOfThemHaveInCommon() {
        assertEquals("port out 0x3f8, at 0x1000", callers(0).words().text());
        assertEquals("port out 0x3f8 (80 %), at 0x1000 (40 %)", callers(0, 1, 2, 3, 4).words().text());
        assertEquals("", callers(5).words().text());
        assertEquals("", callers().words().text());
        // of those that are as many, the first by name
        assertEquals("port out 0x3f8 (50 %), at 0x1000", callers(0, 4).words().text());
    }

    /** Less than a quarter is not worth naming. */
    @Test
    void whatIsWorthANameAndWhatIsNot() {
        assertEquals("port out 0x3f8 (25 %), at 0x1000 (25 %)", callers(0, 5, 5, 5).words().text());
        assertEquals("", callers(0, 5, 5, 5, 5).words().text());
    }

    @Test
    void weightsCount() {
        CommonCauses callers = new CommonCauses(exits());
        callers.add(0, 30);
        callers.add(4, 70);
        assertEquals("port out 0x71 (70 %), at 0x1000", callers.words().text());
    }

    @Test
    void ofMostItIsNotReported() {
        assertFalse(callers().isSubjectUnknown());
        assertFalse(callers(0, 5).isSubjectUnknown());
        assertTrue(callers(0, 5, 5).isSubjectUnknown());
        assertFalse(callers(0, 1, 5).isSubjectUnknown());
    }

    @Test
    void theirSumsAndTheLongestOfThem() {
        ExitSum tally = new ExitSum();
        assertEquals("0 0 0 -1 -1", line(tally));
        tally.add(3, 100, 100, parts(60, 40));
        tally.add(4, 100, 50, parts(70, 30));
        tally.add(7, 100, 100, parts(60, 40));
        assertFalse(tally.isWhole());
        tally.addEarlier(2, 5);
        // without what is halted the first is the longest
        assertEquals("3 300 255 3 4", line(tally));
        assertEquals("40 70", tally.longestNs() + " " + tally.mostNs(VcpuState.HALTED));
        assertEquals(190, tally.ns(VcpuState.HALTED));
        assertEquals(110, tally.ns(VcpuState.PREEMPTED));
        assertEquals(3, tally.most(VcpuState.PREEMPTED));
        assertEquals(ExitSum.NONE, tally.most(VcpuState.VMM));
        tally.addEarlier(1, 41);
        assertEquals("1 41", tally.longest() + " " + tally.longestNs());
    }

    private static long[] parts(long halted, long preempted) {
        long[] parts = new long[VcpuState.values().length];
        parts[VcpuState.HALTED.ordinal()] = halted;
        parts[VcpuState.PREEMPTED.ordinal()] = preempted;
        return parts;
    }

    private static String line(ExitSum tally) {
        return tally.count() + " " + tally.total() + ' ' + tally.time() + ' ' + tally.longest() + ' ' + tally.most(VcpuState.HALTED);
    }

    /** One register however it is reached: in the APIC's page, by an event of the APIC, or as an MSR. */
    @Test
    void aRegisterOfTheLocalApic() {
        assertEquals(0xb0, of(Kind.APIC_WRITE, 0xb0).apicRegister());
        assertEquals(0xb0, of(Kind.MSR_WRITE, 0x80b).apicRegister());
        assertEquals(0, of(Kind.MSR_READ, 0x800).apicRegister());
        assertEquals(0x3f0, of(Kind.MSR_READ, 0x83f).apicRegister());
        assertEquals(-1, of(Kind.MSR_READ, 0x840).apicRegister());
        assertEquals(-1, of(Kind.MSR_READ, 0x7ff).apicRegister());
        assertEquals(0xb0, of(Kind.MMIO_WRITE, 0xfee000b0L).apicRegister());
        assertEquals(0, of(Kind.MMIO_READ, 0xfee00000L).apicRegister());
        assertEquals(0xfff, of(Kind.MMIO_READ, 0xfee00fffL).apicRegister());
        assertEquals(-1, of(Kind.MMIO_READ, 0xfee01000L).apicRegister());
        assertEquals(-1, of(Kind.MMIO_READ, 0xfedfffffL).apicRegister());
        assertEquals(-1, of(Kind.PORT_READ, 0x80b).apicRegister());
    }

    @Test
    void whatAnExitIsAbout() {
        for (Kind kind : List.of(Kind.MMIO_READ, Kind.MMIO_WRITE)) {
            assertEquals("false true true false", of(kind, 9).isDevice(10, 20) + " " + of(kind, 10).isDevice(10, 20) + ' '
                    + of(kind, 20).isDevice(10, 20) + ' ' + of(kind, 21).isDevice(10, 20));
        }
        assertFalse(of(Kind.PORT_READ, 10).isDevice(10, 20));
        for (Kind kind : List.of(Kind.PORT_READ, Kind.PORT_WRITE)) {
            assertEquals("false true true false", of(kind, 9).isPort(10, 20) + " " + of(kind, 10).isPort(10, 20) + ' '
                    + of(kind, 20).isPort(10, 20) + ' ' + of(kind, 21).isPort(10, 20));
        }
        assertFalse(of(Kind.MMIO_READ, 10).isPort(10, 20));
        assertTrue(of(Kind.HYPERCALL, 5).isHypercall(5));
        assertFalse(of(Kind.HYPERCALL, 6).isHypercall(5));
        assertFalse(of(Kind.TRACER, 5).isHypercall(5));
        assertTrue(of(Kind.MSR_READ, 5).isMsr(5));
        assertFalse(of(Kind.MSR_READ, 6).isMsr(5));
        assertFalse(of(Kind.PORT_READ, 5).isMsr(5));
        assertTrue(of(Kind.NONE, 0).is(ExitKind.PORT));
        assertFalse(of(Kind.NONE, 0).is(ExitKind.MSR));
    }

    private static Subject of(Kind kind, long number) {
        return new Subject(ExitKind.PORT, new SubReason(kind, number));
    }
}
