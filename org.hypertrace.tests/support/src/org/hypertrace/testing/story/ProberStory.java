/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a prober would write of nodes: {@code n1 30-400, n1 primary 30-300}. Times are ms; without a time as primary a node is secondary. */
public final class ProberStory {

    private static final long MS = 1_000_000;
    private static final Pattern SPAN = Pattern.compile("(\\w+)( primary)? (\\d+)-(\\d+)");

    private record Span(String node, boolean isPrimary, long begin, long end) {
        boolean has(String asked, boolean asPrimary, long time) {
            return node.equals(asked) && isPrimary == asPrimary && begin <= time && time < end;
        }
    }

    private ProberStory() {
    }

    /**
     * @param story
     *            when nodes serve, and when as primary, from the first time to the second (exclusive)
     * @param period
     *            how often it asks
     * @param answer
     *            how long an answer takes
     * @param until
     *            when it ends
     * @return its file; times are ns
     */
    public static String csv(String story, long period, long answer, long until) {
        List<Span> spans = new ArrayList<>();
        TreeSet<String> nodes = new TreeSet<>();
        for (String text : story.split(", ")) {
            Matcher span = SPAN.matcher(text);
            if (!span.matches()) {
                throw new IllegalArgumentException("'" + text + "' is no 'NODE [primary] BEGIN-END'");
            }
            nodes.add(span.group(1));
            spans.add(new Span(span.group(1), span.group(2) != null, Long.parseLong(span.group(3)), Long.parseLong(span.group(4))));
        }
        StringBuilder text = new StringBuilder("# period " + period * MS + " ns\nnode,number,sent,answered,version,role\n");
        for (long number = 0; number * period < until; number++) {
            long time = number * period;
            for (String node : nodes) {
                text.append(node).append(',').append(number).append(',').append(time * MS).append(',');
                if (spans.stream().anyMatch(span -> span.has(node, false, time))) {
                    text.append((time + answer) * MS).append(",1,").append(spans.stream().anyMatch(span -> span.has(node, true, time)) ? "primary"
                            : "secondary");
                } else {
                    text.append(",,");
                }
                text.append('\n');
            }
        }
        return text.toString();
    }
}
