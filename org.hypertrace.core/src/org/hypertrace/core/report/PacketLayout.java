/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the fields stand that begin every packet of a CTF 1.8 trace, as its metadata declares them: integers and the uuid,
 * from the packet header and the packet context. Understands what LTTng writes, whose streams share one layout.
 *
 * @param order
 *            of the bytes
 * @param uuid
 *            of the trace as 32 hexadecimal digits, empty if none is declared
 * @param fields
 *            by name
 * @param size
 *            bytes of all of them
 */
record PacketLayout(ByteOrder order, String uuid, Map<String, Field> fields, int size) {

    /** A field's place in the packet and its width, in bytes. */
    record Field(int offset, int width) { }

    private static final int PACKET_MAGIC = 0x75D11D57;
    private static final int PACKET_HEADER = 37;

    private static final Pattern ALIAS = Pattern.compile("typealias\\s+integer\\s*\\{([^}]*)}\\s*:=\\s*([\\w ]+?)\\s*;");
    private static final Pattern SIZE = Pattern.compile("size\\s*=\\s*(\\d+)");
    private static final Pattern ALIGN = Pattern.compile("align\\s*=\\s*(\\d+)");
    private static final Pattern UUID = Pattern.compile("\\buuid\\s*=\\s*\"([0-9a-fA-F-]+)\"");
    private static final Pattern HEADER = Pattern.compile("packet\\.header\\s*:=\\s*struct\\s*\\{([^}]*)}");
    private static final Pattern CONTEXT = Pattern.compile("struct\\s+packet_context\\s*\\{([^}]*)}");
    private static final Pattern FIELD = Pattern.compile("([\\w ]+?)\\s+(\\w+)\\s*(?:\\[\\s*(\\d+)\\s*])?\\s*;");

    /**
     * @param metadata
     *            the file of that name in a trace's folder
     * @return the layout, null if the metadata declares none this class understands
     * @throws IOException
     *             if the file cannot be read or ends within a packet
     */
    static PacketLayout of(Path metadata) throws IOException {
        String text = text(metadata);
        Matcher header = HEADER.matcher(text);
        Matcher context = CONTEXT.matcher(text);
        if (!header.find() || !context.find()) {
            return null;
        }
        Map<String, int[]> types = types(text);
        Map<String, Field> fields = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(header.group(1) + context.group(1));
        int bits = 0;
        while (field.find()) {
            int[] type = types.get(field.group(1).strip());
            if (type == null || type[0] % Byte.SIZE != 0) {
                return null;
            }
            int count = field.group(3) == null ? 1 : Integer.parseInt(field.group(3));
            int align = Math.max(type[1], Byte.SIZE);
            bits = (bits + align - 1) / align * align;
            fields.put(field.group(2), new Field(bits / Byte.SIZE, count * type[0] / Byte.SIZE));
            bits += count * type[0];
        }
        Matcher uuid = UUID.matcher(text);
        return new PacketLayout(text.matches("(?s).*byte_order\\s*=\\s*be\\b.*") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
                uuid.find() ? uuid.group(1).replace("-", "").toLowerCase() : "", fields, bits / Byte.SIZE);
    }

    /** Size and alignment, in bits, of the integers that have a name. */
    private static Map<String, int[]> types(String text) {
        Map<String, int[]> types = new HashMap<>();
        Matcher alias = ALIAS.matcher(text);
        while (alias.find()) {
            Matcher size = SIZE.matcher(alias.group(1));
            Matcher align = ALIGN.matcher(alias.group(1));
            if (size.find()) {
                types.put(alias.group(2), new int[] { Integer.parseInt(size.group(1)),
                        align.find() ? Integer.parseInt(align.group(1)) : 1 });
            }
        }
        return types;
    }

    /** The metadata's text; LTTng wraps it in packets of its own. */
    private static String text(Path metadata) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(metadata)).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.remaining() >= 4 && bytes.getInt(0) == Integer.reverseBytes(PACKET_MAGIC)) {
            bytes.order(ByteOrder.BIG_ENDIAN);
        }
        if (bytes.remaining() < 4 || bytes.getInt(0) != PACKET_MAGIC) {
            return StandardCharsets.UTF_8.decode(bytes).toString();
        }
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes.limit();) {
            if (bytes.limit() - at < PACKET_HEADER) {
                throw new EOFException("it ends within a packet");
            }
            int content = bytes.getInt(at + 24) / Byte.SIZE;
            int packet = bytes.getInt(at + 28) / Byte.SIZE;
            if (content < PACKET_HEADER || content > packet || packet > bytes.limit() - at) {
                throw new EOFException("it ends within a packet");
            }
            text.append(new String(bytes.array(), at + PACKET_HEADER, content - PACKET_HEADER, StandardCharsets.UTF_8));
            at += packet;
        }
        return text.toString();
    }
}
