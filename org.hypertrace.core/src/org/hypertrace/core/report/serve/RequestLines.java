/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.serve;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Requests, a line each. No line takes more memory than {@value #MOST} bytes, however long it is. */
public final class RequestLines {

    /** The longest line, bytes without its end. */
    public static final int MOST = 1 << 16;

    /** A line is no request; the message is one sentence. */
    public static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1;

        /** @param message one sentence */
        public Unreadable(String message) {
            super(message);
        }
    }

    private final InputStream fIn;

    /** @param in where they come from */
    public RequestLines(InputStream in) {
        fIn = new BufferedInputStream(in);
    }

    /**
     * @return the next line that is not blank, null at the end
     * @throws Unreadable
     *             if it is too long or no UTF-8; the line after it can be asked for
     * @throws IOException
     *             if nothing more can be read
     */
    public String next() throws IOException, Unreadable {
        while (true) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            long length = 0;
            int next = fIn.read();
            if (next < 0) {
                return null;
            }
            for (; next >= 0 && next != '\n'; next = fIn.read()) {
                if (++length <= MOST) {
                    line.write(next);
                }
            }
            if (length > MOST) {
                throw new Unreadable("The request has " + length + " bytes, more than " + MOST + "; ask for less in one line.");
            }
            String text = decoded(line.toByteArray());
            if (!text.isBlank()) {
                return text;
            }
        }
    }

    private static String decoded(byte[] line) throws Unreadable {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
        } catch (CharacterCodingException e) {
            throw new Unreadable("The request is not UTF-8; encode it so.");
        }
    }
}
