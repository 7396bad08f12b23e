/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;

/** How many events of each name babeltrace2 prints of a sample's host, counted once per run. */
public final class CountedEvents {

    private static final Map<String, Map<String, Long>> COUNTS = new ConcurrentHashMap<>();

    private CountedEvents() {
    }

    /**
     * @param sample
     *            the name of a sample
     * @param event
     *            the name of a kind of events
     * @return how many there are
     */
    public static long of(String sample, String event) {
        return COUNTS.computeIfAbsent(sample, CountedEvents::count).getOrDefault(event, 0L);
    }

    private static Map<String, Long> count(String sample) {
        try {
            Path text = Files.createTempFile("events", ".txt");
            try {
                Tool.run(text, "babeltrace2", "--no-delta", Samples.trace(sample));
                try (Stream<String> lines = Files.lines(text)) {
                    return lines.map(CountedEvents::name).collect(Collectors.groupingBy(name -> name, Collectors.counting()));
                }
            } finally {
                Files.delete(text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of [time] host name: fields. */
    private static String name(String line) {
        String before = line.substring(0, line.indexOf(": "));
        return before.substring(before.lastIndexOf(' ') + 1);
    }
}
