/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Ends what is read as a header into memory: long names have the length that an archive claims. */
final class HeaderLimit extends FilterInputStream {

    private long fAllowed = Long.MAX_VALUE;

    HeaderLimit(InputStream in) {
        super(in);
    }

    /** @param bytes as many more may be read */
    void allow(long bytes) {
        fAllowed = bytes;
    }

    @Override
    public int read() throws IOException {
        count(1);
        return super.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = super.read(buffer, offset, length);
        count(count);
        return count;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long count = super.skip(bytes);
        count(count);
        return count;
    }

    private void count(long bytes) throws IOException {
        if (bytes > fAllowed) {
            throw new IOException("a header in it is too long");
        }
        fAllowed -= Math.max(0, bytes);
    }
}
