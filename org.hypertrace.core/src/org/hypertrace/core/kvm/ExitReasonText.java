/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.Locale;
import java.util.Map;

import org.hypertrace.core.event.HostEvent;

/**
 * Why a guest left its processor, as tracers print it. Linux prints the names of Intel's reasons in capitals ({@code MSR_WRITE}) and those
 * of AMD's small ({@code write_cr0}, {@code PF excp}). Those of AMD get {@code EXIT_} before them from trace-cmd. So a name shows whose
 * it is.
 *
 * @param isa
 *            the vendor as in {@link ExitReason}, {@link HostEvent#UNKNOWN_ID} if the text does not report
 * @param code
 *            the vendor's code, an unsigned 32-bit number; {@link #UNKNOWN} if the text is no reason
 */
public record ExitReasonText(int isa, long code) {

    /** The code where none is known: no vendor has it. */
    public static final long UNKNOWN = 0xfffffffeL;

    private static final String OF_TRACE_CMD = "EXIT_";
    /** Names of Linux that are others than those of the manuals. */
    private static final Map<String, String> AMD = Map.of("INTERRUPT", "INTR", "IO", "IOIO", "HYPERCALL", "VMMCALL",
            "READ_RT", "TR_READ", "WRITE_RT", "TR_WRITE", "INVALID_GUEST_STATE", "INVALID", "ERR", "INVALID", "MWAIT_COND",
            "MWAIT_CONDITIONAL");
    private static final Map<String, String> INTEL = Map.of("PENDING_INTERRUPT", "INTERRUPT_WINDOW", "PENDING_NMI",
            "NMI_WINDOW");
    /** The flag that Intel sets when the guest could not be entered. */
    private static final String FAILED = " FAILED_VMENTRY";
    private static final long FAILED_BIT = 0x80000000L;

    /**
     * @param text
     *            as printed: a name, {@code 0x} and a number, or {@code UNKNOWN (} number {@code )}
     * @return what it is
     */
    public static ExitReasonText of(String text) {
        String name = text.strip();
        if (name.endsWith(FAILED)) {
            ExitReasonText reason = of(name.substring(0, name.length() - FAILED.length()));
            return reason.code == UNKNOWN ? reason : new ExitReasonText(ExitReason.VMX, reason.code | FAILED_BIT);
        }
        if (name.startsWith("UNKNOWN (") && name.endsWith(")")) {
            return new ExitReasonText(HostEvent.UNKNOWN_ID, number(name.substring(9, name.length() - 1), 10));
        } else if (name.startsWith("0x")) {
            return new ExitReasonText(HostEvent.UNKNOWN_ID, number(name.substring(2), 16));
        } else if (name.startsWith(OF_TRACE_CMD)) {
            return amd(name.substring(OF_TRACE_CMD.length()));
        }
        Long intel = ExitReason.code(ExitReason.VMX, INTEL.getOrDefault(name, name));
        return intel != null ? new ExitReasonText(ExitReason.VMX, intel) : amd(name.toUpperCase(Locale.ROOT));
    }

    private static ExitReasonText amd(String name) {
        String known = AMD.getOrDefault(name, name);
        if (known.endsWith(" EXCP")) {
            known = "EXCP_" + known.substring(0, known.length() - 5);
        } else if (known.startsWith("READ_") || known.startsWith("WRITE_")) {
            int end = known.indexOf('_');
            String verb = known.substring(0, end);
            boolean trap = known.endsWith("_TRAP");
            known = known.substring(end + 1, known.length() - (trap ? 5 : 0)) + '_' + verb + (trap ? "_TRAP" : "");
        }
        Long code = ExitReason.code(ExitReason.SVM, known);
        return code == null ? new ExitReasonText(HostEvent.UNKNOWN_ID, UNKNOWN) : new ExitReasonText(ExitReason.SVM, code);
    }

    private static long number(String text, int radix) {
        try {
            return Long.parseLong(text, radix) & 0xffffffffL;
        } catch (NumberFormatException e) {
            return UNKNOWN;
        }
    }
}
