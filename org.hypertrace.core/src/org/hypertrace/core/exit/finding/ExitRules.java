/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.List;

import org.hypertrace.core.kvm.ExitKind;
import org.hypertrace.core.kvm.SubReason.Kind;

/**
 * What guests are left for and need not be. Ports, registers and addresses are those of every PC: the legacy devices' of the PC/AT,
 * the local APIC's of Intel SDM volume 3 chapter 11, hypercalls and timers of Linux' KVM documentation.
 */
final class ExitRules {

    private static final String EXIT = "kvm_x86_exit";
    private static final String PORTS = EXIT + ",kvm_x86_pio";
    private static final String MMIO = EXIT + ",kvm_mmio";
    private static final String MSRS = EXIT + ",kvm_x86_msr,kvm_x86_apic";
    private static final long APIC_EOI = 0xb0;
    private static final long APIC_ICR = 0x300;
    private static final long APIC_ICR2 = 0x310;
    private static final long APIC_TIMER = 0x380;
    private static final long APIC_SELF_IPI = 0x3f0;
    private static final long MSR_TSC_DEADLINE = 0x6e0;

    static final List<ExitRule> ALL = List.of(
            new ExitRule("console", s -> s.isPort(0x3f8, 0x3ff) || s.isPort(0x2f8, 0x2ff) || s.isPort(0x3e8, 0x3ef)
                    || s.isPort(0x2e8, 0x2ef), "console output on a serial port",
                    "Boot with quiet or loglevel=3, or give the guest a virtio console (console=hvc0): it sends lines, not characters.",
                    PORTS),
            new ExitRule("debug-port", s -> s.isPort(0x402, 0x402) || s.isPort(0xe9, 0xe9) || s.isPort(0x80, 0x80),
                    "writes to a debug port", "Use a firmware without debug output; port 0x80 is the kernel's way to wait: boot with "
                            + "io_delay=none.", PORTS),
            new ExitRule("pit", s -> s.isPort(0x40, 0x43) || s.isPort(0x61, 0x61), "the PIT timer",
                    "The guest measures time by it: give it kvm-clock and a stable TSC (-cpu host,+invtsc), boot with no_timer_check or "
                            + "tsc=reliable.", PORTS),
            new ExitRule("clock-port", s -> s.isPort(0x70, 0x71) || s.isPort(0x408, 0x40b) || s.isPort(0x608, 0x60b)
                    || s.isPort(0xb008, 0xb00b), "the RTC or the ACPI timer",
                    "A clock that is read by exits is slow: look at the guest's current_clocksource and give it kvm-clock or the TSC.", PORTS),
            new ExitRule("hpet", s -> s.isDevice(0xfed00000L, 0xfed003ffL), "the HPET timer",
                    "Start the VM with -machine hpet=off (older: -no-hpet) and give the guest kvm-clock or the TSC.", MMIO),
            new ExitRule("pic", s -> s.isPort(0x20, 0x21) || s.isPort(0xa0, 0xa1) || s.isDevice(0xfec00000L, 0xfec00fffL),
                    "the PIC or the I/O APIC", "Let devices interrupt by MSI, and keep the interrupt controllers in the kernel "
                            + "(-machine kernel-irqchip=on).", PORTS + ",kvm_mmio"),
            new ExitRule("pci", s -> s.isPort(0xcf8, 0xcff), "the configuration of PCI devices",
                    "Mostly the search for devices at boot: fewer of them, machine type q35, or microvm without PCI.", PORTS),
            new ExitRule("port", s -> s.is(ExitKind.PORT), "I/O ports of devices",
                    "Use virtio devices instead of emulated ones (IDE, VGA, PS/2), with an I/O thread or vhost.", PORTS),
            new ExitRule("timer", s -> s.isMsr(MSR_TSC_DEADLINE) || s.apicRegister() == APIC_TIMER || s.is(ExitKind.TIMER),
                    "setting the guest's timer, or its expiry", "Fewer ticks and timers: nohz=on, a lower HZ, coarser timers in the program "
                            + "that sets them; idle=poll or haltpoll for a guest that sleeps very shortly.", MSRS),
            new ExitRule("eoi", s -> s.apicRegister() == APIC_EOI || s.is(ExitKind.END_OF_INTERRUPT), "ends of interrupts",
                    "Let the processor do it: APICv (kvm_intel enable_apicv=1) or AVIC (kvm_amd avic=1), else +kvm-pv-eoi.", MSRS),
            new ExitRule("ipi", s -> s.apicRegister() == APIC_ICR || s.apicRegister() == APIC_ICR2
                    || s.apicRegister() == APIC_SELF_IPI || s.is(ExitKind.IPI) || s.isHypercall(5) || s.isHypercall(10)
                    || s.isHypercall(11), "interrupts from vCPU to vCPU",
                    "Fewer vCPUs, or threads that wake each other on one of them; x2APIC with APICv or AVIC, +kvm-pv-ipi.",
                    MSRS + ",kvm_x86_hypercall"),
            new ExitRule("apic", s -> s.is(ExitKind.APIC) || s.apicRegister() >= 0, "other registers of the local APIC",
                    "x2APIC (-cpu …,+x2apic) and APICv or AVIC leave few of them.", MSRS),
            new ExitRule("device-memory", Subject::isMmio, "registers of devices in memory",
                    "Use virtio devices with ioeventfd or vhost, or pass the device through.", MMIO),
            new ExitRule("memory", s -> s.is(ExitKind.MEMORY), "memory that the host has not mapped for the guest",
                    "Back it by huge pages (hugetlbfs, transparent huge pages), or allocate it before the start (-mem-prealloc). Pages that "
                            + "come again and again: a balloon, KSM, swapping or a migration takes them away.", EXIT),
            new ExitRule("cpuid", s -> s.is(ExitKind.CPUID), "CPUID instructions",
                    "Each one is an exit, always: some program asks for the processor's features again and again, or uses CPUID as a "
                            + "barrier; ask once, and use LFENCE or MFENCE.", EXIT + ",kvm_x86_cpuid"),
            new ExitRule("msr", s -> s.is(ExitKind.MSR), "model specific registers",
                    "See --by msr which ones. Performance counters (0xc1…, 0x186…, 0xc001020…) belong to perf or a watchdog in the "
                            + "guest (nmi_watchdog=0). 0x1d9 belongs to a debugger, 0xe7 and 0xe8 to cpufreq.", EXIT + ",kvm_x86_msr"),
            new ExitRule("hypercall", s -> s.is(ExitKind.HYPERCALL) && s.sub().kind() != Kind.TRACER, "hypercalls of KVM",
                    "They replace something dearer; many of them mean that the guest wakes, waits or asks for the time very often.",
                    EXIT + ",kvm_x86_hypercall"),
            new ExitRule("counter", s -> s.is(ExitKind.COUNTER), "reads of the time-stamp or performance counters",
                    "They need no exit where the TSC is stable: check the host's current_clocksource, TSC scaling, and nested or "
                            + "record-and-replay settings that trap it.", EXIT),
            new ExitRule("pause", s -> s.is(ExitKind.PAUSE), "waiting in short loops (PAUSE)",
                    "A vCPU waits for a lock whose owner does not run: pin vCPUs, overcommit less, or let the guest block "
                            + "(+kvm-pv-unhalt).", EXIT),
            new ExitRule("control-register", s -> s.is(ExitKind.CONTROL_REGISTER), "control registers",
                    "With EPT or NPT few are left: check kvm_intel ept=1 or kvm_amd npt=1. Switches of modes at boot are normal.",
                    EXIT + ",kvm_x86_cr"),
            new ExitRule("debug-register", s -> s.is(ExitKind.DEBUG_REGISTER), "debug registers",
                    "A debugger, or perf with hardware breakpoints, works in the guest.", EXIT),
            new ExitRule("interrupt-window", s -> s.is(ExitKind.INTERRUPT_WINDOW), "waiting until the guest takes an interrupt",
                    "Interrupts come while the guest has them off: APICv or AVIC deliver them without an exit; fewer interrupts by "
                            + "moderation in the device.", EXIT),
            new ExitRule("host-interrupt", s -> s.is(ExitKind.HOST_INTERRUPT), "interrupts of the host",
                    "Keep them away from the processors of the vCPUs: nohz_full, isolcpus, irq affinity; posted interrupts for "
                            + "passed-through devices.", EXIT),
            new ExitRule("exception", s -> s.is(ExitKind.EXCEPTION), "exceptions",
                    "Page faults: EPT or NPT is off. Invalid opcodes: the guest's processor model lacks instructions (-cpu host). Debug "
                            + "exceptions: a debugger.", EXIT),
            new ExitRule("privileged", s -> s.is(ExitKind.PRIVILEGED), "privileged instructions (caches, tables, extended state)",
                    "See --by function who uses them.", EXIT),
            new ExitRule("nested", s -> s.is(ExitKind.NESTED), "instructions of a hypervisor in the guest (VMRUN, VMREAD …)",
                    "Each exit of a nested guest costs several of these: reduce its exits first; shadow VMCS (kvm_intel "
                            + "enable_shadow_vmcs=1), virtual VMLOAD, VMSAVE and GIF (kvm_amd vls=1 vgif=1) save most of the others.", EXIT));

    private ExitRules() {
    }

    /** The number of the rule for an exit, -1 if none is. */
    static int of(Subject subject) {
        for (int i = 0; i < ALL.size(); i++) {
            if (ALL.get(i).covers().test(subject)) {
                return i;
            }
        }
        return -1;
    }
}
