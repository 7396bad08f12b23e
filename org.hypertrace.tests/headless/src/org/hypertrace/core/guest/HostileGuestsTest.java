/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.testing.HostileGuests;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Test;

import com.google.gson.Gson;

/** Guests that say 5 million random words: nothing is thrown, all is in order and counted, and 256 MiB are enough. */
class HostileGuestsTest {

    @Test
    void fiveMillionRandomHypercallsIn256MiB() {
        String classes = List.of(HostileGuests.class, Timeline.class, Gson.class).stream().map(HostileGuestsTest::place)
                .collect(Collectors.joining(File.pathSeparator));
        String said = Tool.run(System.getProperty("java.home") + "/bin/java", "-Xmx256m", "-cp", classes,
                HostileGuests.class.getName(), 5_000_000);
        // 8 events of the beginning and an exit with every 16th hypercall
        assertTrue(said.matches("53\\d{5} host events, 1\\d{6} guest events, Losses\\[.*forged=[1-9]\\d{5}, malformed=[1-9]\\d{5},.*"
                + " [1-9]\\d{2,} boots, [1-9]\\d{2,} levels, [1-9]\\d{3,} initcalls, [1-9]\\d{2,} crashes, [1-9]\\d{3,} functions, "
                + "[1-9]\\d+ others of boots\\s+"), said);
    }

    /** Where a class was loaded from. */
    private static String place(Class<?> type) {
        Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
        Path classes = place.resolve("target/classes");
        return (Files.isDirectory(classes) ? classes : place).toAbsolutePath().toString();
    }
}
