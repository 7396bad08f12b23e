/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.lifetime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.ref.WeakReference;
import java.util.List;

import org.hypertrace.testing.Garbage;
import org.junit.jupiter.api.Test;

/** What is kept of an object goes when that is closed, also if it refers to the object, and is not kept again. */
class KeptTest {

    private final Kept<Object, List<Object>> fKept = new Kept<>();

    @Test
    void oneValueAsLongAsItIsOpen() {
        Object open = new Object();
        assertNull(fKept.get(open));
        List<Object> value = fKept.get(open, List::of);
        assertSame(value, fKept.get(open, key -> List.of()));
        assertSame(value, fKept.get(open));
        List<Object> other = List.of("other");
        fKept.put(open, other);
        assertSame(other, fKept.get(open));
        Kept.close(new Object());
        assertSame(other, fKept.get(open));
    }

    @Test
    void nothingOfWhatIsClosed() {
        Object closed = new Object();
        fKept.get(closed, List::of);
        Kept<Object, String> another = new Kept<>();
        another.put(closed, "value");
        Kept.close(closed);
        assertNull(fKept.get(closed));
        assertNull(another.get(closed));
        List<Object> once = fKept.get(closed, List::of);
        assertEquals(List.of(closed), once);
        assertNotSame(once, fKept.get(closed, List::of));
        another.put(closed, "value");
        assertNull(another.get(closed));
    }

    /** A value that refers to its object would keep it for ever. */
    @Test
    void theObjectItselfGoes() {
        Object closed = new Object();
        fKept.get(closed, List::of);
        WeakReference<Object> left = new WeakReference<>(closed);
        Kept.close(closed);
        closed = null;
        Garbage.collect();
        assertNull(left.get());
    }
}
