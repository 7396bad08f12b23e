/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

/** Why something the user asked for cannot be done: the message is one sentence with the cause and what would help. */
public class ReportException extends Exception {

    /** The sentence when the user cancelled. */
    public static final String CANCELLED = "Cancelled.";

    private static final long serialVersionUID = 1L;

    /** @param sentence what the user reads */
    public ReportException(String sentence) {
        super(sentence);
    }

    /**
     * @param sentence
     *            what the user reads
     * @param cause
     *            for those who debug
     */
    public ReportException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
