/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a dictionary can report where to find. In a dictionary they are written in lower case. */
public enum Field {
    ADDRESS, ARG0, ARG1, BATCH_SPAN, CHILD_TGID, CHILD_TID, CLOCK, CODE, COMM(true), COMPAT, CPU, CPU_LOW, CPUS, DELTA,
    DEPTH, DURATION, ERROR, ETEXT, EXIT_ONLY, FAULT_ADDRESS, FUNCTION, HANDLED, INFO, IRQ, ISA, MAX_DEPTH, MODE, MONOTONIC,
    NAME(true), NEXT_COMM(true), NEXT_PRIO, NEXT_TGID, NEXT_TID, NUMBER, OFF, OLD_TID, ON, OTHER_TID, PARENT_TGID, PARENT_TID,
    PHYSICAL_CPU, PREV_PRIO, PREV_STATE, PREV_TGID, PREV_TID, PRIO, REALTIME, REASON, RET, RING_GROUPS, RIP, STAGE, STATE, STOP_FUNCTION,
    TARGET_CPU, TEXT, TEXT_BEGIN(true), TGID, TID, TIMER, TRAP, TSC, TSC_KHZ, TYPE, USER_SPACE, VALUE, VEC, VECTOR, VERSION,
    WAKER_TID, WHEN, WORD_SIZE;

    private static final Map<String, Field> BY_NAME = new HashMap<>();
    static {
        for (Field field : values()) {
            BY_NAME.put(field.label(), field);
        }
    }

    private final boolean fText;

    Field() {
        this(false);
    }

    Field(boolean text) {
        fText = text;
    }

    public boolean isText() {
        return fText;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @return null if there is none */
    public static Field of(String label) {
        return BY_NAME.get(label);
    }
}
