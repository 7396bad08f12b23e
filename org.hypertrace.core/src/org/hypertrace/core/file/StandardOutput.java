/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Standard output that remembers that it could not be written, which those who print on it do not notice. */
public final class StandardOutput extends OutputStream {

    private final OutputStream fOut = new FileOutputStream(FileDescriptor.out);
    private volatile IOException fFailure;

    @Override
    public void write(int character) throws IOException {
        write(new byte[] { (byte) character }, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            fOut.write(bytes, from, length);
        } catch (IOException e) {
            fFailure = e;
            throw e;
        }
    }

    /** @return why it could not be written, null if it could */
    public IOException failure() {
        return fFailure;
    }

    /** @return whether nobody reads it any more, as {@code head} when it has enough */
    public boolean isClosedByReader() {
        return fFailure != null && "Broken pipe".equals(fFailure.getMessage());
    }
}
