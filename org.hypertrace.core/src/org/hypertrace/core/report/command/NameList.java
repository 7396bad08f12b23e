/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.util.List;
import java.util.stream.Collectors;

/** What a user could have written, in a sentence that says that it is something else. */
final class NameList {

    private static final int SHOWN = 12;

    private NameList() {
    }

    /** The first of them, and how many more there are. */
    static String some(List<String> names) {
        return names.stream().limit(SHOWN).collect(Collectors.joining(", "))
                + (names.size() > SHOWN ? ", and " + (names.size() - SHOWN) + " more" : "");
    }
}
