/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.latency;

/**
 * What a vCPU was waited for, from what to what. The order of the constants is their code in files and must not change.
 */
public enum LatencyKind {
    /** The hypervisor injects an interrupt, until the entry that brings it; the number is the vector. */
    INJECTION_ENTRY("injectionEntry", "Injection to entry", true),
    /** The same until the guest serves it, as the guest reports; the number is the vector. */
    INJECTION_HANDLER("injectionHandler", "Injection to the guest's handler", true),
    /** An injected interrupt that the guest does not report it serves before the next entry; it has no length. */
    UNHANDLED("unhandled", "Injected, handler not reported", true),
    /** An injected interrupt in whose place another was injected before the entry; it has no length. */
    REPLACED("replaced", "Injected, replaced before the entry", true),
    /** An injected interrupt after which events were lost, or the vCPU or the trace ended; it has no length. */
    CUT("cut", "Injected, end not known", true),
    /** A guest that has nothing to do (HLT) sleeps: from its thread's (last) wakeup to the entry. */
    WAKE_ENTRY("wakeEntry", "Wakeup to entry after HLT", false),
    /** The same, but the thread never slept and nothing shows why: from the exit to the entry. */
    AWAKE("awake", "HLT without sleep", false),
    /** The same, and the hypervisor reports that it polled for work: from the exit to the entry. */
    POLLED("polled", "HLT while the host polled", false),
    /** Another processor of the host interrupts the one that runs the guest (IPI), until the entry; the number is the vector. */
    KICK_ENTRY("kickEntry", "IPI of the host to entry", true),
    /** The guest's APIC takes an interrupt from another of its vCPUs, until the entry of the one it is for. */
    IPI_ENTRY("ipiEntry", "IPI of another vCPU to entry", false);

    private static final LatencyKind[] BY_CODE = values();

    private final String fKey;
    private final String fLabel;
    private final boolean fHasVector;

    LatencyKind(String key, String label, boolean hasVector) {
        fKey = key;
        fLabel = label;
        fHasVector = hasVector;
    }

    /** @return its stable name in JSON and CSV */
    public String key() {
        return fKey;
    }

    /** @return its name for people */
    public String label() {
        return fLabel;
    }

    /** @return whether its number is the vector of an interrupt */
    public boolean hasVector() {
        return fHasVector;
    }

    /** @return whether it is a time, not only a fact to be counted */
    public boolean hasLength() {
        return this != UNHANDLED && this != REPLACED && this != CUT;
    }

    static LatencyKind of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : CUT;
    }
}
