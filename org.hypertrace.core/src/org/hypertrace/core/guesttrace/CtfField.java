/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.util.regex.Pattern;

/**
 * One field of an event or of an event context: its name and how its value stands in the stream.
 * The forms are those of LTTng's kernel tracer, all of them byte-aligned and little-endian. There are integers, NUL-terminated strings,
 * texts of a fixed number of bytes (the kernel's {@code comm}) and counted sequences of integers.
 *
 * @param name the name as a reader shows it; in the metadata it gets LTTng's leading underscore,
 *            which readers take away again
 * @param kind the form of the value
 * @param bits size of an integer or of one element of a sequence: 8, 16, 32 or 64
 * @param signed whether that integer is signed
 * @param base 10 or 16: how readers print it
 * @param length bytes of a text; bits of a sequence's element count; else 0
 */
public record CtfField(String name, Kind kind, int bits, boolean signed, int base, int length) {

    /** The form of a value, and the Java type that stands for it. */
    public enum Kind {
        /** A {@link Number} without fraction (or a {@link Boolean} for 1 and 0). */
        INTEGER,
        /** A {@link CharSequence}, written as UTF-8 with a NUL at its end. */
        STRING,
        /** A {@link CharSequence}, written as UTF-8 and filled with NULs; what is too long is cut. */
        TEXT,
        /** An {@code int[]} or {@code long[]}. */
        SEQUENCE
    }

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");

    /**
     * @throws IllegalArgumentException if the name is no C identifier or a size is not one of those listed
     */
    public CtfField {
        requireIdentifier(name);
        requireBits(name, bits);
        if (base != 10 && base != 16) {
            throw new IllegalArgumentException("field " + name + ": base " + base + " is neither 10 nor 16");
        }
        if (kind == Kind.TEXT && length < 1) {
            throw new IllegalArgumentException("field " + name + ": a text of " + length + " bytes");
        }
        if (kind == Kind.SEQUENCE) {
            requireBits(name, length);
        }
    }

    /** An unsigned decimal integer of 8, 16, 32 or 64 bits. */
    public static CtfField unsigned(String name, int bits) {
        return new CtfField(name, Kind.INTEGER, bits, false, 10, 0);
    }

    /** A signed decimal integer of 8, 16, 32 or 64 bits. */
    public static CtfField signed(String name, int bits) {
        return new CtfField(name, Kind.INTEGER, bits, true, 10, 0);
    }

    /** An unsigned 64-bit integer that readers print in hexadecimal: an address. */
    public static CtfField address(String name) {
        return new CtfField(name, Kind.INTEGER, 64, false, 16, 0);
    }

    /** A NUL-terminated UTF-8 string. */
    public static CtfField string(String name) {
        return new CtfField(name, Kind.STRING, 8, false, 10, 0);
    }

    /** A UTF-8 text in {@code bytes} bytes, the last of which is always NUL. */
    public static CtfField text(String name, int bytes) {
        return new CtfField(name, Kind.TEXT, 8, true, 10, bytes);
    }

    /** Signed integers of {@code bits} bits, their number in {@code countBits} bits before them. */
    public static CtfField sequence(String name, int bits, int countBits) {
        return new CtfField(name, Kind.SEQUENCE, bits, true, 10, countBits);
    }

    /** The declaration in CTF's metadata language, one or two statements without line breaks between tokens. */
    String declaration(String indent) {
        return switch (kind) {
        case INTEGER -> indent + integer(bits, signed, base) + " _" + name + ";\n";
        case STRING -> indent + "string _" + name + ";\n";
        case TEXT -> indent + "utf8_t _" + name + "[" + length + "];\n";
        case SEQUENCE -> {
            String count = "__" + name + "_length";
            yield indent + integer(length, false, 10) + " " + count + ";\n"
                    + indent + integer(bits, signed, base) + " _" + name + "[ " + count + " ];\n";
        }
        };
    }

    /** By the names in {@link CtfMetadata}. LTTng repeats the type in each field; Trace Compass takes nearly twice as long to read that. */
    private static String integer(int bits, boolean signed, int base) {
        return base == 10 ? (signed ? "int" : "uint") + bits + "_t"
                : "integer { size = " + bits + "; align = 8; signed = " + (signed ? 1 : 0) + "; encoding = none; base = " + base + "; }";
    }

    static void requireIdentifier(String name) {
        if (!IDENTIFIER.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' cannot be a name in CTF metadata: letters, digits and _ only");
        }
    }

    private static void requireBits(String name, int bits) {
        if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
            throw new IllegalArgumentException("field " + name + ": an integer of " + bits + " bits; 8, 16, 32 and 64 exist");
        }
    }
}
