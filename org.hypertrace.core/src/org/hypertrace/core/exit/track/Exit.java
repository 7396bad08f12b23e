/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import java.util.Arrays;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.SubReason;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.nested.NestedCpu;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * A VM exit: from the moment the guest is left to the next entry of the same vCPU. Valid only as long as the sink is called:
 * a vCPU has one object for all its exits.
 */
public final class Exit {

    private final NestedCpu fNested;
    private VirtualCpu fVcpu;
    private final long[] fParts = new long[VcpuState.values().length];
    private HostEvent.KvmExit fEvent;
    private SubReason fSub;
    private boolean fIsSubSure;
    private boolean fTracer;
    private long fEnd;
    private int fEndCpu;
    private long fPlace;
    private long fGiven;
    private int fHostExits;
    private boolean fForwarded;

    /** @param nested whose exits these are, null: those of the VM itself */
    Exit(VirtualCpu vcpu, NestedCpu nested) {
        fVcpu = vcpu;
        fNested = nested;
    }

    void begin(HostEvent.KvmExit event) {
        fVcpu = fNested == null ? fVcpu : fNested.carrier();
        fEvent = event;
        fGiven = 0;
        fHostExits = 0;
        fForwarded = false;
        fSub = SubReason.of(event);
        fIsSubSure = fSub != SubReason.NONE;
        fTracer = false;
        Arrays.fill(fParts, 0);
    }

    void end(long time, int cpu) {
        fEnd = time;
        fEndCpu = cpu;
    }

    /**
     * What the hypervisor does after it: the first that reports counts, unless the hardware reported it. Arm's hypervisor reports every
     * address first, then that a device is behind it.
     */
    void served(HostEvent.KvmOther event) {
        SubReason sub = SubReason.of(fEvent.isa(), fEvent.reason(), event);
        if (!fIsSubSure || fEvent.isa() == ExitReason.ARM && fSub.kind() == SubReason.Kind.PAGE && sub.kind().isMmio()) {
            sub(sub);
        }
    }

    void reported(long hypercall) {
        if (!fIsSubSure) {
            sub(new SubReason(SubReason.Kind.HYPERCALL, hypercall));
        }
    }

    private void sub(SubReason sub) {
        fSub = sub;
        fIsSubSure = sub != SubReason.NONE;
    }

    /** It was for a hypercall of the guest's tracer, whose numbers show more than the event in their high bits. */
    void traced() {
        fTracer = true;
        if (fSub.kind() == SubReason.Kind.HYPERCALL) {
            fSub = new SubReason(SubReason.Kind.TRACER, fSub.number() & 0xffff);
        }
    }

    /** The vCPU is left, for this exit or in the course of it. */
    void addHostExit() {
        fHostExits++;
    }

    /** It is given to the hypervisor in the VM, as one for this reason. */
    void forwarded(long reason) {
        fForwarded = true;
        fGiven = reason;
    }

    void add(VcpuState state, long ns) {
        fParts[state.ordinal()] += ns;
    }

    /** @return who was left of a guest's guest; null: the VM itself */
    public NestedCpu nested() {
        return fNested;
    }

    /** @return of a guest's guest: how often its vCPU was left until it was entered again, this exit included */
    public int hostExits() {
        return fHostExits;
    }

    /** @return of a guest's guest: whether the hypervisor in the VM had to handle it, not the host alone */
    public boolean isForwarded() {
        return fForwarded;
    }

    /** @return of one that is forwarded: the reason that the hypervisor in the VM is reported, an unsigned 32-bit number */
    public long given() {
        return fGiven;
    }

    /** @return who was left; of a guest's guest: the vCPU that ran it */
    public VirtualCpu vcpu() {
        return fVcpu;
    }

    /** @return when, ns since the epoch */
    public long begin() {
        return fEvent.time();
    }

    /** @return when the guest was entered again, ns since the epoch; where it was not: until when that is known */
    public long end() {
        return fEnd;
    }

    /** @return the tracer's number of the processor's vendor */
    public int isa() {
        return fEvent.isa();
    }

    /** @return the reason as the hardware gives it, an unsigned 32-bit number */
    public long reason() {
        return fEvent.reason();
    }

    /** @return what it is about */
    public SubReason sub() {
        return fSub;
    }

    /** @return the host's processor that the guest left */
    public int cpu() {
        return fEvent.cpu();
    }

    /** @return whether the guest was entered again on another processor of the host */
    public boolean isMigrated() {
        return fEndCpu != fEvent.cpu();
    }

    /** @return where in the guest's code, {@link HostEvent#NO_RIP} if not recorded */
    public long guestRip() {
        return fEvent.guestRip();
    }

    /** @return whether it was for a hypercall of the guest's tracer */
    public boolean isTracer() {
        return fTracer;
    }

    /** @return how much of it the vCPU was in this state, ns; over all states that is its length */
    public long ns(VcpuState state) {
        return fParts[state.ordinal()];
    }

    /** @return what a sink noted at its beginning: where it keeps it */
    public long place() {
        return fPlace;
    }

    public void setPlace(long place) {
        fPlace = place;
    }
}
