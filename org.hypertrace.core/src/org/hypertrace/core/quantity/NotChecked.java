/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

/**
 * A budget that a recording cannot be held against, as it does not report what the budget is for.
 *
 * @param budget
 *            as the user wrote it
 * @param reason
 *            why not, and what helps, without a point at its end
 */
public record NotChecked(String budget, String reason) {

    /** @return what people read, one sentence */
    public String sentence() {
        return "not checked: " + budget + ": " + reason + '.';
    }
}
