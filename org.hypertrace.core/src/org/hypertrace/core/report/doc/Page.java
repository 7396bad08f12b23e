/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.List;

/**
 * A report as a document. It knows what stands in it; a renderer knows how that is written.
 *
 * @param title
 *            what it is about
 * @param trace
 *            what the user named; empty if the title or the sections name it
 * @param answers
 *            what was asked for besides the report: comparisons, budgets; a terminal shows them before all else
 * @param parts
 *            in their order
 */
public record Page(String title, String trace, List<Part> answers, List<Part> parts) {

    /**
     * A page without answers of its own.
     *
     * @param title
     *            what it is about
     * @param trace
     *            what the user named
     * @param parts
     *            in their order
     */
    public Page(String title, String trace, List<Part> parts) {
        this(title, trace, List.of(), parts);
    }
}
