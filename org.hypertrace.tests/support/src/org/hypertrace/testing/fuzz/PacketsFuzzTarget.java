/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

import org.hypertrace.core.trace.ctf.Gap;
import org.hypertrace.core.trace.ctf.TracePackets;

/**
 * Metadata, the begins of packets and an index: any bytes. An input has a header of three numbers of two bytes, little endian:
 * how long the metadata, the first stream and the second one are; then follow these, and the index of the first stream.
 */
public final class PacketsFuzzTarget {

    private PacketsFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        TracePackets first = read(data);
        check(first == null || first.equals(read(data)), "the same bytes are understood in another way");
        if (first == null) {
            return;
        }
        check(first.damage() == null || !first.damage().isBlank() && first.gaps().isEmpty(), first);
        long before = Long.MIN_VALUE;
        for (Gap gap : first.gaps()) {
            check(gap.from() >= before && gap.packets() >= Gap.UNKNOWN && gap.packets() != 0, gap);
            before = gap.from();
        }
        check(first.repeated().values().stream().allMatch(count -> count > 0), first.repeated());
    }

    /** Null if they are refused. */
    private static TracePackets read(byte[] data) {
        ByteBuffer rest = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        int[] lengths = new int[3];
        for (int i = 0; i < lengths.length && rest.remaining() >= Short.BYTES; i++) {
            lengths[i] = Short.toUnsignedInt(rest.getShort());
        }
        try (InputFolder folder = new InputFolder()) {
            Path metadata = folder.write("metadata", next(rest, lengths[0]));
            folder.write("c0_0", next(rest, lengths[1]));
            folder.write("c0_1", next(rest, lengths[2]));
            if (rest.hasRemaining()) {
                folder.write("index/c0_0.idx", next(rest, rest.remaining()));
            }
            return TracePackets.of(metadata.getParent());
        } catch (IOException e) {
            InputFolder.checkRefusal(e);
            return null;
        }
    }

    private static byte[] next(ByteBuffer rest, int length) {
        byte[] bytes = new byte[Math.min(length, rest.remaining())];
        rest.get(bytes);
        return bytes;
    }
}
