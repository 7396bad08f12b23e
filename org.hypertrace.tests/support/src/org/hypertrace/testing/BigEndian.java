/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfField;

/** A trace as a big-endian machine would have recorded it: every number of it, in the order of such a machine. */
public final class BigEndian {

    /** The bytes of the packet header and context by the width of their fields; the uuid's are bytes. */
    private static final int[] HEADER = { 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 8, 8, 8, 8, 8, 8, 8, 4 };
    private static final int CONTENT_SIZE = 48;
    private static final int EXTENDED = 31;

    private final List<CtfEventType> fTypes;
    private final ByteBuffer fIn;
    private final ByteArrayOutputStream fOut = new ByteArrayOutputStream();

    private BigEndian(List<CtfEventType> types, byte[] stream) {
        fTypes = types;
        fIn = ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * @param trace
     *            the folder of a trace that {@link org.hypertrace.core.guesttrace.CtfWriter} wrote, in one channel: it is changed
     * @param types
     *            the types of events that it declares
     */
    public static void make(Path trace, List<CtfEventType> types) throws IOException {
        Path metadata = trace.resolve("metadata");
        Files.writeString(metadata, Files.readString(metadata).replace("byte_order = le;", "byte_order = be;"));
        try (Stream<Path> files = Files.list(trace)) {
            for (Path file : files.filter(path -> !path.equals(metadata)).toList()) {
                BigEndian stream = new BigEndian(types, Files.readAllBytes(file));
                stream.all();
                Files.write(file, stream.fOut.toByteArray());
            }
        }
    }

    private void all() {
        while (fIn.hasRemaining()) {
            int end = fIn.position() + (int) fIn.getLong(fIn.position() + CONTENT_SIZE) / Byte.SIZE;
            for (int width : HEADER) {
                number(width);
            }
            while (fIn.position() < end) {
                event();
            }
        }
    }

    private void event() {
        int header = fIn.getInt(fIn.position());
        int id = header & EXTENDED;
        if (id == EXTENDED) {
            fIn.get();
            id = fIn.getInt(fIn.position());
            // the first bits of a byte are its highest
            fOut.write(EXTENDED << 3);
            number(Integer.BYTES);
            number(Long.BYTES);
        } else {
            fIn.getInt();
            write(Integer.toUnsignedLong(id << 27 | header >>> 5), Integer.BYTES);
        }
        for (CtfField field : fTypes.get(id).fields()) {
            switch (field.kind()) {
            case INTEGER -> number(field.bits() / Byte.SIZE);
            case STRING -> {
                while (number(1) != 0) {
                    // up to its end
                }
            }
            case TEXT -> {
                for (int i = 0; i < field.length(); i++) {
                    number(1);
                }
            }
            case SEQUENCE -> {
                for (long count = number(field.length() / Byte.SIZE); count > 0; count--) {
                    number(field.bits() / Byte.SIZE);
                }
            }
            }
        }
    }

    private long number(int width) {
        long number = switch (width) {
        case Long.BYTES -> fIn.getLong();
        case Integer.BYTES -> Integer.toUnsignedLong(fIn.getInt());
        case Short.BYTES -> Short.toUnsignedLong(fIn.getShort());
        default -> Byte.toUnsignedLong(fIn.get());
        };
        write(number, width);
        return number;
    }

    private void write(long number, int width) {
        for (int shift = Byte.SIZE * (width - 1); shift >= 0; shift -= Byte.SIZE) {
            fOut.write((int) (number >>> shift));
        }
    }
}
