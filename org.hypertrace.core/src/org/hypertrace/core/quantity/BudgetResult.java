/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

/** A budget held against what was measured. */
public interface BudgetResult {

    /** @return whether it was too much */
    boolean isExceeded();

    /** @return what was measured and what was allowed, in a sentence */
    String sentence();
}
