/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import org.hypertrace.core.kvm.ExitKind;
import org.hypertrace.core.kvm.SubReason;
import org.hypertrace.core.kvm.SubReason.Kind;

/** What an exit is for: its kind, and what it is about. */
record Subject(ExitKind kind, SubReason sub) {

    /** The local APIC's page in every guest that did not move it. */
    private static final long APIC_PAGE = 0xfee00000L;
    private static final long PAGE_SIZE = 0x1000;
    /** The first register of the APIC that is a model specific one. */
    private static final long X2APIC = 0x800;
    private static final long X2APIC_END = 0x840;

    boolean is(ExitKind which) {
        return kind == which;
    }

    boolean isPort(long from, long to) {
        return sub.kind().isPort() && sub.number() >= from && sub.number() <= to;
    }

    boolean isMsr(long number) {
        return sub.kind().isMsr() && sub.number() == number;
    }

    boolean isDevice(long from, long to) {
        return isMmio() && sub.number() >= from && sub.number() <= to;
    }

    boolean isMmio() {
        return sub.kind() == Kind.MMIO_READ || sub.kind() == Kind.MMIO_WRITE;
    }

    boolean isHypercall(long number) {
        return sub.kind() == Kind.HYPERCALL && sub.number() == number;
    }

    /** The register of the local APIC it is about, by its offset in the APIC's page, however it is reached; -1 if none. */
    long apicRegister() {
        return switch (sub.kind()) {
        case APIC_READ, APIC_WRITE -> sub.number();
        case MSR_READ, MSR_WRITE -> sub.number() >= X2APIC && sub.number() < X2APIC_END ? sub.number() - X2APIC << 4 : -1;
        case MMIO_READ, MMIO_WRITE -> Long.compareUnsigned(sub.number() - APIC_PAGE, PAGE_SIZE) < 0 ? sub.number() - APIC_PAGE : -1;
        default -> -1;
        };
    }
}
