/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.core.trace.ctf.type.Ctf2;
import org.hypertrace.core.trace.ctf.type.Ctf2NotTranslated;
import org.hypertrace.core.trace.ctf.type.TraceTypes;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;
import org.hypertrace.core.trace.ctf.type.Tsdl;

/**
 * The text of a trace's metadata, and its blocks. LTTng wraps the text in packets of its own. Metadata of CTF 2 are translated to those of
 * CTF 1.8. Opening a trace and each pass over it ask for the same text. So the texts asked for last are kept as long as there is memory, with what
 * was made of them; which one a file has, its bytes decide.
 */
final class MetadataText {

    /** The trace and its guests' own, of most experiments. */
    private static final int KEPT = 4;
    /** Those asked for last come last; guards itself. */
    private static final List<SoftReference<MetadataText>> LAST = new ArrayList<>();
    private static long sParsed;

    private static final int PACKET_MAGIC = 0x75D11D57;
    private static final int PACKET_HEADER = 37;

    private final String fText;
    /** Of the file; null if it is only a part. */
    private final byte[] fBytes;
    private PacketLayout fLayout;
    private boolean fHasLayout;
    private TraceTypes fTypes;

    MetadataText(String text) {
        this(text, null);
    }

    private MetadataText(String text, byte[] bytes) {
        fText = text;
        fBytes = bytes;
    }

    /**
     * @param metadata
     *            the file of that name in a trace's folder
     * @return its text without comments
     * @throws IOException
     *             if the file cannot be read or ends within a packet
     */
    static MetadataText of(Path metadata) throws IOException {
        byte[] bytes = Files.readAllBytes(metadata);
        synchronized (LAST) {
            LAST.removeIf(kept -> kept.get() == null);
            for (int i = 0; i < LAST.size(); i++) {
                MetadataText known = LAST.get(i).get();
                if (known != null && Arrays.equals(known.fBytes, bytes)) {
                    LAST.add(LAST.remove(i));
                    return known;
                }
            }
        }
        String text = unwrapped(ByteBuffer.wrap(bytes));
        MetadataText read = new MetadataText(withoutComments(Ctf2.is(text) ? tsdl(text) : text), bytes);
        synchronized (LAST) {
            sParsed++;
            LAST.add(new SoftReference<>(read));
            if (LAST.size() > KEPT) {
                LAST.remove(0);
            }
        }
        return read;
    }

    /** How many texts of files were parsed so far: a test counts them. */
    static long parsed() {
        synchronized (LAST) {
            return sParsed;
        }
    }

    /** The text without comments. */
    String text() {
        return fText;
    }

    /** Where the fields that begin each packet stand; null if that is not declared so that it is understood. */
    synchronized PacketLayout layout() {
        if (!fHasLayout) {
            fLayout = PacketLayout.of(this);
            fHasLayout = true;
        }
        return fLayout;
    }

    /** What is declared of events. */
    synchronized TraceTypes types() throws UnknownTypes {
        if (fTypes == null) {
            fTypes = Tsdl.of(fText);
        }
        return fTypes;
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
        Matcher found = Pattern.compile(begin).matcher(fText);
        return found.find() ? inside(found.end()) : null;
    }

    /** What follows an opening brace, up to the one that closes it; to the text's end if none does. */
    String inside(int from) {
        int depth = 1;
        for (int at = from; at < fText.length(); at++) {
            char c = fText.charAt(at);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0) {
                return fText.substring(from, at);
            }
        }
        return fText.substring(from);
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
