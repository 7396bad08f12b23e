/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

/**
 * What a guest's thread does by the guest's own word. The order of the constants is their code in the state system and must
 * not change.
 * <p>
 * A state system is written in time order, yet only the end of a state shows whether it was true. A thread <em>runs</em> from
 * the switch to it until a switch of the same vCPU that names it as the one that leaves. So a value may report besides that
 * the state <em>before</em> it was none: see {@link #doubtsBefore(Object)}.
 */
public enum TaskState {
    /** It has a vCPU. */
    RUNNING("running"),
    /** It could run and waits for a vCPU. */
    WAITING("waiting"),
    /** It waits for something else. */
    SLEEPING("sleeping"),
    /** It has exited and left its vCPU for good; counts as sleeping. */
    ENDED("ended"),
    /** It is there, and nothing recorded what it does. */
    UNKNOWN("unknown");

    private static final TaskState[] BY_CODE = values();
    private static final int CODES = 0x7;
    private static final int DOUBTS = 0x8;
    /** A state that is doubted and then the same again must not look like one state: this bit distinguishes them. */
    private static final int AGAIN = 0x10;

    private final String fLabel;

    TaskState(String label) {
        fLabel = label;
    }

    /** @return its name for people */
    public String label() {
        return fLabel;
    }

    /** @return the value for the state system that reports: it is in this state, and {@code doubts}: it was not in that before */
    Integer code(boolean doubts, Integer before) {
        int code = ordinal() | (doubts ? DOUBTS : 0);
        return before != null && before == code ? code | AGAIN : code;
    }

    /**
     * @param value
     *            a value of the state system
     * @return the state it stands for; null if it is none: the thread is not there
     */
    public static TaskState of(Object value) {
        return value instanceof Integer code && (code & CODES) < BY_CODE.length ? BY_CODE[code & CODES] : null;
    }

    /**
     * @param value
     *            a value of the state system
     * @return whether it reports that what the state before it reported is not true: what the thread did then is unknown
     */
    public static boolean doubtsBefore(Object value) {
        return value instanceof Integer code && (code & DOUBTS) != 0;
    }
}
