/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Service;
import org.junit.jupiter.api.Test;

/** What an exit is about, out of what the hardware and the hypervisor report. */
class SubReasonTest {

    private static final long NOTHING = HostEvent.NO_INFO;

    @Test
    void intelReportsItInTheQualification() {
        assertVmx("vector 0xec", 1, 0, 0, 0x800000ecL);
        assertVmx("", 1, 0, 0, 0xecL);
        assertVmx("vector 0xec", 1, 0, 0x800000ecL, NOTHING);
        assertVmx("exception 14", 0, 0x1000, 0, 0x80000b0eL);
        assertVmx("CR write 3", 28, 0x3, 0, 0);
        assertVmx("CR read 8", 28, 0x18, 0, 0);
        assertVmx("CR write 0", 28, 0x20, 0, 0);
        assertVmx("DR read 7", 29, 0x17, 0, 0);
        assertVmx("port out 0x3f8", 30, 0x3f80000L, 0, 0);
        assertVmx("port in 0x71", 30, 0x710008L, 0, 0);
        assertVmx("APIC write 0x300", 44, 0x1300, 0, 0);
        assertVmx("APIC write 0xb0", 56, 0xb0, 0, 0);
        assertVmx("vector 0x21", 45, 0x21, 0, 0);
        assertVmx("", 30, NOTHING, NOTHING, NOTHING);
        assertVmx("", 12, 0, 0, 0);
        assertVmx("port in 0x71", 0x80000000L | 30, 0x710008L, 0, 0);
    }

    @Test
    void amdReportsItInTheReasonAndItsInformation() {
        assertSvm("CR read 3", 3, 0, 0);
        assertSvm("CR write 8", 24, 0, 0);
        assertSvm("CR write 0", 101, 0, 0);
        assertSvm("DR read 7", 39, 0, 0);
        assertSvm("DR write 7", 55, 0, 0);
        assertSvm("exception 14", 78, 0, 0);
        assertSvm("port out 0xcf8", 123, 0xcf80040L, 0);
        assertSvm("page 0xfffff000", 1024, 0x100000014L, 0xfffffff0L);
        assertSvm("MMIO read 0xfed000f0", 1024, 0x10000000cL, 0xfed000f0L);
        assertSvm("", 1024, NOTHING, NOTHING);
        assertSvm("", 124, 1, 0);
        assertSvm("", 0xffffffffL, 0, 0);
    }

    @Test
    void theHypervisorReportsItToo() {
        assertService("MSR write 0x6e0", 124, Service.MSR_WRITE, 0x6e0);
        assertService("CPUID 0x80000001", 114, Service.CPUID, 0xffffffff80000001L);
        assertService("page 0x5000", 1024, Service.PAGE_FAULT, 0x5678);
        assertService("APIC write 0x380", 1024, Service.APIC_WRITE, 0x380);
        assertService("vector 0xec", 100, Service.INJECTION, 0xec);
        assertService("", 96, Service.INJECTION, 0xec);
        assertService("", 96, Service.OTHER, 7);
    }

    @Test
    void nothingIsReadIntoWhatAnUnknownVendorReports() {
        assertEquals(SubReason.NONE, SubReason.of(new HostEvent.KvmExit(1, 0, 0, 3, 30, 0, 0, 0x3f80000L, 0, 0)));
    }

    private static void assertVmx(String label, long reason, long info1, long info2, long interrupt) {
        assertEquals(label,
                SubReason.of(new HostEvent.KvmExit(1, 0, 0, ExitReason.VMX, reason, 0, 0, info1, info2, interrupt)).label());
    }

    private static void assertSvm(String label, long reason, long info1, long info2) {
        assertEquals(label, SubReason.of(new HostEvent.KvmExit(1, 0, 0, ExitReason.SVM, reason, 0, 0, info1, info2, 0)).label());
    }

    private static void assertService(String label, long reason, Service service, long number) {
        assertEquals(label,
                SubReason.of(ExitReason.SVM, reason, new HostEvent.KvmOther(1, 0, 0, service, number)).label());
    }
}
