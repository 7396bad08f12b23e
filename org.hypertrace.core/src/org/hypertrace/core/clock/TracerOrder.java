/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

/** Which of a guest's two tracers is called first with an event. */
public enum TracerOrder {
    /** Its own tracer takes the time before the hypercall. */
    STAMP_FIRST("its own tracer records an event before the hypercall"),
    /** The hypercall comes before its own tracer takes the time. */
    HYPERCALL_FIRST("the hypercall comes before its own tracer records an event"),
    /** That is not known. */
    EITHER("which of its tracers comes first is not known");

    private final String fWords;

    TracerOrder(String words) {
        fWords = words;
    }

    @Override
    public String toString() {
        return fWords;
    }
}
