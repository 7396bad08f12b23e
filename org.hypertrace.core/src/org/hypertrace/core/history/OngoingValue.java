/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The value of the state that an attribute has now, without an object for each number: of the millions that it is given none is kept. It is
 * part of what has it, as there are very many.
 */
abstract class OngoingValue {

    /** No whole number. */
    private static final long NONE = Long.MIN_VALUE;

    private static final VarHandle VERSION;

    static {
        try {
            VERSION = MethodHandles.lookup().findVarHandle(OngoingValue.class, "fVersion", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Its lowest bit is set while what has the value is changed. */
    private int fVersion;
    private int fValueType;
    /** A number; the bits of a double. */
    private long fNumber;
    private String fText;
    /** The number before, if both it and this are values as counters have them. */
    private long fBefore = NONE;

    /** As in {@link StateValues}. */
    final int type() {
        return fValueType;
    }

    final long number() {
        return fNumber;
    }

    final String text() {
        return fText;
    }

    /** Null for none. Who asks while it changes gets any value. */
    final Object value() {
        return switch (fValueType) {
        case StateValues.INT -> (int) fNumber;
        case StateValues.LONG -> fNumber;
        case StateValues.DOUBLE -> Double.longBitsToDouble(fNumber);
        case StateValues.TEXT -> fText;
        default -> null;
        };
    }

    final void setValue(Object value) {
        if (value instanceof Integer number) {
            setValue(StateValues.INT, number, null);
        } else if (value instanceof Long number) {
            setValue(StateValues.LONG, number, null);
        } else {
            setValue(StateValues.typeOf(value), bits(value), value instanceof String text ? text : null);
        }
    }

    /** The bits of a double; 0 of what is no number. */
    static long bits(Object value) {
        return value instanceof Double number ? Double.doubleToLongBits(number) : 0;
    }

    final void setValue(int type, long number, String text) {
        fValueType = type;
        fNumber = number;
        // to set a reference costs more than to look
        if (fText != text) {
            fText = text;
        }
    }

    final boolean hasValue(int type, long number, String text) {
        return type == fValueType && number == fNumber && (type != StateValues.TEXT || text.equals(fText));
    }

    /** It was written: the next one may be one more. */
    final void written() {
        fBefore = fValueType == StateValues.INT ? fNumber : NONE;
    }

    /** Whether it is the one that was written last and one more. */
    final boolean isOneMore() {
        return fValueType == StateValues.INT && fBefore != NONE && (int) fNumber == (int) fBefore + 1;
    }

    /** What is changed from now on is seen when all of it is. */
    final void beginChange() {
        VERSION.setOpaque(this, fVersion + 1);
        VarHandle.storeStoreFence();
    }

    final void endChange() {
        VERSION.setRelease(this, fVersion + 1);
    }

    final int version() {
        return (int) VERSION.getAcquire(this);
    }

    /** Whether nothing was changed while it was read since it had a version. */
    final boolean isStill(int version) {
        VarHandle.acquireFence();
        return (version & 1) == 0 && version == (int) VERSION.getOpaque(this);
    }
}
