/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

/** What a finding is about; the order is that of findings with the same weight. */
public enum Notion {
    /** A guest's kernel broke. */
    PANIC("panic", "Panic"),
    /** Data are missing: other figures may be wrong. */
    LOSS("loss", "Data quality"),
    /** The host gave the processor of a VM to others. */
    STEAL("steal", "Steal"),
    /** More vCPUs wanted a processor than there are. */
    OVERCOMMIT("overcommit", "Overcommit"),
    /** A boot that one initcall prolongs, or that comes again and again. */
    BOOT("boot", "Boot"),
    /** A shutdown, and what it waits for. */
    SHUTDOWN("shutdown", "Shutdown"),
    /** VM exits that cost, and where their time goes. */
    EXITS("exits", "VM exits"),
    /** The clock of a guest's own trace. */
    CLOCK("clock", "Clock"),
    /** What a boot or shutdown waited for. */
    PATH("path", "Critical path");

    private final String fKey;
    private final String fLabel;

    Notion(String key, String label) {
        fKey = key;
        fLabel = label;
    }

    /** @return its stable name in JSON and CSV */
    public String key() {
        return fKey;
    }

    /** @return its name for people */
    public String label() {
        return fLabel;
    }

    /** @return whether such findings stand before all others, whatever time they cost */
    public boolean isFirst() {
        return this == PANIC || this == LOSS;
    }
}
