/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.core.trace.ctf.type.Ctf2;
import org.hypertrace.core.trace.ctf.type.Ctf2NotTranslated;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/**
 * The text of a trace's metadata, and its blocks. LTTng wraps the text in packets of its own. Metadata of CTF 2 are translated to those of
 * CTF 1.8.
 */
record MetadataText(String text) {

    private static final int PACKET_MAGIC = 0x75D11D57;
    private static final int PACKET_HEADER = 37;
    /**
     * @param metadata
     *            the file of that name in a trace's folder
     * @return its text without comments
     * @throws IOException
     *             if the file cannot be read or ends within a packet
     */
    static MetadataText of(Path metadata) throws IOException {
        String text = unwrapped(ByteBuffer.wrap(Files.readAllBytes(metadata)));
        return new MetadataText(withoutComments(Ctf2.is(text) ? tsdl(text) : text));
    }

    /**
     * @param metadata
     *            the file of that name in a trace's folder
     * @return what they are in CTF 1.8 if they are of CTF 2, else null
     * @throws IOException
     *             if the file cannot be read
     * @throws Ctf2NotTranslated
     *             if they cannot be expressed in CTF 1.8; the message is a clause
     */
    static String translated(Path metadata) throws IOException {
        String text = unwrapped(ByteBuffer.wrap(Files.readAllBytes(metadata)));
        return Ctf2.is(text) ? tsdl(text) : null;
    }

    /** @return whether metadata are of CTF 2; not if they cannot be read */
    static boolean isCtf2(Path metadata) {
        try {
            return Ctf2.is(unwrapped(ByteBuffer.wrap(Files.readAllBytes(metadata))));
        } catch (IOException e) {
            return false;
        }
    }

    private static String tsdl(String text) throws Ctf2NotTranslated {
        try {
            return Ctf2.toTsdl(text);
        } catch (UnknownTypes e) {
            throw new Ctf2NotTranslated(e);
        }
    }

    /** Strings stay: what looks like a comment in one is none. */
    private static String withoutComments(String text) {
        StringBuilder without = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            int end = text.startsWith("/*", at) ? text.indexOf("*/", at + 2) : text.startsWith("//", at) ? text.indexOf('\n', at) : at;
            if (end != at) {
                without.append(' ');
                at = end < 0 ? text.length() : c == '/' && text.charAt(end) == '*' ? end + 1 : end;
                continue;
            }
            without.append(c);
            for (boolean string = c == '"'; string && ++at < text.length(); without.append(text.charAt(at))) {
                if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                    without.append(text.charAt(at++));
                } else {
                    string = text.charAt(at) != '"';
                }
            }
        }
        return without.toString();
    }

    private static String unwrapped(ByteBuffer bytes) throws EOFException {
        StringBuilder text = new StringBuilder();
        for (int[] part : parts(bytes)) {
            text.append(new String(bytes.array(), part[0], part[1] - part[0], StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    /** Where the text stands in the file: first bytes, and bytes behind the last ones. */
    static List<int[]> parts(ByteBuffer bytes) throws EOFException {
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.remaining() >= 4 && bytes.getInt(0) == Integer.reverseBytes(PACKET_MAGIC)) {
            bytes.order(ByteOrder.BIG_ENDIAN);
        }
        if (bytes.remaining() < 4 || bytes.getInt(0) != PACKET_MAGIC) {
            return List.of(new int[] { 0, bytes.limit() });
        }
        List<int[]> parts = new ArrayList<>();
        for (int at = 0; at < bytes.limit();) {
            if (bytes.limit() - at < PACKET_HEADER) {
                throw new EOFException("it ends within a packet");
            }
            int content = bytes.getInt(at + 24) / Byte.SIZE;
            int packet = bytes.getInt(at + 28) / Byte.SIZE;
            if (content < PACKET_HEADER || content > packet || packet > bytes.limit() - at) {
                throw new EOFException("it ends within a packet");
            }
            parts.add(new int[] { at + PACKET_HEADER, at + content });
            at += packet;
        }
        return parts;
    }

    /**
     * @param begin
     *            a pattern that ends with the opening brace
     * @return what stands between that brace and the one that closes it, for the first place that matches; null if none does
     */
    String block(String begin) {
        Matcher found = Pattern.compile(begin).matcher(text);
        return found.find() ? inside(found.end()) : null;
    }

    /** What follows an opening brace, up to the one that closes it; to the text's end if none does. */
    String inside(int from) {
        int depth = 1;
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0) {
                return text.substring(from, at);
            }
        }
        return text.substring(from);
    }

    /** A block's statements without those of the blocks within it. */
    static String own(String block) {
        StringBuilder own = new StringBuilder();
        int depth = 0;
        for (char c : block.toCharArray()) {
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0) {
                own.append(c);
            }
        }
        return own.toString();
    }
}
