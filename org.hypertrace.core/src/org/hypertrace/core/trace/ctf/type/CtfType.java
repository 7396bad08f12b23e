/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import java.util.List;

/** A type that the metadata of a CTF trace declare, whichever version they are of. Sizes and alignments are in bits. */
public sealed interface CtfType {

    /** @return where it may begin: at multiples of this many bits, at least 1 */
    int align();

    /**
     * An integer.
     *
     * @param bigEndian
     *            the order of its bytes and bits: its own, else the trace's
     * @param isCharacter
     *            whether it has an encoding: in an array it is a character of a text
     */
    record Int(int size, int align, boolean signed, boolean bigEndian, boolean isCharacter) implements CtfType { }

    /** A floating point number. */
    record Real(int size, int align) implements CtfType { }

    /** A name for each of some values of an integer. */
    record Enumeration(Int container, List<Label> labels) implements CtfType {
        @Override
        public int align() {
            return container.align();
        }

        /** @return the name of a value, null if it has none */
        public String label(long value) {
            for (Label label : labels) {
                if (value >= label.from() && value <= label.until()) {
                    return label.name();
                }
            }
            return null;
        }
    }

    /** The values from one to another, both included, have a name. */
    record Label(String name, long from, long until) { }

    /** Bytes up to a zero. */
    record Text() implements CtfType {
        @Override
        public int align() {
            return Byte.SIZE;
        }
    }

    /**
     * Fields one behind the other.
     *
     * @param align
     *            the largest of its own and those of its fields
     */
    record Struct(List<Field> fields, int align) implements CtfType {

        /** A structure with no alignment of its own. */
        public static Struct of(List<Field> fields, int least) {
            return new Struct(List.copyOf(fields), fields.stream().mapToInt(field -> field.type().align()).reduce(least, Math::max));
        }
    }

    /**
     * One of several fields.
     *
     * @param tag
     *            the field before it whose label is the option's name
     */
    record Variant(String tag, List<Field> options) implements CtfType {
        @Override
        public int align() {
            return 1;
        }
    }

    /** As many elements as declared. */
    record Array(CtfType element, int length) implements CtfType {
        @Override
        public int align() {
            return element.align();
        }
    }

    /**
     * As many elements as recorded.
     *
     * @param length
     *            the field before it that has their number
     */
    record Sequence(CtfType element, String length) implements CtfType {
        @Override
        public int align() {
            return element.align();
        }
    }

    /** A field of a structure, or an option of a variant. */
    record Field(String name, CtfType type) { }
}
