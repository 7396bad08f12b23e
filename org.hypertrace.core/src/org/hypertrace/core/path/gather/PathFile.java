/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.path.store.RowBlocks;
import org.hypertrace.core.path.store.RowFile;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.FilePass;
import org.hypertrace.core.timeline.PassTimeline;

/**
 * Writes the file that critical paths are found in, in one pass over the events. A timeline of hosts and guests feeds a tracker, which
 * writes rows, each beside the others about the same. {@link PathRows} reads it. It comes into being only when all is written.
 */
public final class PathFile implements FilePass {

    static final long MAGIC = 0x3248544150584548L;
    static final int SECTIONS = 11;
    /** Where the first row is. Before it: magic (8), version (4), sections (4), where the rows end and where each other section begins (8 each), then nothing. */
    static final int ROWS = 112;

    private final Path fFile;
    private final Path fTemporary;
    private final List<String> fHostIds;
    private final IntFunction<Manifest> fManifests;
    private final RowFile fRows;
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
        fRows = new RowFile(fTemporary, ROWS);
        fSpool = new PathSpool(fRows, file.toAbsolutePath().getParent());
        fTracker = new PathTracker(fSpool, fParticipants, manifests,
                host -> Injections.Recorded.of(recorded.apply(host)));
        fTimeline = new PassTimeline(fNames, manifests, dialects, 32, fTracker);
        fTracker.fTimeline = fTimeline.machines();
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
        int participants = fParticipants.size();
        ByteBuffer header = ByteBuffer.allocate(ROWS);
        List<RowBlocks> tables = List.of(fSpool.states(), fSpool.vcpus(), fSpool.occupants(), fSpool.onVcpus(), fSpool.timerWakes(), fSpool.calls());
        tables.forEach(RowBlocks::finish);
        header.putLong(MAGIC).putInt(version).putInt(SECTIONS).putLong(fRows.size());
        for (RowBlocks table : tables) {
            header.putLong(table.writePlaces(table == fSpool.occupants() ? fTracker.cpus().size() : participants));
        }
        header.putLong(fSpool.runs().copy(fRows));
        header.putLong(fSpool.moments().copy(fRows));
        header.putLong(fSpool.named().copy(fRows));
        header.putLong(dictionary());
        fRows.put(0, header.flip());
        fRows.close();
        Files.move(fTemporary, fFile, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Where who there is is in the file. */
    private long dictionary() throws IOException {
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
        return fRows.append(ByteBuffer.wrap(bytes.toByteArray()));
    }

    /** Removes what is not complete. */
    @Override
    public void close() throws IOException {
        try (fTimeline; fSpool) {
            fRows.close();
            Files.deleteIfExists(fTemporary);
        }
    }
}
