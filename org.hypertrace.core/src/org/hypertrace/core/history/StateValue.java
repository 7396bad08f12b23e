/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

/** The value of a state without an object for each number: a column keeps none of the millions that it is given. */
final class StateValue {

    /** None; it is not set. */
    static final StateValue NONE = new StateValue();

    private int fType;
    /** A number; the bits of a double. */
    private long fNumber;
    private String fText;

    /** As in {@link StateValues}. */
    int type() {
        return fType;
    }

    long number() {
        return fNumber;
    }

    String text() {
        return fText;
    }

    /** Null for none. Who reads while it is set gets any value. */
    Object get() {
        return switch (fType) {
        case StateValues.INT -> (int) fNumber;
        case StateValues.LONG -> fNumber;
        case StateValues.DOUBLE -> Double.longBitsToDouble(fNumber);
        case StateValues.TEXT -> fText;
        default -> null;
        };
    }

    void set(Object value) {
        set(StateValues.typeOf(value), value);
    }

    /** The same for who knows its type already. */
    void set(int type, Object value) {
        set(type, number(type, value), type == StateValues.TEXT ? (String) value : null);
    }

    void copy(StateValue other) {
        set(other.fType, other.fNumber, other.fText);
    }

    private void set(int type, long number, String text) {
        fType = type;
        fNumber = number;
        // to set a reference costs more than to look
        if (fText != text) {
            fText = text;
        }
    }

    private static long number(int type, Object value) {
        return switch (type) {
        case StateValues.INT -> (Integer) value;
        case StateValues.LONG -> (Long) value;
        case StateValues.DOUBLE -> Double.doubleToLongBits((Double) value);
        default -> 0;
        };
    }

    boolean is(int type, Object value) {
        return type == fType && number(type, value) == fNumber && (type != StateValues.TEXT || value.equals(fText));
    }

    /** Whether both are whole numbers, of which this is the next one. */
    boolean isOneMoreThan(StateValue before) {
        return fType == StateValues.INT && before.fType == StateValues.INT && (int) fNumber == (int) before.fNumber + 1;
    }
}
