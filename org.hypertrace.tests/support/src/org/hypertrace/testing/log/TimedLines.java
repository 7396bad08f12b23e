/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is reported of threads and processors over time: a line each, in the order of their appearance. */
final class TimedLines {

    private static final String EVENTS = "kvm";

    private final Map<String, Map<String, List<String>>> fLines = new LinkedHashMap<>();

    /** At equal times the last word counts, but of {@code kvm} each. */
    void add(long time, String of, String kind, String what) {
        List<String> values = fLines.computeIfAbsent(kind, key -> new LinkedHashMap<>()).computeIfAbsent(of, key -> new ArrayList<>());
        if (!values.isEmpty() && !kind.equals(EVENTS) && values.get(values.size() - 1).startsWith(time + " ")) {
            values.remove(values.size() - 1);
        }
        values.add(time + " " + what);
    }

    /** All lines of a kind: {@code 11: 100 guest, 120 host kernel}. */
    String of(String kind) {
        StringBuilder text = new StringBuilder();
        fLines.getOrDefault(kind, Map.of()).forEach((of, values) -> text.append(of).append(": ").append(String.join(", ", values)).append('\n'));
        return text.toString();
    }
}
