/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

import org.hypertrace.core.trace.ctf.layout.EventBytes;

/** The part of a stream's file that is mapped: some packets at a time, so that files may have any length. */
final class PacketWindow {

    /** Small traces are mapped whole; address space is not memory. */
    private static final long SIZE = 1L << 26;

    private final FileChannel fFile;
    private ByteBuffer fBytes;
    private long fFrom;
    private long fUntil;

    /** The file stays open as long as somebody asks. */
    PacketWindow(FileChannel file) {
        fFile = file;
    }

    /** Maps bytes of the file unless they are; places of the buffer count from {@link #from}. */
    ByteBuffer bytes(long from, long length) throws IOException {
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

    long from() {
        return fFrom;
    }
}
