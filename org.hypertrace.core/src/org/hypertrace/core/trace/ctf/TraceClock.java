/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The clock of a CTF trace, as its metadata describe it. */
public final class TraceClock {

    private static final Pattern MONOTONIC = Pattern.compile("\\bname\\s*=\\s*\"?monotonic\"?\\s*;");

    private TraceClock() {
    }

    /**
     * @param folder
     *            of a trace
     * @return whether its times are those of the kernel's monotonic clock and an offset; false if that cannot be read
     */
    public static boolean isMonotonic(Path folder) {
        Path metadata = folder.resolve("metadata");
        try {
            String clock = Files.isRegularFile(metadata) ? MetadataText.of(metadata).block("\\bclock\\s*\\{") : null;
            return clock != null && MONOTONIC.matcher(clock).find();
        } catch (IOException e) {
            // who reads the events reports it
            return false;
        }
    }
}
