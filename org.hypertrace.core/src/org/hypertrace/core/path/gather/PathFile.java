/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.path.store.RowSpool;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.FilePass;
import org.hypertrace.core.timeline.PassTimeline;

/**
 * Writes the file that critical paths are found in, in one pass over the events. A timeline of hosts and guests feeds a tracker, which
 * writes rows to temporary files. The same rows are then sorted. {@link PathRows} reads it. It comes into being only when all is written.
 */
public final class PathFile implements FilePass {

    static final long MAGIC = 0x3148544150584548L;
    /** Magic (8), version (4), sections (4), then where each section begins (8 each). */
    static final int HEADER = 16;
    static final int SECTIONS = 10;

    private final Path fFile;
    private final Path fTemporary;
    private final List<String> fHostIds;
    private final IntFunction<Manifest> fManifests;
    private final PathSpool fSpool;
    private final Participants fParticipants;
    private final PathTracker fTracker;
    private final VmNames fNames = new VmNames();
    private final PassTimeline fTimeline;

    /**
     * @param file
     *            comes into being by {@link #finish}
     * @param hostIds
     *            what the hosts are called, by their running numbers
     * @param manifests
     *            the manifest of a host's recording, null for none
     * @param dialects
     *            the dialects that the user chose
     * @param recorded
     *            which events the traces of a host declare
     * @throws IOException
     *             if the folder cannot be written
     */
    public PathFile(Path file, List<String> hostIds, IntFunction<Manifest> manifests, List<Dialects.Chosen> dialects,
            IntFunction<RecordedEvents> recorded) throws IOException {
        this(file, hostIds, manifests, dialects, recorded, Participants.Limits.USUAL);
    }

    PathFile(Path file, List<String> hostIds, IntFunction<Manifest> manifests, List<Dialects.Chosen> dialects,
            IntFunction<RecordedEvents> recorded, Participants.Limits limits) throws IOException {
        fParticipants = new Participants(limits);
        fFile = file;
        fTemporary = file.resolveSibling(file.getFileName() + ".tmp");
        fHostIds = hostIds;
        fManifests = manifests;
        fSpool = new PathSpool(file.toAbsolutePath().getParent());
        fTracker = new PathTracker(fSpool, fParticipants, manifests,
                host -> Injections.Recorded.of(recorded.apply(host)));
        fTimeline = new PassTimeline(fNames, manifests, dialects, 32, fTracker);
    }

    @Override
    public void accept(HostEvent event) {
        fTimeline.accept(event);
    }

    @Override
    public ReadTogether.Stage stage() {
        return fTimeline;
    }

    @Override
    public void finish(int version) throws IOException {
        fTimeline.finish();
        fTracker.finish();
        try (FileChannel out = FileChannel.open(fTemporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER + 8 * SECTIONS);
            header.putLong(MAGIC).putInt(version).putInt(SECTIONS);
            long at = header.capacity();
            header.putLong(at);
            int participants = fParticipants.size();
            at += RowTable.write(out, at, fSpool.states(), participants, true);
            header.putLong(at);
            at += RowTable.write(out, at, fSpool.vcpus(), participants, false);
            header.putLong(at);
            at += RowTable.write(out, at, fSpool.occupants(), fTracker.cpus().size(), false);
            header.putLong(at);
            at += RowTable.write(out, at, fSpool.onVcpus(), participants, false);
            header.putLong(at);
            at += RowTable.write(out, at, fSpool.timerWakes(), participants, false);
            header.putLong(at);
            at += RowTable.write(out, at, fSpool.calls(), participants, false);
            header.putLong(at);
            at += copy(out, at, fSpool.runs(), PathSpool.RUN);
            header.putLong(at);
            at += copy(out, at, fSpool.moments(), Moment.SIZE);
            header.putLong(at);
            at += copy(out, at, fSpool.named(), PathSpool.NAMED);
            header.putLong(at);
            dictionary(out, at);
            header.flip();
            out.write(header, 0);
        }
        Files.move(fTemporary, fFile, StandardCopyOption.REPLACE_EXISTING);
    }

    private static long copy(FileChannel out, long position, RowSpool spool, int size) throws IOException {
        ByteBuffer count = ByteBuffer.allocate(8).putLong(spool.count());
        out.write(count.flip(), position);
        long[] at = { position + 8 };
        ByteBuffer all = ByteBuffer.allocate((1 << 16) / size * size);
        IOException[] failure = new IOException[1];
        spool.forEach(row -> {
            int limit = row.limit();
            row.limit(row.position() + size);
            all.put(row);
            row.limit(limit);
            if (!all.hasRemaining()) {
                at[0] += write(out, all, at[0], failure);
            }
        });
        at[0] += write(out, all, at[0], failure);
        if (failure[0] != null) {
            throw failure[0];
        }
        return at[0] - position;
    }

    private static int write(FileChannel out, ByteBuffer all, long at, IOException[] failure) {
        int written = 0;
        try {
            all.flip();
            while (all.hasRemaining()) {
                written += out.write(all, at + written);
            }
        } catch (IOException e) {
            failure[0] = e;
        }
        all.clear();
        return written;
    }

    private void dictionary(FileChannel file, long position) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            fParticipants.write(out);
            out.writeBoolean(!fParticipants.areLeftOut(Participants.Kind.HOST_THREAD, PathRows.NONE));
            out.writeInt(fHostIds.size());
            for (int i = 0; i < fHostIds.size(); i++) {
                out.writeUTF(fHostIds.get(i));
                out.writeLong(i < fTracker.hosts().size() ? fTracker.hosts().get(i).begin() : 0);
                out.writeLong(i < fTracker.hosts().size() ? fTracker.hosts().get(i).end() : 0);
                out.writeLong(i < fTracker.hosts().size() ? fTracker.hosts().get(i).fLosses : 0);
                out.writeLong(i < fTracker.hosts().size() ? fTracker.hosts().get(i).fLost : 0);
            }
            out.writeInt(fTracker.vms().size());
            for (PathVm vm : fTracker.vms()) {
                vm.write(out, fManifests.apply(vm.fHost), fNames, fTracker.isOwnGuest(vm) ? fHostIds.get(vm.fHost) : null,
                        !fParticipants.areLeftOut(Participants.Kind.GUEST_THREAD, vm.fIndex),
                        fTracker.hosts().get(vm.fHost).end());
            }
            out.writeInt(fTracker.cpus().size());
            for (HostCpu cpu : fTracker.cpus()) {
                out.writeInt(cpu.fNumber);
                out.writeInt(cpu.fHost);
                out.writeInt(cpu.fStandIn);
            }
            out.writeInt(fTracker.vcpus().size());
            for (PathVcpu vcpu : fTracker.vcpus()) {
                out.writeInt(vcpu.fId);
                out.writeLong(Math.min(vcpu.fEnd, fTracker.hosts().get(vcpu.fVirtual.thread().host()).end()));
            }
        }
        ByteBuffer all = ByteBuffer.wrap(bytes.toByteArray());
        for (long at = position; all.hasRemaining();) {
            at += file.write(all, at);
        }
    }

    /** Removes what is not complete. */
    @Override
    public void close() throws IOException {
        try (fTimeline; fSpool) {
            Files.deleteIfExists(fTemporary);
        }
    }
}
