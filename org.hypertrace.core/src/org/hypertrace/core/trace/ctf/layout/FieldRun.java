/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.trace.ctf.type.CtfType;

/** Steps as they are put together: fields whose places are known from the first one on become one step. */
final class FieldRun {

    private final List<Step> fSteps = new ArrayList<>();
    private final List<Step.Kept> fKept = new ArrayList<>();
    private final List<Step.KeptText> fTexts = new ArrayList<>();
    private int fAlign = 1;
    private int fBits;

    /** What follows begins at a multiple of so many bits. */
    void align(int align) {
        if (fBits == 0 && fAlign < align && align % fAlign == 0) {
            fAlign = align;
        } else if (fAlign % align == 0) {
            fBits = (int) Step.aligned(fBits, align);
        } else {
            flush();
            fAlign = align;
        }
    }

    void fixed(int bits, int align) {
        align(align);
        if (fBits > Integer.MAX_VALUE - bits) {
            flush();
        }
        fBits += bits;
    }

    /** {@code slot}: -1 if it is not kept. */
    void integer(CtfType.Int integer, int slot) {
        align(integer.align());
        if (slot >= 0) {
            fKept.add(new Step.Kept(slot, fBits, integer.size(), integer.signed(), integer.bigEndian()));
        }
        fixed(integer.size(), 1);
    }

    void characters(int slot, int length) {
        align(Byte.SIZE);
        fTexts.add(new Step.KeptText(slot, fBits, length));
        fixed(length * Byte.SIZE, 1);
    }

    void step(Step step) {
        flush();
        fSteps.add(step);
    }

    private void flush() {
        if (fBits > 0 || fAlign > 1) {
            fSteps.add(new Step.Fixed(fAlign, fBits, fKept.toArray(Step.Kept[]::new), fTexts.toArray(Step.KeptText[]::new)));
        }
        fKept.clear();
        fTexts.clear();
        fBits = 0;
        fAlign = 1;
    }

    Step[] steps() {
        flush();
        return fSteps.toArray(Step[]::new);
    }

    /** How many bits an element of an array has with those up to the next one; 0 if that depends on what is recorded. */
    static int bits(Step[] element, int align) {
        return element.length == 1 && element[0] instanceof Step.Fixed fixed && fixed.bits() % align == 0 && align % fixed.align() == 0 ? fixed.bits() : 0;
    }
}
