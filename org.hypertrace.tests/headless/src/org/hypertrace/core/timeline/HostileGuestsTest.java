/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.log.HostileGuests;
import org.hypertrace.testing.log.HostileStacks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.google.gson.Gson;

/** Guests that report millions of random words: nothing is thrown, all is in order and counted, and 256 MiB are enough. */
@Tag("long")
class HostileGuestsTest {

    @Test
    void millionsOfRandomHypercallsIn256MiB() {
        int millions = Samples.ALL ? 5 : 1;
        String message = run(HostileGuests.class, millions * 1_000_000);
        // 8 events of the beginning and an exit with every 16th hypercall
        assertTrue(message.matches(millions * 10625 / 100 + "\\d{4} host events, [1-9]\\d{5,6} guest events, Losses\\[.*forged=[1-9]\\d{4,5}, malformed=[1-9]\\d{4,5},.*"
                + " [1-9]\\d+ boots, [1-9]\\d+ levels, [1-9]\\d{2,} initcalls, [1-9]\\d+ crashes, [1-9]\\d{2,} functions, "
                + "[1-9]\\d+ others of boots\\s+"), message);
    }

    /** What a sink of stacks is promised is kept, see {@link org.hypertrace.testing.log.CheckedStacks}. */
    @Test
    void stacksOfRandomHypercallsIn256MiB() {
        String message = run(HostileStacks.class, Samples.ALL ? 1_000_000 : 300_000);
        assertTrue(message.matches("[1-9]\\d{4,} changes, [1-9]\\d{3,} threads, [1-9]\\d{4,} named, [1-9]\\d* not followed, "
                + "[1-9]\\d{3,} ENTRY_MISSING, [1-9]\\d{3,} RETURN_MISSING, [1-9]\\d{3,} NEVER_RETURNED, "
                + "0 LOST, \\d+ TOO_DEEP\\s+"), message);
    }

    private static String run(Class<?> program, int hypercalls) {
        String classes = List.of(program, Timeline.class, Gson.class).stream().map(HostileGuestsTest::place)
                .collect(Collectors.joining(File.pathSeparator));
        return Tool.run(System.getProperty("java.home") + "/bin/java", "-Xmx256m", "-XX:+UseSerialGC", "-cp", classes, program.getName(), hypercalls);
    }

    /** Where a class was loaded from. */
    private static String place(Class<?> type) {
        Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
        Path classes = place.resolve("target/classes");
        return (Files.isDirectory(classes) ? classes : place).toAbsolutePath().toString();
    }
}
