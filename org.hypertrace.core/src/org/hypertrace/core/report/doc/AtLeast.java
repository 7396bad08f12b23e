/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import org.hypertrace.core.quantity.Amount;

/**
 * The figure of a cell that is that much or more: what is measured did not end.
 *
 * @param amount
 *            as far as seen
 */
public record AtLeast(Amount amount) {

    /** What stands before the figure. */
    public static final String SIGN = "> ";

    @Override
    public String toString() {
        return SIGN + amount;
    }
}
