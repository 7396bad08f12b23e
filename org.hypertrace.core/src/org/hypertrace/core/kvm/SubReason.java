/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.Locale;

import org.hypertrace.core.event.HostEvent;

/**
 * What a guest was left for, closer than the reason: which register, port, memory or interrupt it is about.
 * <p>
 * The formats of what the hardware reports are those of the vendors' manuals. Intel: SDM volume 3 chapter 28 (exit qualification). AMD: APM
 * volume 2 chapter 15 (EXITINFO1, EXITINFO2).
 *
 * @param number
 *            the port, register, guest physical address, hypercall, function or vector
 */
public record SubReason(Kind kind, long number) {

    /** What it is about. The order of the constants is their code in files and must not change. */
    public enum Kind {
        /** Not reported. */
        NONE("", false),
        PORT_READ("port in", true),
        PORT_WRITE("port out", true),
        MSR_READ("MSR read", true),
        MSR_WRITE("MSR write", true),
        CR_READ("CR read", false),
        CR_WRITE("CR write", false),
        DR_READ("DR read", false),
        DR_WRITE("DR write", false),
        CPUID("CPUID", true),
        /** Memory of the guest that is not mapped; the number is the address of the page (4 KiB). */
        PAGE("page", true),
        MMIO_READ("MMIO read", true),
        MMIO_WRITE("MMIO write", true),
        APIC_READ("APIC read", true),
        APIC_WRITE("APIC write", true),
        HYPERCALL("hypercall", false),
        /** A hypercall of the guest's tracer; the number is that of the event, without what the tracer adds to it. */
        TRACER("tracer", true),
        EXCEPTION("exception", false),
        INTERRUPT("vector", true),
        /** There are too many of this trace's for all to be distinguished; the number is the code of their kind. */
        FURTHER("further", false);

        private static final Kind[] BY_CODE = values();

        private final String fLabel;
        private final boolean fHex;

        Kind(String label, boolean hex) {
            fLabel = label;
            fHex = hex;
        }

        /** @return the kind with this code, {@link #NONE} if there is none */
        public static Kind of(int code) {
            return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : NONE;
        }

        /** @return its stable name in JSON and CSV */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** @return whether it is an I/O port */
        public boolean isPort() {
            return this == PORT_READ || this == PORT_WRITE;
        }

        /** @return whether it is memory of a device */
        public boolean isMmio() {
            return this == MMIO_READ || this == MMIO_WRITE;
        }

        /** @return whether it is a model specific register */
        public boolean isMsr() {
            return this == MSR_READ || this == MSR_WRITE;
        }
    }

    // each exit is compared: without what Java makes for records when it runs
    @Override
    public boolean equals(Object other) {
        return other instanceof SubReason sub && sub.number == number && sub.kind == kind;
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + Long.hashCode(number);
    }

    /** Nothing is reported. */
    public static final SubReason NONE = new SubReason(Kind.NONE, 0);

    private static final long PAGE_MASK = ~0xfffL;
    private static final long VALID = 1L << 31;

    /** @return for people: {@code port out 0x3f8}; empty for {@link #NONE} */
    public String label() {
        return kind == Kind.NONE ? kind.fLabel : kind == Kind.FURTHER ? kind.fLabel + ' ' + Kind.of((int) number).fLabel
                : kind.fLabel + ' ' + (kind.fHex ? "0x" + Long.toHexString(number) : Long.toUnsignedString(number));
    }

    /**
     * @param exit
     *            an exit
     * @return what the hardware reports it is about, {@link #NONE} if it reports nothing
     */
    public static SubReason of(HostEvent.KvmExit exit) {
        return exit.isa() == ExitReason.SVM ? ofSvm(exit.reason(), exit.info1(), exit.info2())
                : exit.isa() == ExitReason.VMX ? ofVmx((int) (exit.reason() & 0xffff), exit) : NONE;
    }

    private static SubReason ofSvm(long reason, long info1, long info2) {
        if (reason < 64) {
            Kind[] kinds = { Kind.CR_READ, Kind.CR_WRITE, Kind.DR_READ, Kind.DR_WRITE };
            return new SubReason(kinds[(int) (reason >> 4)], reason & 15);
        }
        if (reason < 96) {
            return new SubReason(Kind.EXCEPTION, reason - 64);
        }
        if (reason == 101) {
            return new SubReason(Kind.CR_WRITE, 0);
        }
        if (reason == 123 && info1 != HostEvent.NO_INFO) {
            return new SubReason((info1 & 1) != 0 ? Kind.PORT_READ : Kind.PORT_WRITE, info1 >> 16 & 0xffff);
        }
        if (reason == 1024 && info1 != HostEvent.NO_INFO && info2 != HostEvent.NO_INFO) {
            // KVM marks what belongs to a device by reserved bits
            return (info1 & 8) == 0 ? new SubReason(Kind.PAGE, info2 & PAGE_MASK)
                    : new SubReason((info1 & 2) != 0 ? Kind.MMIO_WRITE : Kind.MMIO_READ, info2);
        }
        return NONE;
    }

    private static SubReason ofVmx(int reason, HostEvent.KvmExit exit) {
        long info = exit.info1();
        // kernels before 5.10 have no field of its own for it
        long interrupt = exit.interrupt() != HostEvent.NO_INFO ? exit.interrupt() : exit.info2();
        if (reason <= 1) {
            return interrupt == HostEvent.NO_INFO || (interrupt & VALID) == 0 ? NONE
                    : new SubReason(reason == 0 ? Kind.EXCEPTION : Kind.INTERRUPT, interrupt & 0xff);
        }
        if (info == HostEvent.NO_INFO) {
            return NONE;
        }
        return switch (reason) {
        // 0: to it, 1: from it, 2: CLTS, 3: LMSW, both of CR0
        case 28 -> (info >> 4 & 3) >= 2 ? new SubReason(Kind.CR_WRITE, 0)
                : new SubReason((info >> 4 & 3) == 1 ? Kind.CR_READ : Kind.CR_WRITE, info & 15);
        case 29 -> new SubReason((info & 16) != 0 ? Kind.DR_READ : Kind.DR_WRITE, info & 7);
        case 30 -> new SubReason((info & 8) != 0 ? Kind.PORT_READ : Kind.PORT_WRITE, info >> 16 & 0xffff);
        // 0: read, 1: write; others are of the page's walk or an event's delivery
        case 44 -> (info >> 12 & 15) > 1 ? NONE
                : new SubReason((info >> 12 & 15) == 0 ? Kind.APIC_READ : Kind.APIC_WRITE, info & 0xfff);
        case 45 -> new SubReason(Kind.INTERRUPT, info & 0xff);
        case 56 -> new SubReason(Kind.APIC_WRITE, info & 0xfff);
        default -> NONE;
        };
    }

    /**
     * What the hypervisor does for the guest after an exit may report what that is about.
     *
     * @param isa
     *            the vendor of the exit's reason
     * @param reason
     *            the exit's reason
     * @param event
     *            the hypervisor's event
     * @return what the event reports about the exit, {@link #NONE} if nothing
     */
    public static SubReason of(int isa, long reason, HostEvent.KvmOther event) {
        long number = event.number();
        return switch (event.service()) {
        case OTHER, APIC_ACCEPTS, POLLED, SLEPT, NESTED_ENTER, NESTED_EXIT, NESTED_INJECT -> NONE;
        case PORT_READ -> new SubReason(Kind.PORT_READ, number);
        case PORT_WRITE -> new SubReason(Kind.PORT_WRITE, number);
        case MSR_READ -> new SubReason(Kind.MSR_READ, number & 0xffffffffL);
        case MSR_WRITE -> new SubReason(Kind.MSR_WRITE, number & 0xffffffffL);
        case CR_READ -> new SubReason(Kind.CR_READ, number);
        case CR_WRITE -> new SubReason(Kind.CR_WRITE, number);
        case PLATFORM_CALL -> new SubReason(Kind.HYPERCALL, number);
        case CPUID -> new SubReason(Kind.CPUID, number & 0xffffffffL);
        case PAGE_FAULT -> new SubReason(Kind.PAGE, number & PAGE_MASK);
        case MMIO_READ -> new SubReason(Kind.MMIO_READ, number);
        case MMIO_WRITE -> new SubReason(Kind.MMIO_WRITE, number);
        case APIC_READ -> new SubReason(Kind.APIC_READ, number);
        case APIC_WRITE -> new SubReason(Kind.APIC_WRITE, number);
        // injected before most entries: it is what the exit is for only if the guest was left as soon as it can take one
        case INJECTION -> ExitReason.isInterruptWindow(isa, reason) ? new SubReason(Kind.INTERRUPT, number) : NONE;
        };
    }
}
