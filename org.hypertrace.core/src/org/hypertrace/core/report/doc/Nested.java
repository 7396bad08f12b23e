/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

/**
 * The text of a cell whose row is a part of one above it.
 *
 * @param text
 *            any text, of guests too
 */
public record Nested(String text) {

    @Override
    public String toString() {
        return "  " + text;
    }
}
