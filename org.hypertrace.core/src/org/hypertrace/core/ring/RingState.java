/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring;

import java.util.Locale;

/** What a vCPU is in, as far as its ring reports that. */
public enum RingState {

    /** From an entry to the exit. The host's interrupts before an exit's record are in it. */
    GUEST("guest", Known.AT_MOST),
    /** On a processor, not in the guest: VMM, host kernel and interrupts together. */
    HOST("VMM, host kernel and interrupts", Known.EXACT),
    /** Off its processor, and could have run. */
    PREEMPTED("preempted", Known.EXACT),
    /** Asleep after an exit for HLT. */
    HALTED("halted", Known.LIKELY),
    /** Any other sleep. */
    BLOCKED("blocked", Known.LIKELY),
    /** Before the first record of the host, and where records are missing. */
    UNKNOWN("unknown", Known.UNKNOWN);

    /** How well a figure is known. */
    public enum Known {
        /** Both ends are stamped. */
        EXACT("exact"),
        /** The truth is this or less. */
        AT_MOST("atMost"),
        /** The truth is this or more. */
        AT_LEAST("atLeast"),
        /** The sum with another is exact; the part of each is a guess. */
        LIKELY("likely"),
        /** Nothing reports it. */
        UNKNOWN("unknown");

        private final String fKey;

        Known(String key) {
            fKey = key;
        }

        /** @return its name in files */
        public String key() {
            return fKey;
        }
    }

    private final String fLabel;
    private final Known fKnown;

    RingState(String label, Known known) {
        fLabel = label;
        fKnown = known;
    }

    /** @return its name for people */
    public String label() {
        return fLabel;
    }

    /** @return its name in files */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @return how well its time is known */
    public Known known() {
        return fKnown;
    }
}
