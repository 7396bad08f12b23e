/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.Set;
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
record ExitRule(String key, Predicate<Subject> covers, String what, String help, String needs) {

    /** Kinds that an event beside the exit shows more of. */
    private static final Set<String> WITH_SUBJECT = Set.of("port", "msr", "cpuid");

    /** @return what they are, as a title */
    String title() {
        return Character.toUpperCase(what.charAt(0)) + what.substring(1);
    }

    /** @return whether an exit of it is about something that may not be reported */
    boolean hasSubject() {
        return WITH_SUBJECT.contains(key);
    }
}
