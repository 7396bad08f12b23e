/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.subset;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * What a class file reports about other classes (The Java Virtual Machine Specification, chapter 4): its supertypes, its
 * members and its constant pool. Code and attributes are not read: whatever they link to stands in the constant pool.
 *
 * @param name
 *            like all names here in the class file's form, with slashes
 * @param superName
 *            null for java/lang/Object only
 * @param references
 *            members this class links to, of itself and of others
 * @param lambdas
 *            what its invokedynamic instructions make: the method of the interface and the interface, as
 *            {@code owner = the interface}; also things that are no lambdas, whose owner is a class of the JDK
 * @param texts
 *            all texts of the constant pool: names, descriptors, generic signatures and strings
 */
record ClassFile(String name, String superName, List<String> interfaces, List<Member> fields, List<Member> methods,
        List<Reference> references, List<Reference> lambdas, List<String> texts) {

    static final int PRIVATE = 0x0002;
    static final int STATIC = 0x0008;
    static final int ABSTRACT = 0x0400;
    static final int SYNTHETIC = 0x1000;

    record Member(int access, String name, String descriptor) {
        boolean is(int flag) {
            return (access & flag) != 0;
        }
    }

    record Reference(boolean isMethod, String owner, String name, String descriptor) { }

    /** An entry of the constant pool, as far as it is needed: a text, or up to two indices of others. */
    private record Constant(int tag, String text, int first, int second) { }

    static ClassFile read(InputStream stream) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        if (in.readInt() != 0xCAFEBABE) {
            throw new IOException("not a class file");
        }
        in.readInt(); // version
        Pool pool = new Pool(in);
        in.readUnsignedShort(); // access flags
        String name = pool.className(in.readUnsignedShort());
        int superIndex = in.readUnsignedShort();
        List<String> interfaces = new ArrayList<>();
        for (int i = in.readUnsignedShort(); i > 0; i--) {
            interfaces.add(pool.className(in.readUnsignedShort()));
        }
        List<Member> fields = members(in, pool);
        List<Member> methods = members(in, pool);
        return new ClassFile(name, superIndex == 0 ? null : pool.className(superIndex), interfaces, fields, methods,
                pool.references(), pool.lambdas(), pool.texts());
    }

    private static List<Member> members(DataInputStream in, Pool pool) throws IOException {
        List<Member> members = new ArrayList<>();
        for (int i = in.readUnsignedShort(); i > 0; i--) {
            members.add(new Member(in.readUnsignedShort(), pool.text(in.readUnsignedShort()), pool.text(in.readUnsignedShort())));
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                in.readUnsignedShort(); // name
                in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
            }
        }
        return members;
    }

    boolean declares(Reference reference) {
        return (reference.isMethod() ? methods : fields).stream()
                .anyMatch(m -> m.name().equals(reference.name()) && m.descriptor().equals(reference.descriptor()));
    }

    /** The constant pool, section 4.4; indices start at 1. */
    private static final class Pool {
        private static final int UTF8 = 1;
        private static final int FIELD = 9;
        private static final int METHOD = 10;
        private static final int INTERFACE_METHOD = 11;
        private static final int INVOKE_DYNAMIC = 18;

        private final Constant[] fConstants;

        Pool(DataInputStream in) throws IOException {
            fConstants = new Constant[in.readUnsignedShort()];
            for (int i = 1; i < fConstants.length; i++) {
                int tag = in.readUnsignedByte();
                fConstants[i] = switch (tag) {
                case UTF8 -> new Constant(tag, in.readUTF(), 0, 0);
                case 3, 4 -> new Constant(tag, null, in.readInt(), 0); // int, float
                case 5, 6 -> new Constant(tag, null, in.readInt(), in.readInt()); // long, double
                case 7, 8, 16, 19, 20 -> new Constant(tag, null, in.readUnsignedShort(), 0); // class, string, …
                case FIELD, METHOD, INTERFACE_METHOD, 12, 17, INVOKE_DYNAMIC ->
                    new Constant(tag, null, in.readUnsignedShort(), in.readUnsignedShort());
                case 15 -> new Constant(tag, null, in.readUnsignedByte(), in.readUnsignedShort()); // method handle
                default -> throw new IOException("unknown constant " + tag);
                };
                if (tag == 5 || tag == 6) {
                    i++; // these two take two places
                }
            }
        }

        String text(int index) {
            return fConstants[index].text();
        }

        String className(int index) {
            return text(fConstants[index].first());
        }

        List<Reference> references() {
            List<Reference> references = new ArrayList<>();
            for (Constant constant : fConstants) {
                if (constant != null && constant.tag() >= FIELD && constant.tag() <= INTERFACE_METHOD) {
                    Constant member = fConstants[constant.second()];
                    references.add(new Reference(constant.tag() != FIELD, className(constant.first()), text(member.first()),
                            text(member.second())));
                }
            }
            return references;
        }

        List<Reference> lambdas() {
            List<Reference> lambdas = new ArrayList<>();
            for (Constant constant : fConstants) {
                if (constant != null && constant.tag() == INVOKE_DYNAMIC) {
                    Constant site = fConstants[constant.second()];
                    // its descriptor: what the lambda captures → the interface
                    String made = text(site.second()).replaceFirst(".*\\)L?([^;]*);?", "$1");
                    lambdas.add(new Reference(true, made, text(site.first()), ""));
                }
            }
            return lambdas;
        }

        List<String> texts() {
            List<String> texts = new ArrayList<>();
            for (Constant constant : fConstants) {
                if (constant != null && constant.tag() == UTF8) {
                    texts.add(constant.text());
                }
            }
            return texts;
        }
    }
}
