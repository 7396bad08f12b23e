/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

/**
 * A virtual processor: a thread of the host that runs a guest. To the verbs of a {@link HostThread} come those of the
 * hypervisor; what the guest itself does there, {@link #guest()} reports.
 */
public final class Vcpu extends HostThread<Vcpu> {

    /** What most tracers record as the vCPU's number of an entry. */
    private static final long GARBAGE = 0xDEADBEEFL;
    private static final long KERNEL_CODE = 0xffffffff81000100L;

    private final Vm fVm;
    private final int fNumber;
    private final VcpuLife fLife = new VcpuLife(this);
    private final GuestCode fGuest;
    private final GuestBoot fBoot;
    private boolean fEntered;
    private Exit fLastExit;

    Vcpu(Vm vm, int number, int tid) {
        super(vm.host(), "CPU " + number + "/KVM", tid, vm.pid());
        fVm = vm;
        fNumber = number;
        fGuest = new GuestCode(this, number);
        fBoot = new GuestBoot(fGuest);
    }

    /** What the guest does on this processor. */
    public GuestCode guest() {
        return fGuest;
    }

    /** How the guest comes up and goes down on this processor. */
    public GuestBoot boot() {
        return fBoot;
    }

    /** The guest gets the processor. */
    public Vcpu enters(long time) {
        return at(time, () -> enter(time));
    }

    /** The guest leaves the processor. */
    public Vcpu exits(long time, Exit why) {
        return exits(time, why, KERNEL_CODE);
    }

    /** The guest leaves the processor, its own code having come to {@code rip}. */
    public Vcpu exits(long time, Exit why, long rip) {
        return at(time, () -> exit(time, why, rip, false));
    }

    /** After an exit for HLT the thread sleeps until it is woken. */
    public Vcpu halts(long time) {
        at(time, () -> require(time, fLife.halts(), "halt: its last exit was not for HLT"));
        return sleeps(time);
    }

    /** The hypervisor's process in user space works for the guest. */
    public Vcpu returnsToQemu(long time) {
        return at(time, () -> {
            Cpu cpu = kvm(time, "return to QEMU");
            record(cpu, time, "kvm_userspace_exit", 2, 0);
            fLife.toUserSpace();
            record(cpu, time, "syscall_exit_ioctl", 0, 0);
        });
    }

    /** The hypervisor's process is done in user space and calls the kernel. */
    public Vcpu callsKvm(long time) {
        return at(time, () -> {
            Cpu cpu = requireCpu(time, "call KVM");
            requireKernel(time, "call KVM");
            record(cpu, time, "syscall_entry_ioctl", 9, 44672, 0);
            fLife.syscall(true);
        });
    }

    /**
     * After an exit for {@link Exit#NESTED}: from the next entry on it runs a guest of the guest, whose control block is at
     * {@code block}, until an exit of that is given to the VM.
     */
    public Vcpu entersNested(long time, long block) {
        return at(time, () -> {
            Cpu cpu = kvm(time, "enter a guest of the guest");
            require(time, fLastExit == Exit.NESTED && nested().in(this) == null,
                    "enter a guest of the guest: the guest has not exited for that");
            record(cpu, time, "kvm_x86_nested_vmenter", KERNEL_CODE, block, 0, 0, 0, 1, host().isIntel() ? 1 : 2);
            nested().enters(time, this, block);
        });
    }

    /** The exit of the guest's guest is given to the VM's own hypervisor, which runs from the next entry on. */
    public Vcpu forwards(long time) {
        return forwards(time, null);
    }

    /** The host has handled the exit of the guest's guest, and gives the VM's own hypervisor another; null: the same. */
    public Vcpu forwards(long time, Exit other) {
        return at(time, () -> {
            Cpu cpu = kvm(time, "forward an exit");
            require(time, nested().in(this) != null, "forward an exit: no guest of the guest was left");
            record(cpu, time, "kvm_x86_nested_vmexit_inject", (other == null ? fLastExit : other).code(host().isIntel()), 0, 0, 0, 0,
                    host().isIntel() ? 1 : 2);
            nested().forwards(this);
        });
    }

    /** The guest gets an interrupt with the next entry. */
    public Vcpu injects(long time, int vector) {
        return at(time, () -> record(kvm(time, "inject an interrupt"), time, "kvm_x86_inj_virq", vector));
    }

    private NestedBook nested() {
        return fVm.nested();
    }

    /** Its time stamp counter is set; a VM's first such event, with 0 before, is its launch. */
    public Vcpu writesTscOffset(long time, long before, long after) {
        return at(time, () -> record(kvm(time, "write the TSC offset"), time, "kvm_x86_write_tsc_offset", fNumber, before,
                after));
    }

    void enter(long time) {
        Cpu cpu = kvm(time, "enter");
        require(time, !cpu.inInterrupt(), "enter: " + cpu + " is in an interrupt");
        record(cpu, time, "kvm_x86_entry", GARBAGE);
        fEntered = true;
        fLife.enters();
        nested().entered(time, this);
    }

    void exit(long time, Exit why, long rip, boolean tracer) {
        Cpu cpu = requireCpu(time, "exit");
        require(time, fEntered, "exit: it is not in the guest");
        named(time, cpu);
        record(cpu, time, "kvm_x86_exit", why.code(host().isIntel()), rip, host().isIntel() ? 1 : 2, 0, 0, 0, 0, fNumber);
        fEntered = false;
        fLastExit = why;
        fLife.exits(why, tracer);
        nested().exited(time, this, why.code(host().isIntel()));
        if (nested().in(this) != null) {
            record(cpu, time, "kvm_x86_nested_vmexit", rip, why.code(host().isIntel()), 0, 0, 0, 0, host().isIntel() ? 1 : 2);
        }
    }

    void hypercall(long time, long... words) {
        record(kvm(time, "say something"), time, "kvm_x86_hypercall", words[0], words[1], words[2], words[3], words[4]);
    }

    /** The guest's code does something: it must have the processor. */
    void requireGuest(long time, String what) {
        require(time, cpu() != null, what + ": it is on no processor");
        require(time, nested().in(this) == null, what + ": a guest of the guest has the processor");
        require(time, fLife.inGuest(), what + ": the guest does not have the processor");
    }

    /** The hypervisor answers the guest: that has just left. */
    void requireHypervisor(long time, String what) {
        require(time, cpu() != null && !fEntered, what + ": the hypervisor is not at work for it");
    }

    private Cpu kvm(long time, String what) {
        Cpu cpu = requireCpu(time, what);
        requireKernel(time, what);
        named(time, cpu);
        return cpu;
    }

    private void record(Cpu cpu, long time, String name, Object... values) {
        host().record(cpu, time, name, values);
        if (name.startsWith("kvm_")) {
            fLife.hypervisor(time);
        }
    }

    @Override
    void gives(long time) {
        if (fEntered) {
            exit(time, Exit.INTR, KERNEL_CODE, false);
        }
    }

    @Override
    void requireKernel(long time, String what) {
        require(time, !fEntered, what + ": it is in the guest");
    }

    @Override
    void dies(long time) {
        super.dies(time);
        fLife.ends(time);
    }

    @Override
    void gets(Cpu cpu) {
        fLife.runsOn(cpu, lastCpu());
        super.gets(cpu);
    }

    Vm vm() {
        return fVm;
    }

    int number() {
        return fNumber;
    }

    VcpuLife life() {
        return fLife;
    }

    @Override
    Vcpu self() {
        return this;
    }

    @Override
    public String toString() {
        return fVm.name() + " vCPU " + fNumber;
    }
}
