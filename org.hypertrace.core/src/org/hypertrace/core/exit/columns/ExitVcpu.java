/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.exit.track.UnknownTime;
import org.hypertrace.core.exit.track.VcpuTimes;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.Incarnation;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.nested.NestedCpu;
import org.hypertrace.core.nested.NestedVm;

/**
 * A vCPU as its exits are kept with; it is called here what the model calls it.
 *
 * @param host
 *            the running number of the host
 * @param hostId
 *            what Trace Compass distinguishes hosts by
 * @param key
 *            the host thread's id and incarnation, {@code 386#1}
 * @param runsGuest
 *            whether it left or entered a guest: else it only looked like a vCPU
 * @param number
 *            within the VM
 * @param vm
 *            the key of the VM
 * @param of
 *            the VM, also of what is nested in it
 * @param begin
 *            of its life, ns since the epoch
 * @param end
 *            of its life, ns since the epoch
 * @param times
 *            where its life went
 * @param unknown
 *            when it was unknown what it did
 * @param preemptors
 *            who had the processor while it was preempted, the most first
 * @param nested
 *            what is known of it if it is one of a guest's guest, else null; all others are those of the VM itself
 */
public record ExitVcpu(int host, String hostId, String key, boolean runsGuest, int number, String vm, VmName of,
        long begin, long end, VcpuTimes times, UnknownTime unknown, List<Preemptor> preemptors, Nested nested) {

    /** @return whether its host has no trace: which sleep is which, and what the host did besides, is in doubt */
    public boolean isAlone() {
        return nested == null && Incarnation.of(key).id() >= HostThread.STAND_IN;
    }

    /**
     * A vCPU of a guest's guest.
     *
     * @param block
     *            where its control block is, {@link NestedCpu#NO_BLOCK} if not recorded
     * @param counts
     *            of the VM, by the order of {@link NestedVm.Count}: how it is known, and what is contradictory
     */
    public record Nested(long block, long[] counts) {
        /** @return how many, of all that is nested in the VM */
        public long count(NestedVm.Count what) {
            return counts[what.ordinal()];
        }
    }

    /** @return the key of what is nested in a VM */
    public static String nestedIn(String vm) {
        return Nesting.ANY.in(vm);
    }

    /** @return the key of the VM of the host that it is in: of a guest's guest the one that carries it, else its own */
    public String hostVm() {
        return Nesting.vm(vm);
    }

    /** Preemptors that are kept; those with less are one more. */
    static final int MAX_PREEMPTORS = 16;

    /**
     * Who had the processor of a preempted vCPU, in all of its life.
     *
     * @param name
     *            for people: a vCPU, or a thread with its id
     * @param ns
     *            how long
     */
    public record Preemptor(String name, long ns) { }

    /** @return the VM, or what is nested in one */
    public VmName who() {
        return of.nested(nested == null ? null : Nesting.ANY);
    }

    /** @return the VM's name for people */
    public String vmLabel() {
        return who().label();
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(host);
        out.writeUTF(hostId);
        out.writeUTF(key);
        out.writeBoolean(runsGuest);
        out.writeInt(number);
        out.writeUTF(vm);
        of.write(out);
        out.writeLong(begin);
        out.writeLong(end);
        for (long ns : times.ns()) {
            out.writeLong(ns);
        }
        for (long count : times.counts()) {
            out.writeLong(count);
        }
        unknown.write(out);
        out.writeInt(preemptors.size());
        for (Preemptor preemptor : preemptors) {
            ExitDictionary.writeText(preemptor.name, out);
            out.writeLong(preemptor.ns);
        }
        out.writeBoolean(nested != null);
        if (nested != null) {
            out.writeLong(nested.block);
            for (long count : nested.counts) {
                out.writeLong(count);
            }
        }
    }

    static ExitVcpu read(DataInput in) throws IOException {
        VcpuTimes times = new VcpuTimes();
        List<Preemptor> preemptors = new ArrayList<>();
        UnknownTime unknown = new UnknownTime();
        ExitVcpu vcpu = new ExitVcpu(in.readInt(), in.readUTF(), in.readUTF(), in.readBoolean(), in.readInt(), in.readUTF(),
                VmName.read(in), in.readLong(), in.readLong(), times, unknown, preemptors,
                null);
        for (int i = 0; i < times.ns().length; i++) {
            times.ns()[i] = in.readLong();
        }
        for (int i = 0; i < times.counts().length; i++) {
            times.counts()[i] = in.readLong();
        }
        unknown.read(in);
        for (int i = in.readInt(); i > 0; i--) {
            preemptors.add(new Preemptor(ExitDictionary.readText(in), in.readLong()));
        }
        return in.readBoolean() ? vcpu.with(readNested(in)) : vcpu;
    }

    private static Nested readNested(DataInput in) throws IOException {
        Nested nested = new Nested(in.readLong(), new long[NestedVm.Count.values().length]);
        for (int i = 0; i < nested.counts.length; i++) {
            nested.counts[i] = in.readLong();
        }
        return nested;
    }

    private ExitVcpu with(Nested what) {
        return new ExitVcpu(host, hostId, key, runsGuest, number, vm, of, begin, end, times, unknown, preemptors, what);
    }
}
