/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/** What the metadata of a CTF trace declare: whether they can be read, and the clock of its times. */
public final class TraceDeclaration {

    private static final Pattern MONOTONIC = Pattern.compile("\\bname\\s*=\\s*\"?monotonic\"?\\s*;");

    private TraceDeclaration() {
    }

    /**
     * @param folder
     *            of a trace
     * @return whether its times are those of the kernel's monotonic clock and an offset; false if that cannot be read
     */
    public static boolean isMonotonic(Path folder) {
        Path metadata = folder.resolve(LeftOut.METADATA);
        try {
            String clock = Files.isRegularFile(metadata) ? MetadataText.of(metadata).block("\\bclock\\s*\\{") : null;
            return clock != null && MONOTONIC.matcher(clock).find();
        } catch (IOException e) {
            // who reads the events reports it
            return false;
        }
    }

    /**
     * @param folder
     *            that may hold a trace
     * @return whether there are metadata in it that can be read
     */
    public static boolean isReadable(Path folder) {
        try {
            MetadataText.of(folder.resolve(LeftOut.METADATA)).types();
            return true;
        } catch (IOException | UnknownTypes e) {
            // what is wrong with it, whoever opens it reports
            return false;
        }
    }
}
