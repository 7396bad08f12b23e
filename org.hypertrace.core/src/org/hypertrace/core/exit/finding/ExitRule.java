/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.function.Predicate;

/**
 * Something guests are left for that can often be avoided, and how. Of all rules an exit is of the first one that is for it, so
 * no exit is in two findings of this kind.
 *
 * @param key
 *            its stable name
 * @param covers
 *            which exits it is for
 * @param what
 *            what they are, a noun
 * @param help
 *            what helps, a sentence or two
 * @param needs
 *            the events by which exits of this rule are known
 */
record ExitRule(String key, Predicate<Subject> covers, String what, String help, String needs) { }
