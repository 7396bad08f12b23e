/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.testing.Tool;
import org.hypertrace.testing.log.HostileGuests;
import org.hypertrace.testing.log.HostileStacks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.google.gson.Gson;

/** Guests that report 5 million random words: nothing is thrown, all is in order and counted, and 256 MiB are enough. */
@Tag("long")
class HostileGuestsTest {

    @Test
    void fiveMillionRandomHypercallsIn256MiB() {
        String message = run(HostileGuests.class, 5_000_000);
        // 8 events of the beginning and an exit with every 16th hypercall
        assertTrue(message.matches("53\\d{5} host events, 1\\d{6} guest events, Losses\\[.*forged=[1-9]\\d{5}, malformed=[1-9]\\d{5},.*"
                + " [1-9]\\d{2,} boots, [1-9]\\d{2,} levels, [1-9]\\d{3,} initcalls, [1-9]\\d{2,} crashes, [1-9]\\d{3,} functions, "
                + "[1-9]\\d+ others of boots\\s+"), message);
    }

    /** What a sink of stacks is promised is kept, see {@link org.hypertrace.testing.log.CheckedStacks}. */
    @Test
    void stacksOfAMillionRandomHypercallsIn256MiB() {
        String message = run(HostileStacks.class, 1_000_000);
        assertTrue(message.matches("[1-9]\\d{5,} changes, [1-9]\\d{4,} threads, [1-9]\\d{5,} named, [1-9]\\d* not followed, "
                + "[1-9]\\d{4,} ENTRY_MISSING, [1-9]\\d{4,} RETURN_MISSING, [1-9]\\d{4,} NEVER_RETURNED, "
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
