/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.text;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.hypertrace.core.file.InputFile;

/**
 * A file of any bytes, read as lines of UTF-8 from any place in it. Of a line longer than {@link #MAX_LINE} only the
 * beginning is kept; control characters are shown as U+FFFD.
 */
public final class LineFile implements Closeable {

    /** No tracer and no kernel writes longer lines, bytes. */
    public static final int MAX_LINE = 1 << 16;

    private static final int BUFFER = 1 << 16;

    private final RandomAccessFile fFile;
    private final long fEnd;
    private final byte[] fBuffer = new byte[BUFFER];
    private final ByteArrayOutputStream fLine = new ByteArrayOutputStream(1 << 8);
    private long fBufferAt;
    private int fInBuffer;
    private long fNext;

    /**
     * @param path
     *            a file
     * @throws IOException
     *             if it cannot be opened
     */
    public LineFile(Path path) throws IOException {
        this(path, Long.MAX_VALUE);
    }

    /** Of a file whose beginning is enough: {@code end} bytes. */
    LineFile(Path path, long end) throws IOException {
        InputFile.requireRegular(path);
        fFile = new RandomAccessFile(path.toFile(), "r");
        fEnd = end;
    }

    /** @return where the next line begins, bytes */
    public long offset() {
        return fNext;
    }

    /**
     * @return how long the file is by now, bytes
     * @throws IOException
     *             if that cannot be reported
     */
    public long length() throws IOException {
        return fFile.length();
    }

    /**
     * @param offset
     *            where the next line begins, bytes
     */
    public void seek(long offset) {
        fNext = offset;
    }

    /**
     * @return the next line without its end, null at the end of the file
     * @throws IOException
     *             if it cannot be read
     */
    public String next() throws IOException {
        fLine.reset();
        boolean any = false;
        while (fill()) {
            any = true;
            int from = (int) (fNext - fBufferAt);
            int to = from;
            while (to < fInBuffer && fBuffer[to] != '\n') {
                to++;
            }
            fLine.write(fBuffer, from, Math.min(to - from, MAX_LINE - fLine.size()));
            boolean ends = to < fInBuffer;
            fNext = fBufferAt + to + (ends ? 1 : 0);
            if (ends) {
                return text();
            }
        }
        return any ? text() : null;
    }

    /** Whether there is a byte at the place that is read next. */
    private boolean fill() throws IOException {
        if (fNext < fBufferAt || fNext >= fBufferAt + fInBuffer) {
            fFile.seek(fNext);
            fBufferAt = fNext;
            fInBuffer = Math.max(0, fFile.read(fBuffer, 0, (int) Math.min(BUFFER, Math.max(0, fEnd - fNext))));
        }
        return fInBuffer > 0;
    }

    private String text() {
        String text = fLine.toString(StandardCharsets.UTF_8);
        int length = text.length();
        if (length > 0 && text.charAt(length - 1) == '\r') {
            text = text.substring(0, --length);
        }
        for (int i = 0; i < length; i++) {
            if (isControl(text.charAt(i))) {
                return shown(text);
            }
        }
        return text;
    }

    private static String shown(String text) {
        StringBuilder shown = new StringBuilder(text);
        for (int i = 0; i < shown.length(); i++) {
            if (isControl(shown.charAt(i))) {
                shown.setCharAt(i, '\ufffd');
            }
        }
        return shown.toString();
    }

    private static boolean isControl(char c) {
        return Character.isISOControl(c) && c != '\t';
    }

    @Override
    public void close() throws IOException {
        fFile.close();
    }
}
