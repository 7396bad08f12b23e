/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.path.store.Columns;
import org.hypertrace.core.path.store.RowBlocks;
import org.hypertrace.core.path.store.RowTable;

/** The rows that critical paths are found in, as {@link PathFile} writes them, in a file that is mapped into memory. */
public final class PathRows {

    /** No participant, no name, nobody. */
    public static final int NONE = -1;
    /** KVM's hypercalls by which a vCPU wakes one that waits for a lock, and lets one run for which it waits itself. */
    public static final int KICK = 5;
    public static final int YIELD = 11;
    /** Of more boots the others are looked for when they are asked for. */
    static final int MAX_BOOTS = 1 << 12;

    private static final Moment.Kind[] KINDS = Moment.Kind.values();

    /** A host: what it is called, its first and its last event, ns since the epoch; how often events were lost, and how many at least. */
    public record Host(String id, long begin, long end, long losses, long lost) { }

    /**
     * A VM: who it is; its name in canonical texts, by the manifest, else {@code pid PID}; its process, {@link #NONE} if that is not known, and which one with that id;
     * whether all of its threads are there and none is left out for want of room; whether it reports which threads it schedules; whether a
     * vCPU of it ran a guest; whether it was traced itself and its host was not. Then the number of its last boot; the end of its last
     * vCPU, ns since the epoch; the participants that are its vCPUs.
     */
    public record Vm(int host, VmName who, String name, int pid, int incarnation, boolean hasAllThreads, boolean reportsScheduling,
            boolean runs, boolean alone, int boots, long end, int[] vcpus) {

        /** @return its key in the model */
        public String key() {
            return who.key();
        }

        /** @return its name for people */
        public String label() {
            return who.label();
        }

        private Vm with(VmName name) {
            return new Vm(host, name, this.name, pid, incarnation, hasAllThreads, reportsScheduling, runs, alone, boots, end, vcpus);
        }
    }

    /** A processor of a host: its number, and the thread that it had before its first switch. */
    public record Cpu(int number, int host, int first) { }

    /** By threads: who ended a sleep ({@code a}), {@link #threadState} and place ({@code b >>> 8}). */
    public final RowTable states;
    /** By vCPUs: the last exit ({@code a}), the state of decision 4 and the processor that it waits for, plus 1 ({@code b}). */
    public final RowTable vcpus;
    /** By processors: the thread that has it. */
    public final RowTable occupants;
    /** By vCPUs: who is on it in the guest's eyes. */
    public final RowTable onVcpu;
    /** By vCPUs: ends of sleeps after which it is given a timer's interrupt first. */
    public final RowTable timerWakes;
    /** By vCPUs: {@link #KICK} or {@link #YIELD} ({@code b}) of the vCPU whose APIC has this id ({@code a}). */
    public final RowTable calls;
    /** Of handlers: references to them are among those to participants. */
    public final HandlerRuns runs;
    private final Columns fMoments;
    private final Columns fNamed;
    /** Who there is. */
    public final Participants participants;
    /** Whether no thread of the hosts is left out for want of room. */
    public final boolean hasAllThreads;
    /** By their running numbers. */
    public final List<Host> hosts = new ArrayList<>();
    /** By their running numbers. */
    public final List<Vm> vms = new ArrayList<>();
    /** Of all hosts. */
    public final List<Cpu> cpus = new ArrayList<>();
    private final Map<Long, Integer> fCpus = new HashMap<>();
    private final int[] fVcpuOfIndex;
    private final Map<Integer, Long> fEndOfVcpu = new HashMap<>();
    private final Map<Long, Moment> fBoots = new HashMap<>();

    private PathRows(FileChannel file, ByteBuffer places) throws IOException {
        Columns rows = new Columns(file, FileChannel.MapMode.READ_ONLY, PathFile.ROWS, RowBlocks.SIZE, (places.getLong() - PathFile.ROWS) / RowBlocks.SIZE);
        states = new RowTable(file, places.getLong(), rows);
        vcpus = new RowTable(file, places.getLong(), rows);
        occupants = new RowTable(file, places.getLong(), rows);
        onVcpu = new RowTable(file, places.getLong(), rows);
        timerWakes = new RowTable(file, places.getLong(), rows);
        calls = new RowTable(file, places.getLong(), rows);
        Columns columnsOfRuns = Columns.read(file, places.getLong(), PathSpool.RUN);
        fMoments = Columns.read(file, places.getLong(), Moment.SIZE);
        fNamed = Columns.read(file, places.getLong(), PathSpool.NAMED);
        file.position(places.getLong());
        DataInputStream in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(file)));
        participants = Participants.read(in);
        runs = new HandlerRuns(columnsOfRuns, participants);
        hasAllThreads = in.readBoolean();
        for (int i = in.readInt(); i > 0; i--) {
            hosts.add(new Host(in.readUTF(), in.readLong(), in.readLong(), in.readLong(), in.readLong()));
        }
        for (int i = in.readInt(); i > 0; i--) {
            vms.add(PathVm.read(in));
        }
        List<VmName> names = VmName.onHosts(vms.stream().map(vm -> hosts.get(vm.host).id()).toList(), vms.stream().map(Vm::who).toList());
        for (int i = 0; i < vms.size(); i++) {
            vms.set(i, vms.get(i).with(names.get(i)));
        }
        for (int i = in.readInt(); i > 0; i--) {
            cpus.add(new Cpu(in.readInt(), in.readInt(), in.readInt()));
        }
        fVcpuOfIndex = new int[in.readInt()];
        for (int i = 0; i < fVcpuOfIndex.length; i++) {
            fVcpuOfIndex[i] = in.readInt();
            fEndOfVcpu.put(fVcpuOfIndex[i], in.readLong());
        }
        for (int i = 0; i < cpus.size(); i++) {
            fCpus.put((long) cpus.get(i).host() << 32 | cpus.get(i).number(), i);
        }
        for (int i = 0; i < moments(); i++) {
            if (isBoot(i) && fBoots.size() < MAX_BOOTS) {
                Moment boot = moment(i);
                fBoots.put((long) boot.vm() << 32 | boot.boot(), boot);
            }
        }
    }

    /** @return the processor with this number, among those of all hosts */
    public int cpu(int host, int number) {
        return fCpus.getOrDefault((long) host << 32 | number, NONE);
    }

    /** @return the participant that is the vCPU with this running number */
    public int vcpu(int index) {
        return fVcpuOfIndex[index];
    }

    /** @return when the vCPU ends, ns since the epoch */
    public long endOfVcpu(int vcpu) {
        return fEndOfVcpu.get(vcpu);
    }

    /** @return when the thread's last state ends, ns since the epoch */
    public long endOfThread(int thread) {
        return participants.kind(thread) == Participants.Kind.GUEST_THREAD ? vms.get(participants.vm(thread)).end()
                : hosts.get(participants.host(thread)).end();
    }

    /** @return the state that a row of a thread is of */
    public ThreadState threadState(int row) {
        return ThreadState.of(states.b(row) & 0xf);
    }

    /** @return whether a signal can end the sleep that a row of a thread is of */
    public boolean isInterruptible(int row) {
        return (states.b(row) & PathSpool.INTERRUPTIBLY) != 0;
    }

    /** @return whether the last exit that a row of a vCPU reports was for the guest's tracer */
    public boolean isOfTracer(int row) {
        return (vcpus.b(row) & PathSpool.OF_TRACER) != 0;
    }

    /** @return when it ends, ns since the epoch */
    public long endOfState(int row, int thread) {
        return row + 1 < states.end(thread) ? states.begin(row + 1) : endOfThread(thread);
    }

    /** @return the begin of a boot, null if it was not reported */
    public Moment boot(int vm, int boot) {
        Moment found = fBoots.get((long) vm << 32 | boot);
        for (int i = 0; found == null && fBoots.size() >= MAX_BOOTS && i < moments(); i++) {
            found = isBoot(i) && fMoments.intAt(i, 12) == vm && fMoments.intAt(i, 16) == boot ? moment(i) : null;
        }
        return found;
    }

    int bootsInMemory() {
        return fBoots.size();
    }

    private boolean isBoot(int moment) {
        return fMoments.intAt(moment, 8) == Moment.Kind.BOOT.ordinal();
    }

    /** @return the vCPU of the VM with this number, {@link #NONE} if there is none */
    public int vcpu(int vm, int number) {
        int found = NONE;
        for (int vcpu : vms.get(vm).vcpus()) {
            found = participants.number(vcpu) == number ? vcpu : found;
        }
        return found;
    }

    /**
     * @param file
     *            as {@link PathFile} writes it
     * @param version
     *            of all that decides what is in it
     * @return the rows; null if there is no such file, or it is of another version or not complete
     */
    public static PathRows open(Path file, int version) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = ByteBuffer.allocate(PathFile.ROWS);
            channel.read(header, 0);
            header.flip();
            if (header.remaining() < header.capacity() || header.getLong() != PathFile.MAGIC || header.getInt() != version
                    || header.getInt() != PathFile.SECTIONS) {
                return null;
            }
            return new PathRows(channel, header);
        } catch (IOException | IllegalArgumentException e) {
            // whatever it is, it is written anew
            return null;
        }
    }

    /** @return how many rows there are */
    public long count() {
        return (long) states.count() + vcpus.count() + occupants.count() + onVcpu.count() + timerWakes.count() + calls.count()
                + runs.count() + fMoments.count() + fNamed.count();
    }

    /** @return how many moments there are */
    public int moments() {
        return fMoments.count();
    }

    /** @return whether the n-th is of this VM */
    public boolean isMomentOf(int i, int vm) {
        return fMoments.intAt(i, 12) == vm;
    }

    /** @return the n-th, in the order of time */
    public Moment moment(int i) {
        return new Moment(fMoments.longAt(i, 0), KINDS[fMoments.intAt(i, 8)], fMoments.intAt(i, 12), fMoments.intAt(i, 16),
                fMoments.intAt(i, 20), fMoments.intAt(i, 24), fMoments.longAt(i, 28), fMoments.intAt(i, 36));
    }

    /** @return how many names guests gave to threads */
    public int named() {
        return fNamed.count();
    }

    /** @return the thread of the n-th */
    public int namedThread(int i) {
        return fNamed.intAt(i, 0);
    }

    /** @return its name */
    public String namedAs(int i) {
        return participants.text(fNamed.intAt(i, 4));
    }
}
