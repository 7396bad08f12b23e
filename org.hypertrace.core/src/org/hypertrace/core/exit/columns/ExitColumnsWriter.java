/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

import org.hypertrace.core.exit.columns.ExitDictionary.Reason;
import org.hypertrace.core.exit.track.Cause;
import org.hypertrace.core.exit.track.Exit;
import org.hypertrace.core.kvm.SubReason;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Writes exits into a file of columns, in the order of their begins: an exit has its place as soon as it begins. The file
 * comes into being only when all is written.
 */
public final class ExitColumnsWriter implements AutoCloseable {

    /** Exits that are kept; of more only the number is. */
    static final int MAX = 1 << 30;
    /** Reasons that are distinguished. */
    private static final int MAX_REASONS = 1 << 12;
    /** Causes that are distinguished: guests choose them, and each needs memory. */
    private static final int MAX_CAUSES = 1 << 16;
    /** Pages, and subjects of every other kind, that are distinguished: the many of one kind leave room for the others. */
    private static final int MAX_PAGES = 1 << 15;
    private static final int MAX_OF_KIND = 1 << 13;

    private static final VcpuState[] STATES = VcpuState.values();

    private final Path fFile;
    private final Path fTemporary;
    private final FileChannel fChannel;
    private final ExitFile.Growing fExits;
    private final ExitFile.Growing fParts;
    private final Interned<Reason> fReasons = new Interned<>(MAX_REASONS, Reason.FURTHER, Reason.FURTHER);
    private final Interned<SubReason> fSubs = new Interned<>(Integer.MAX_VALUE, SubReason.NONE, SubReason.NONE);
    private final int[] fSubsOfKind = new int[SubReason.Kind.values().length];
    private final Interned<Cause> fCauses = new Interned<>(MAX_CAUSES, Cause.NONE, Cause.FURTHER);
    private Cause fLastCause = Cause.NONE;
    private int fLastCauseNumber;
    private Reason fLastReason = Reason.FURTHER;
    private int fLastReasonNumber;
    private SubReason fLastSub = SubReason.NONE;
    private int fLastSubNumber;
    private int fCount;
    private int fPartCount;
    private long fDropped;

    /**
     * @param file
     *            comes into being by {@link #finish}
     * @throws IOException
     *             if the folder cannot be written
     */
    public ExitColumnsWriter(Path file) throws IOException {
        fFile = file;
        fTemporary = file.resolveSibling(file.getFileName() + ".tmp");
        fChannel = FileChannel.open(fTemporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ, StandardOpenOption.WRITE);
        fExits = new ExitFile.Growing(fChannel, ExitFile.EXITS_BYTES);
        fParts = new ExitFile.Growing(fChannel, ExitFile.PARTS_BYTES);
    }

    /** @return how many exits there are no places for */
    public long dropped() {
        return fDropped;
    }

    /**
     * @param exit
     *            begins
     * @param cause
     *            of it
     * @param code
     *            the number of where in the guest's kernel it comes from, 0 for none
     */
    public void begins(Exit exit, Cause cause, int code) {
        if (fCount >= MAX) {
            fDropped++;
            exit.setPlace(-1);
            return;
        }
        int place = fCount++;
        exit.setPlace(place);
        ByteBuffer chunk = chunk(fExits, place >> ExitFile.EXITS_SHIFT);
        int at = place & ExitFile.EXITS - 1;
        chunk.putLong(ExitFile.BEGIN + 8 * at, exit.begin());
        chunk.putLong(ExitFile.LENGTH + 8 * at, ExitFile.INCOMPLETE);
        chunk.putInt(ExitFile.CAUSE + 4 * at, number(cause));
        chunk.putShort(ExitFile.VCPU + 2 * at, (short) (exit.nested() == null ? exit.vcpu().index()
                : ExitFile.NESTED_CPUS + Math.min(ExitFile.NESTED_CPUS - 1, exit.nested().index())));
        chunk.putShort(ExitFile.REASON + 2 * at, (short) number(exit.isa(), exit.reason()));
        chunk.putShort(ExitFile.CPU + 2 * at, (short) exit.cpu());
        chunk.putLong(ExitFile.RIP + 8 * at, exit.guestRip());
        chunk.putInt(ExitFile.CODE + 4 * at, code);
    }

    /** Most exits have the cause of the one before. */
    private int number(Cause cause) {
        if (cause != fLastCause) {
            fLastCause = cause;
            fLastCauseNumber = fCauses.number(cause);
        }
        return fLastCauseNumber;
    }

    private int number(int isa, long code) {
        if (fLastReason.isa() != isa || fLastReason.code() != code) {
            fLastReason = new Reason(isa, code);
            fLastReasonNumber = fReasons.number(fLastReason);
        }
        return fLastReasonNumber;
    }

    private int number(SubReason sub) {
        if (sub.equals(fLastSub)) {
            return fLastSubNumber;
        }
        if (!fSubs.has(sub)) {
            int kind = sub.kind().ordinal();
            if (fSubsOfKind[kind] >= (sub.kind() == SubReason.Kind.PAGE ? MAX_PAGES : MAX_OF_KIND)) {
                return fSubs.number(new SubReason(SubReason.Kind.FURTHER, kind));
            }
            fSubsOfKind[kind]++;
        }
        fLastSub = sub;
        fLastSubNumber = fSubs.number(sub);
        return fLastSubNumber;
    }

    /** @param exit is complete */
    public void ends(Exit exit) {
        if (exit.place() < 0) {
            return;
        }
        int place = (int) exit.place();
        ByteBuffer chunk = chunk(fExits, place >> ExitFile.EXITS_SHIFT);
        int at = place & ExitFile.EXITS - 1;
        int states = 0;
        for (VcpuState state : STATES) {
            states |= exit.ns(state) > 0 ? 1 << state.ordinal() : 0;
        }
        chunk.putInt(ExitFile.PARTS + 4 * at, fPartCount);
        if (exit.nested() != null) {
            part(exit.given() << 32 | exit.hostExits());
        }
        // the last part is what is left of the length
        for (int rest = states; (rest & rest - 1) != 0; rest &= rest - 1) {
            part(exit.ns(STATES[Integer.numberOfTrailingZeros(rest)]));
        }
        chunk.putInt(ExitFile.SUB + 4 * at, number(exit.sub()));
        chunk.putShort(ExitFile.FLAGS + 2 * at, (short) (states << ExitFile.STATES_SHIFT
                | (exit.isTracer() ? ExitFile.TRACER : 0) | (exit.isMigrated() ? ExitFile.MIGRATED : 0)
                | (exit.isForwarded() ? ExitFile.FORWARDED : 0) | (exit.nested() != null ? ExitFile.NESTED : 0)));
        chunk.putLong(ExitFile.LENGTH + 8 * at, exit.end() - exit.begin());
    }

    private void part(long value) {
        chunk(fParts, fPartCount >> ExitFile.PARTS_SHIFT).putLong(8 * (fPartCount & (1 << ExitFile.PARTS_SHIFT) - 1), value);
        fPartCount++;
    }

    private static ByteBuffer chunk(ExitFile.Growing chunks, int number) {
        try {
            return chunks.chunk(number);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return what was interned of reasons, by number */
    List<Reason> reasons() {
        return fReasons.values();
    }

    List<SubReason> subs() {
        return fSubs.values();
    }

    List<Cause> causes() {
        return fCauses.values();
    }

    /**
     * Completes the file, in the place of one that was there before.
     *
     * @param version
     *            of what finds exits
     * @param dictionary
     *            what the numbers mean
     * @throws IOException
     *             if it cannot be written
     */
    public void finish(int version, ExitDictionary dictionary) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(fExits.offsets(), out);
            write(fParts.offsets(), out);
            out.writeLong(fDropped);
            dictionary.write(out);
        }
        long end = Math.max(ExitFile.HEADER, fChannel.size());
        fChannel.write(ByteBuffer.wrap(bytes.toByteArray()), end);
        ByteBuffer header = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(ExitFile.MAGIC).putInt(version).putInt(fCount).putInt(fPartCount).putInt(bytes.size())
                .putLong(end).flip();
        fChannel.write(header, 0);
        fChannel.close();
        Files.move(fTemporary, fFile, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void write(List<Long> offsets, DataOutputStream out) throws IOException {
        out.writeInt(offsets.size());
        for (long offset : offsets) {
            out.writeLong(offset);
        }
    }

    /** Leaves nothing behind, unless all was written. */
    @Override
    public void close() throws IOException {
        try {
            fChannel.close();
        } finally {
            Files.deleteIfExists(fTemporary);
        }
    }
}
