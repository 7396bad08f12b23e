/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/** The part of a stream's file that is mapped: some packets at a time, so that files may have any length. */
public final class PacketWindow {

    /** Small traces are mapped whole; address space is not memory. */
    private static final long SIZE = 1L << 26;

    private final FileChannel fFile;
    private ByteBuffer fBytes;
    private long fFrom;
    private long fUntil;

    /** @param file stays open as long as somebody asks */
    public PacketWindow(FileChannel file) {
        fFile = file;
    }

    /**
     * Maps bytes of the file unless they are.
     *
     * @param from
     *            the first one
     * @param length
     *            how many
     * @return these and others: places count from {@link #from}
     * @throws IOException
     *             if they cannot be mapped
     * @throws EventBytes.Undecodable
     *             if the file became shorter, or they are too many
     */
    public ByteBuffer bytes(long from, long length) throws IOException {
        if (length > Integer.MAX_VALUE / Byte.SIZE * (long) Byte.SIZE) {
            throw EventBytes.UNDECODABLE;
        }
        if (fBytes == null || from < fFrom || from + length > fUntil) {
            fFrom = from;
            fUntil = Math.min(from + Math.max(SIZE, length), fFile.size());
            if (from + length > fUntil) {
                // it became shorter
                throw EventBytes.UNDECODABLE;
            }
            fBytes = fFile.map(MapMode.READ_ONLY, fFrom, fUntil - fFrom).order(ByteOrder.LITTLE_ENDIAN);
        }
        return fBytes;
    }

    /** @return the first byte of the file that is mapped */
    public long from() {
        return fFrom;
    }
}
