/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.path.store.IntTable;
import org.hypertrace.core.timeline.Guest;

/** A VM at this moment of the trace. */
final class PathVm {

    final int fIndex;
    final int fHost;
    /** Null: the process is not known, and the only vCPU's thread stands for it. */
    final HostProcess fProcess;
    final List<PathVcpu> fVcpus = new ArrayList<>();
    /** By their numbers, as looked up since these or the vCPUs changed. */
    private final IntTable<PathVcpu> fByNumber = new IntTable<>();
    /** The threads of the VMM that have a processor now. */
    final List<HostThread> fRunningMates = new ArrayList<>();
    final GuestThreads fThreads;
    final Injections fInjections;
    boolean fReportsScheduling;
    /** The time of its last word, ns since the epoch. */
    long fLastWord = Long.MIN_VALUE;

    PathVm(int index, int host, HostProcess process, PathSpool rows, Participants participants, Injections.Recorded recorded) {
        fIndex = index;
        fHost = host;
        fProcess = process;
        fThreads = new GuestThreads(this, rows, participants);
        fInjections = new Injections(this, rows, participants, recorded);
    }

    void add(PathVcpu vcpu) {
        fVcpus.add(vcpu);
        fByNumber.clear();
    }

    void remove(PathVcpu vcpu) {
        fVcpus.remove(vcpu);
        fByNumber.clear();
    }

    /** The number of one of its vCPUs may be another from now on. */
    void renumber() {
        fByNumber.clear();
    }

    /** @return the vCPU with this number, null if there is none; the youngest if there are several */
    PathVcpu vcpu(int number) {
        PathVcpu known = fByNumber.get(number);
        if (known == null) {
            known = find(number);
            if (known != null) {
                fByNumber.put(number, known);
            }
        }
        return known;
    }

    private PathVcpu find(int number) {
        for (int i = fVcpus.size() - 1; i >= 0; i--) {
            if (fVcpus.get(i).number() == number) {
                return fVcpus.get(i);
            }
        }
        return null;
    }

    /**
     * @param names
     *            of all VMs
     * @param own
     *            the name of a guest that was traced itself and whose host was not, else null
     */
    void write(DataOutput out, Manifest manifest, VmNames names, String own, boolean hasAllThreads, long traceEnd) throws IOException {
        String name = own != null ? own : fProcess == null || manifest == null ? null : name(manifest);
        List<PathVcpu> confirmed = fVcpus.stream().filter(vcpu -> vcpu.fVirtual.isConfirmed()).toList();
        int pid = fProcess != null ? fProcess.pid() : fVcpus.isEmpty() ? PathRows.NONE : fVcpus.get(0).fVirtual.thread().tid();
        VmName who = own != null ? VmName.of(Guest.OWN, HostEvent.UNKNOWN_ID, own, 1) : fProcess != null
                ? names.of(fHost, fProcess.key())
                : fVcpus.isEmpty() ? VmName.of("", HostEvent.UNKNOWN_ID, null, 1) : names.of(fVcpus.get(0).fVirtual);
        out.writeInt(fHost);
        who.write(out);
        out.writeUTF(name != null ? name : "pid " + pid);
        out.writeInt(fProcess == null ? PathRows.NONE : pid);
        out.writeInt(fProcess == null ? 0 : fProcess.incarnation());
        out.writeBoolean(hasAllThreads);
        out.writeBoolean(fReportsScheduling);
        out.writeBoolean(!confirmed.isEmpty());
        out.writeBoolean(own != null);
        out.writeInt(fThreads.boot());
        out.writeLong(end(traceEnd));
        out.writeInt(confirmed.size());
        for (PathVcpu vcpu : confirmed) {
            out.writeInt(vcpu.fId);
        }
    }

    /** By its process, else by the threads of its vCPUs. */
    private String name(Manifest manifest) {
        String name = manifest.nameOf(fProcess);
        return name != null ? name : fVcpus.stream().map(vcpu -> manifest.nameOf(vcpu.fVirtual.thread())).filter(Objects::nonNull).findFirst().orElse(null);
    }

    static PathRows.Vm read(DataInput in) throws IOException {
        int host = in.readInt();
        VmName who = VmName.read(in);
        String name = in.readUTF();
        int pid = in.readInt();
        int incarnation = in.readInt();
        boolean hasAllThreads = in.readBoolean();
        boolean reports = in.readBoolean();
        boolean runs = in.readBoolean();
        boolean alone = in.readBoolean();
        int boots = in.readInt();
        long end = in.readLong();
        int[] vcpus = new int[in.readInt()];
        for (int i = 0; i < vcpus.length; i++) {
            vcpus[i] = in.readInt();
        }
        return new PathRows.Vm(host, who, name, pid, incarnation, hasAllThreads, reports, runs, alone, boots, end, vcpus);
    }

    /** @return until when it is there: the end of its last vCPU, ns since the epoch */
    long end(long traceEnd) {
        long end = Long.MIN_VALUE;
        for (PathVcpu vcpu : fVcpus) {
            if (vcpu.fVirtual.isConfirmed()) {
                end = Math.max(end, Math.min(traceEnd, vcpu.fEnd));
            }
        }
        return end == Long.MIN_VALUE ? traceEnd : end;
    }
}
