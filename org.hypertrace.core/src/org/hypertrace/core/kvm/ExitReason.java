/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Why a guest left its processor, in the code of the processor's vendor. A code without a name stays a number.
 * <p>
 * Names and numbers are those of the vendors' manuals. Intel: SDM volume 3 appendix C (basic exit reasons, bits 0-15). AMD: APM volume 2
 * appendix C (SVM intercept exit codes). Arm: Arm ARM (ESR_ELx.EC).
 */
public final class ExitReason {

    /** The tracer's number for Intel's VMX. */
    public static final int VMX = 1;
    /** The tracer's number for AMD's SVM. */
    public static final int SVM = 2;
    /**
     * Arm; tracers have no number for it. A code below {@link #ARM_OTHER} is the class of an exception that the guest caused
     * (ESR_EL2.EC); from there on it is what else ended the guest's time, see {@link #ARM_OTHER}.
     */
    public static final int ARM = 3;
    /** Arm: this and the number that Linux has for an end of the guest's time other than by a trap, such as an interrupt. */
    public static final int ARM_OTHER = 0x100;

    /** Arm: the number that Linux has for the end of a guest's time by a trap. */
    static final int ARM_TRAP = 2;

    private static final int ARM_WAITS = 1;
    private static final int ARM_HVC32 = 0x12;
    private static final int ARM_HVC64 = 0x16;
    private static final int VMX_HLT = 12;
    private static final int SVM_HLT = 120;
    private static final int VMX_PAUSE = 40;
    private static final int SVM_PAUSE = 119;
    private static final int VMX_VMCALL = 18;
    private static final int SVM_VMMCALL = 129;
    private static final int VMX_EXTERNAL_INTERRUPT = 1;
    private static final int SVM_INTR = 96;
    private static final int VMX_VMLAUNCH = 20;
    private static final int VMX_VMRESUME = 24;
    private static final int SVM_VMRUN = 128;
    private static final int VMX_TRIPLE_FAULT = 2;
    private static final int SVM_SHUTDOWN = 127;
    private static final int VMX_MSR_READ = 31;
    private static final int VMX_MSR_WRITE = 32;
    private static final int SVM_MSR = 124;
    private static final int VMX_INTERRUPT_WINDOW = 7;
    private static final int SVM_VINTR = 100;
    private static final long BASIC = 0xffff;
    /** AMD's code for a guest that cannot be entered. */
    private static final String INVALID = "INVALID";
    private static final long INVALID_CODE = 0xffffffffL;

    private static final Map<Integer, String> INTEL = table(
            "0 EXCEPTION_NMI,1 EXTERNAL_INTERRUPT,2 TRIPLE_FAULT,3 INIT_SIGNAL,4 SIPI_SIGNAL,5 IO_SMI,6 OTHER_SMI,"
                    + "7 INTERRUPT_WINDOW,8 NMI_WINDOW,9 TASK_SWITCH,10 CPUID,11 GETSEC,12 HLT,13 INVD,14 INVLPG,"
                    + "15 RDPMC,16 RDTSC,17 RSM,18 VMCALL,19 VMCLEAR,20 VMLAUNCH,21 VMPTRLD,22 VMPTRST,23 VMREAD,"
                    + "24 VMRESUME,25 VMWRITE,26 VMOFF,27 VMON,28 CR_ACCESS,29 DR_ACCESS,30 IO_INSTRUCTION,"
                    + "31 MSR_READ,32 MSR_WRITE,33 INVALID_STATE,34 MSR_LOAD_FAIL,36 MWAIT_INSTRUCTION,"
                    + "37 MONITOR_TRAP_FLAG,39 MONITOR_INSTRUCTION,40 PAUSE_INSTRUCTION,41 MCE_DURING_VMENTRY,"
                    + "43 TPR_BELOW_THRESHOLD,44 APIC_ACCESS,45 EOI_INDUCED,46 GDTR_IDTR,47 LDTR_TR,"
                    + "48 EPT_VIOLATION,49 EPT_MISCONFIG,50 INVEPT,51 RDTSCP,52 PREEMPTION_TIMER,53 INVVPID,"
                    + "54 WBINVD,55 XSETBV,56 APIC_WRITE,57 RDRAND,58 INVPCID,59 VMFUNC,60 ENCLS,61 RDSEED,"
                    + "62 PML_FULL,63 XSAVES,64 XRSTORS,67 UMWAIT,68 TPAUSE,74 BUS_LOCK,75 NOTIFY");

    private static final Map<Integer, String> AMD = amd();
    private static final Map<Integer, String> ARM_NAMES = table(
            "0 UNKNOWN,1 WFx,3 CP15_32,4 CP15_64,5 CP14_MR,6 CP14_LS,7 FP_ASIMD,8 CP10_ID,9 PAC,12 CP14_64,13 BTI,14 ILL,"
                    + "17 SVC32,18 HVC32,19 SMC32,21 SVC64,22 HVC64,23 SMC64,24 SYS64,25 SVE,26 ERET,28 FPAC,29 SME,"
                    + "31 IMP_DEF,32 IABT_LOW,33 IABT_CUR,34 PC_ALIGN,36 DABT_LOW,37 DABT_CUR,38 SP_ALIGN,40 FP_EXC32,"
                    + "44 FP_EXC64,47 SERROR,48 BREAKPT_LOW,49 BREAKPT_CUR,50 SOFTSTP_LOW,51 SOFTSTP_CUR,52 WATCHPT_LOW,"
                    + "53 WATCHPT_CUR,56 BKPT32,58 VECTOR32,60 BRK64,256 IRQ,257 EL1_SERROR,259 IL");
    private static final Map<String, Long> INTEL_CODES = codes(INTEL);
    private static final Map<String, Long> AMD_CODES = codes(AMD);
    static {
        AMD_CODES.put(INVALID, INVALID_CODE);
    }

    private ExitReason() {
    }

    /**
     * @param end
     *            Linux' number of what ended the guest's time, see {@link #ARM_OTHER}
     * @param trap
     *            the class of the exception if that was a trap
     * @return the code of both
     */
    static long ofArm(long end, long trap) {
        return end == ARM_TRAP ? trap & 0xffffffffL : ARM_OTHER + end;
    }

    /**
     * @param isa
     *            the tracer's number of the vendor; anything but Intel and AMD: not recorded
     * @param reason
     *            the code
     * @return whether the guest left because it has nothing to do (HLT)
     */
    public static boolean isHalt(int isa, long reason) {
        return switch (isa) {
        case VMX -> (reason & BASIC) == VMX_HLT;
        case SVM -> reason == SVM_HLT;
        case ARM -> reason == ARM_WAITS;
        // codes of one vendor that practically never occur as the other's
        default -> reason == VMX_HLT || reason == SVM_HLT;
        };
    }

    /**
     * @param isa
     *            the tracer's number of the vendor
     * @param reason
     *            the code
     * @return whether the guest left since it spins: it has paused very often in a short time (PAUSE)
     */
    public static boolean isPause(int isa, long reason) {
        return isa == VMX ? (reason & BASIC) == VMX_PAUSE : isa == SVM && reason == SVM_PAUSE;
    }

    /**
     * @param isa
     *            the tracer's number of the vendor; anything but Intel and AMD: not recorded
     * @param reason
     *            the code
     * @return whether the guest left to report something (VMCALL, VMMCALL)
     */
    public static boolean isHypercall(int isa, long reason) {
        return switch (isa) {
        case VMX -> (reason & BASIC) == VMX_VMCALL;
        case SVM -> reason == SVM_VMMCALL;
        case ARM -> reason == ARM_HVC32 || reason == ARM_HVC64;
        default -> reason == VMX_VMCALL || reason == SVM_VMMCALL;
        };
    }

    /**
     * @param isa
     *            the tracer's number of the vendor
     * @param reason
     *            the code
     * @return whether the guest left to enter a guest of its own (VMLAUNCH, VMRESUME, VMRUN)
     */
    public static boolean isNestedEntry(int isa, long reason) {
        return isa == VMX ? (reason & BASIC) == VMX_VMLAUNCH || (reason & BASIC) == VMX_VMRESUME
                : isa == SVM && reason == SVM_VMRUN;
    }

    /**
     * @param isa
     *            the tracer's number of the vendor
     * @param reason
     *            the code
     * @return whether the guest left since the host is interrupted
     */
    public static boolean isInterrupt(int isa, long reason) {
        return isa == VMX ? (reason & BASIC) == VMX_EXTERNAL_INTERRUPT : isa == SVM && reason == SVM_INTR;
    }

    /**
     * @param isa
     *            the tracer's number of the vendor
     * @param reason
     *            the code
     * @return whether the processor gave up (triple fault): the usual way of a kernel to restart, or the end of a broken one
     */
    public static boolean isShutdown(int isa, long reason) {
        return isa == VMX ? (reason & BASIC) == VMX_TRIPLE_FAULT : isa == SVM && reason == SVM_SHUTDOWN;
    }

    /**
     * @param isa
     *            the tracer's number of the vendor; anything but Intel and AMD: not recorded
     * @param reason
     *            the code
     * @return whether the guest reads or writes a model-specific register
     */
    public static boolean isMsr(int isa, long reason) {
        boolean intel = (reason & BASIC) == VMX_MSR_READ || (reason & BASIC) == VMX_MSR_WRITE;
        return isa == VMX ? intel : isa == SVM ? reason == SVM_MSR : intel || reason == SVM_MSR;
    }

    /**
     * @param isa
     *            the tracer's number of the vendor
     * @param reason
     *            the code
     * @return whether the guest left because it can take an interrupt from now on
     */
    public static boolean isInterruptWindow(int isa, long reason) {
        return isa == VMX ? (reason & BASIC) == VMX_INTERRUPT_WINDOW : isa == SVM && reason == SVM_VINTR;
    }

    /**
     * @param isa
     *            the tracer's number of the vendor
     * @param reason
     *            the code, an unsigned 32-bit number
     * @return its name, null if it has none; Intel's flags above the basic reason are shown: {@code CPUID+0x80000000}
     */
    public static String name(int isa, long reason) {
        if (isa == SVM) {
            return reason > Integer.MAX_VALUE ? reason == INVALID_CODE ? INVALID : null : AMD.get((int) reason);
        }
        if (isa == ARM) {
            return reason > Integer.MAX_VALUE ? null : ARM_NAMES.get((int) reason);
        }
        if (isa != VMX) {
            return null;
        }
        String basic = INTEL.get((int) (reason & BASIC));
        long flags = reason & ~BASIC;
        return basic == null || flags == 0 ? basic : basic + "+0x" + Long.toHexString(flags);
    }

    /**
     * @param isa
     *            the tracer's number of the vendor
     * @param reason
     *            the code
     * @return its name, else the number
     */
    public static String label(int isa, long reason) {
        String name = name(isa, reason);
        return name != null ? name : isa == VMX && reason > BASIC ? "0x" + Long.toHexString(reason) : Long.toString(reason);
    }

    /**
     * @param name
     *            of a reason
     * @return whether a vendor has one of that name
     */
    public static boolean isName(String name) {
        return INTEL_CODES.containsKey(name) || AMD_CODES.containsKey(name);
    }

    /** The code of a reason by the vendor's name for it, null if the vendor has none of that name. */
    static Long code(int isa, String name) {
        return (isa == VMX ? INTEL_CODES : AMD_CODES).get(name);
    }

    private static Map<String, Long> codes(Map<Integer, String> names) {
        Map<String, Long> codes = new HashMap<>();
        names.forEach((code, name) -> codes.put(name, code.longValue()));
        return codes;
    }

    /**
     * @param isa
     *            the tracer's number of the vendor
     * @return {@code vmx}, {@code svm}, {@code arm}, or null if not recorded
     */
    public static String isaName(int isa) {
        return isa == VMX ? "vmx" : isa == SVM ? "svm" : isa == ARM ? "arm" : null;
    }

    private static Map<Integer, String> amd() {
        Map<Integer, String> names = table(
                "96 INTR,97 NMI,98 SMI,99 INIT,100 VINTR,101 CR0_SEL_WRITE,102 IDTR_READ,103 GDTR_READ,104 LDTR_READ,"
                        + "105 TR_READ,106 IDTR_WRITE,107 GDTR_WRITE,108 LDTR_WRITE,109 TR_WRITE,110 RDTSC,111 RDPMC,"
                        + "112 PUSHF,113 POPF,114 CPUID,115 RSM,116 IRET,117 SWINT,118 INVD,119 PAUSE,120 HLT,"
                        + "121 INVLPG,122 INVLPGA,123 IOIO,124 MSR,125 TASK_SWITCH,126 FERR_FREEZE,127 SHUTDOWN,"
                        + "128 VMRUN,129 VMMCALL,130 VMLOAD,131 VMSAVE,132 STGI,133 CLGI,134 SKINIT,135 RDTSCP,"
                        + "136 ICEBP,137 WBINVD,138 MONITOR,139 MWAIT,140 MWAIT_CONDITIONAL,141 XSETBV,142 RDPRU,"
                        + "143 EFER_WRITE_TRAP,162 INVLPGB,163 INVLPGB_ILLEGAL,164 INVPCID,165 MCOMMIT,166 TLBSYNC,"
                        + "1024 NPF,1025 AVIC_INCOMPLETE_IPI,1026 AVIC_UNACCELERATED_ACCESS,1027 VMGEXIT");
        for (int i = 0; i < 16; i++) {
            names.put(i, "CR" + i + "_READ");
            names.put(16 + i, "CR" + i + "_WRITE");
            names.put(32 + i, "DR" + i + "_READ");
            names.put(48 + i, "DR" + i + "_WRITE");
            names.put(144 + i, "CR" + i + "_WRITE_TRAP");
        }
        String[] exceptions = { "DE", "DB", "NMI", "BP", "OF", "BR", "UD", "NM", "DF", "CSO", "TS", "NP", "SS", "GP", "PF",
                "15", "MF", "AC", "MC", "XF" };
        for (int i = 0; i < 32; i++) {
            names.put(64 + i, "EXCP_" + (i < exceptions.length ? exceptions[i] : Integer.toString(i)));
        }
        return names;
    }

    private static Map<Integer, String> table(String text) {
        Map<Integer, String> names = new TreeMap<>();
        for (String entry : text.split(",")) {
            int space = entry.indexOf(' ');
            names.put(Integer.valueOf(entry.substring(0, space)), entry.substring(space + 1));
        }
        return names;
    }
}
