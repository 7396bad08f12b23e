/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

/** Why something the user asked for cannot be done: the message is one sentence with the cause and what would help. */
public class CannotReport extends Exception {

    /** The sentence when the user cancelled. */
    static final String CANCELLED = "Cancelled.";

    private static final long serialVersionUID = 1L;

    /** @param sentence what the user reads */
    public CannotReport(String sentence) {
        super(sentence);
    }

    /**
     * @param sentence
     *            what the user reads
     * @param cause
     *            for those who debug
     */
    public CannotReport(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
