/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/**
 * Guests that report many random words: nothing is thrown, all is in order and counted, and little memory is enough. With all samples these are
 * five million hypercalls in 256 MiB; otherwise fewer, in about as much memory for each.
 */
@Tag("long")
class HostileGuestsTest {

    private static final int MEMORY = Samples.ALL ? 256 : 48;

    @Test
    void randomHypercallsInLittleMemory() {
        int count = Samples.ALL ? 5_000_000 : 200_000;
        String message = run(HostileGuests.class, count);
        // 8 events of the beginning and an exit with every 16th hypercall
        assertEquals(count * 17L / 16, Long.parseLong(message.substring(0, message.indexOf(' '))), count / 100.0, message);
        assertTrue(message.matches("\\d+ host events, [1-9]\\d{4,6} guest events, Losses\\[.*forged=[1-9]\\d{4,5}, malformed=[1-9]\\d{4,5},.*"
                + " [1-9]\\d+ boots, [1-9]\\d+ levels, [1-9]\\d{2,} initcalls, [1-9]\\d+ crashes, [1-9]\\d{2,} functions, "
                + (Samples.ALL ? "[1-9]" : "") + "\\d+ others of boots\\s+"), message);
    }

    /** What a sink of stacks is promised is kept, see {@link org.hypertrace.testing.log.CheckedStacks}. */
    @Test
    void stacksOfRandomHypercallsInLittleMemory() {
        String message = run(HostileStacks.class, Samples.ALL ? 1_000_000 : 100_000);
        assertTrue(message.matches("[1-9]\\d{4,} changes, [1-9]\\d{3,} threads, [1-9]\\d{4,} named, [1-9]\\d* not followed, "
                + "[1-9]\\d{3,} ENTRY_MISSING, [1-9]\\d{3,} RETURN_MISSING, [1-9]\\d{3,} NEVER_RETURNED, "
                + "0 LOST, \\d+ TOO_DEEP\\s+"), message);
    }

    private static String run(Class<?> program, int hypercalls) {
        String classes = List.of(program, Timeline.class, Gson.class).stream().map(HostileGuestsTest::place)
                .collect(Collectors.joining(File.pathSeparator));
        return Tool.run(System.getProperty("java.home") + "/bin/java", "-Xmx" + MEMORY + "m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classes, program.getName(), hypercalls);
    }

    /** Where a class was loaded from. */
    private static String place(Class<?> type) {
        Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
        Path classes = place.resolve("target/classes");
        return (Files.isDirectory(classes) ? classes : place).toAbsolutePath().toString();
    }
}
