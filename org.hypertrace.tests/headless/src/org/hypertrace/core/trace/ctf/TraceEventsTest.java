/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which traces are decoded here. */
class TraceEventsTest {

    @TempDir
    private Path fFolder;

    /** Metadata that declare where a packet's events end and not where the packet ends: the rest of the file must not be left out. */
    @Test
    void packetsWithoutASize() throws IOException, UnknownTypes {
        Path trace = DamagedCopy.of(Samples.trace("panic-in-initcall"), fFolder.resolve("copy")).folder();
        try (TraceEvents events = TraceEvents.of(trace, null)) {
            assertFalse(events.streams().isEmpty());
        }
        Path metadata = trace.resolve("metadata");
        String text = Files.readString(metadata, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains("packet_size"));
        Files.writeString(metadata, text.replace("packet_size", "pacKet_size"), StandardCharsets.ISO_8859_1);
        assertThrows(UnknownTypes.class, () -> TraceEvents.of(trace, null));
    }
}
