/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.rules;

import java.math.BigDecimal;
import java.util.List;

/**
 * What a recording shall keep to, by a file of rules.
 *
 * @param name
 *            for people, each another
 * @param command
 *            whose budget it is
 * @param what
 *            the budget before its equals sign: {@code device}, {@code read:p99}
 * @param atMost
 *            the limit, in the unit that the command has for it
 * @param unit
 *            that unit, to be checked; null if the file leaves it open
 * @param needs
 *            groups of events without which it cannot be checked
 * @param todo
 *            why it may be broken for now; null if it may not
 */
public record Rule(String name, String command, String what, BigDecimal atMost, String unit, List<String> needs, String todo) {

    /** @return as the command's option has it */
    public String budget() {
        return what + '=' + atMost.toPlainString();
    }

    /**
     * @param reason
     *            why it could not be checked, without a point at its end
     * @return the same, and what to record
     */
    public String notChecked(String reason) {
        return needs.isEmpty() ? reason : reason + "; it needs " + String.join(", ", needs);
    }
}
