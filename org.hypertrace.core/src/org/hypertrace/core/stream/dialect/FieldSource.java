/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.dialect;

import java.util.List;
import java.util.Map;

/** Where a field of an event comes from. */
public sealed interface FieldSource {

    /** A number somewhere in the words. */
    record Place(Bits bits) implements FieldSource { }

    /** A number that is the same in every event. */
    record Constant(long value) implements FieldSource { }

    /** A text in whole bytes of the words, the first characters first; cut at the first NUL. */
    record Characters(List<Bits> parts) implements FieldSource { }

    /** A text that is the same in every event. */
    record ConstantText(String text) implements FieldSource { }

    /** The name of a number; a number without one is shown itself. */
    record NameOf(Bits bits, Map<Long, String> names) implements FieldSource { }
}
