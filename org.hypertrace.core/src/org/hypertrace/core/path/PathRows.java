/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows that critical paths are found in, as {@link PathFile} writes them, in a file that is mapped into memory. */
public final class PathRows {

    /** A host: what it is called, its first and its last event, ns since the epoch. */
    record Host(String id, long begin, long end) { }

    /**
     * A VM.
     *
     * @param name
     *            by the manifest, else {@code pid PID}
     * @param pid
     *            of its process, {@link PathSpool#NONE} if that is not known
     * @param incarnation
     *            of its process
     * @param tells
     *            whether it says which threads it schedules
     * @param runs
     *            whether a vCPU of it ran a guest
     * @param boots
     *            the number of its last boot
     * @param end
     *            of its last vCPU, ns since the epoch
     * @param vcpus
     *            the participants that are its vCPUs
     */
    record Vm(int host, String name, int pid, int incarnation, boolean tells, boolean runs, int boots, long end, int[] vcpus) {

        /** Process id and incarnation: what the VM is called in the model. */
        String key() {
            return pid + "#" + incarnation;
        }
    }

    /** A processor of a host: its number, and the thread that it had before its first switch. */
    record Cpu(int number, int host, int first) { }

    final RowTable states;
    final RowTable vcpus;
    final RowTable occupants;
    final RowTable onVcpu;
    final RowTable timerWakes;
    private final Columns fRuns;
    private final Columns fMoments;
    private final Columns fNamed;
    final Participants participants;
    final List<Host> hosts = new ArrayList<>();
    final List<Vm> vms = new ArrayList<>();
    final List<Cpu> cpus = new ArrayList<>();
    private final List<int[]> fCpuOfNumber = new ArrayList<>();
    private final int[] fVcpuOfIndex;
    private final Map<Integer, Long> fEndOfVcpu = new HashMap<>();
    private final Map<Long, Moment> fBoots = new HashMap<>();

    private PathRows(FileChannel file, ByteBuffer places) throws IOException {
        states = RowTable.read(file, places.getLong());
        vcpus = RowTable.read(file, places.getLong());
        occupants = RowTable.read(file, places.getLong());
        onVcpu = RowTable.read(file, places.getLong());
        timerWakes = RowTable.read(file, places.getLong());
        fRuns = columns(file, places.getLong(), PathSpool.RUN);
        fMoments = columns(file, places.getLong(), Moment.SIZE);
        fNamed = columns(file, places.getLong(), PathSpool.NAMED);
        file.position(places.getLong());
        DataInputStream in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(file)));
        participants = Participants.read(in);
        for (int i = in.readInt(); i > 0; i--) {
            hosts.add(new Host(in.readUTF(), in.readLong(), in.readLong()));
        }
        for (int i = in.readInt(); i > 0; i--) {
            vms.add(PathVm.read(in));
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
            int host = cpus.get(i).host();
            while (fCpuOfNumber.size() <= host) {
                fCpuOfNumber.add(new int[0]);
            }
            int number = cpus.get(i).number();
            int[] ofHost = Arrays.copyOf(fCpuOfNumber.get(host), Math.max(fCpuOfNumber.get(host).length, number + 1));
            ofHost[number] = i;
            fCpuOfNumber.set(host, ofHost);
        }
        for (int i = 0; i < moments(); i++) {
            if (Moment.Kind.values()[fMoments.intAt(i, 8)] == Moment.Kind.BOOT) {
                Moment boot = moment(i);
                fBoots.put((long) boot.vm() << 32 | boot.boot(), boot);
            }
        }
    }

    /** The processor with this number, among those of all hosts. */
    int cpu(int host, int number) {
        return fCpuOfNumber.get(host)[number];
    }

    /** The participant that is the vCPU with this running number. */
    int vcpu(int index) {
        return fVcpuOfIndex[index];
    }

    /** When the vCPU ends, ns since the epoch. */
    long endOfVcpu(int vcpu) {
        return fEndOfVcpu.get(vcpu);
    }

    /** When a thread's last state ends, ns since the epoch. */
    long endOfThread(int thread) {
        return participants.kind(thread) == Participants.Kind.GUEST_THREAD ? vms.get(participants.vm(thread)).end()
                : hosts.get(participants.host(thread)).end();
    }

    /** The state that a row of a thread is of. */
    ThreadState threadState(int row) {
        return ThreadState.of(states.b(row) & 0xf);
    }

    /** When it ends, ns since the epoch. */
    long endOfState(int row, int thread) {
        return row + 1 < states.end(thread) ? states.begin(row + 1) : endOfThread(thread);
    }

    /** The begin of a boot, null if it was not told. */
    Moment boot(int vm, int boot) {
        return fBoots.get((long) vm << 32 | boot);
    }

    /** The vCPU of the VM with this number, {@link PathSpool#NONE} if there is none. */
    int vcpu(int vm, int number) {
        int found = PathSpool.NONE;
        for (int vcpu : vms.get(vm).vcpus()) {
            found = participants.number(vcpu) == number ? vcpu : found;
        }
        return found;
    }

    private static Columns columns(FileChannel file, long position, int size) throws IOException {
        ByteBuffer count = ByteBuffer.allocate(8);
        file.read(count, position);
        return new Columns(file, FileChannel.MapMode.READ_ONLY, position + 8, size, count.flip().getLong());
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
            ByteBuffer header = ByteBuffer.allocate(PathFile.HEADER + 8 * PathFile.SECTIONS);
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
        return (long) states.count() + vcpus.count() + occupants.count() + onVcpu.count() + timerWakes.count() + fRuns.count()
                + fMoments.count() + fNamed.count();
    }

    private static int run(int reference) {
        return PathSpool.FIRST_RUN - reference;
    }

    static boolean isRun(int reference) {
        return reference <= PathSpool.FIRST_RUN;
    }

    /** Where the handler runs: the participant that is a vCPU, or the processor. */
    int runWhere(int reference) {
        return fRuns.intAt(run(reference), 0);
    }

    private int runBits(int reference) {
        return fRuns.intAt(run(reference), 4);
    }

    Handler.Kind runKind(int reference) {
        return Handler.Kind.values()[runBits(reference) & 0xf];
    }

    boolean runIsOfGuest(int reference) {
        return (runBits(reference) & PathSpool.OF_GUEST) != 0;
    }

    boolean runIsTimer(int reference) {
        return (runBits(reference) & PathSpool.TIMER) != 0;
    }

    boolean runStandsForThread(int reference) {
        return (runBits(reference) & PathSpool.STANDS_FOR_THREAD) != 0;
    }

    String runName(int reference) {
        return participants.text(fRuns.intAt(run(reference), 8));
    }

    /** Who raised it, {@link PathSpool#NONE} if nobody is known. */
    int runBy(int reference) {
        return fRuns.intAt(run(reference), 12);
    }

    long runNumber(int reference) {
        return fRuns.longAt(run(reference), 16);
    }

    long runBegin(int reference) {
        return fRuns.longAt(run(reference), 24);
    }

    long runSince(int reference) {
        return fRuns.longAt(run(reference), 32);
    }

    int moments() {
        return fMoments.count();
    }

    Moment moment(int i) {
        return new Moment(fMoments.longAt(i, 0), Moment.Kind.values()[fMoments.intAt(i, 8)], fMoments.intAt(i, 12), fMoments.intAt(i, 16),
                fMoments.intAt(i, 20), fMoments.intAt(i, 24), fMoments.longAt(i, 28), fMoments.intAt(i, 36));
    }

    int named() {
        return fNamed.count();
    }

    int namedThread(int i) {
        return fNamed.intAt(i, 0);
    }

    String namedAs(int i) {
        return participants.text(fNamed.intAt(i, 4));
    }
}
