/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.newer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A trace with metadata of CTF 2 is the same trace. {@code oracle/ctf2_metadata.py} writes these, from the specification and LTTng's
 * writer, out of those of a recorded sample.
 */
@Tag("platform")
class Ctf2TraceTest {

    @TempDir
    private Path fFolder;

    /** {@code {before}}: a recording as it is; the same with metadata of CTF 2. Both have equally long paths. */
    private Path recording(boolean isCtf2) throws Exception {
        Path sample = Samples.trace("quiet-boot");
        Path recording = Files.createDirectories(fFolder.resolve(isCtf2 ? "ctf-2" : "ctf-1").resolve("quiet-boot"));
        Path manifest = sample.resolveSibling("hypertrace.json");
        if (Files.exists(manifest)) {
            Files.copy(manifest, recording.resolve("hypertrace.json"));
            Files.createDirectories(recording.resolve("symbols"));
            for (Path file : Files.list(sample.resolveSibling("symbols")).toList()) {
                Files.copy(file, recording.resolve("symbols").resolve(file.getFileName()));
            }
        }
        Path trace = recording.resolve("kernel");
        if (isCtf2) {
            Tool.run("python3", "-B", Samples.root().resolve("org.hypertrace.tests/headless/oracle/ctf2_metadata.py"), sample, trace);
            assertEquals(0x1e, Files.readAllBytes(trace.resolve("metadata"))[0]);
        } else {
            Files.createDirectories(trace);
            for (Path file : Files.list(sample).toList()) {
                Files.createSymbolicLink(trace.resolve(file.getFileName()), file);
            }
        }
        return trace;
    }

    @Test
    void theReportIsTheSameByteForByte() throws Exception {
        Path before = recording(false);
        Path after = recording(true);
        for (String command : List.of("report --format json", "boot --format csv", "exits --format text")) {
            Command expected = Command.run(command + " --quiet", before);
            assertEquals(0, expected.status(), expected.err());
            Command found = Command.run(command + " --quiet", after);
            assertEquals(expected.out().replace("ctf-1", "ctf-2"), found.out(), command);
            assertEquals(expected.err().replace("ctf-1", "ctf-2"), found.err(), command);
            assertTrue(found.out().length() > 200, found.out());
        }
    }

    private static List<String> events(Path trace) throws Exception {
        IStatus declared = new HypertraceKernelTrace().validate(null, trace.toString());
        assertTrue(declared.isOK(), declared.toString());
        LttngKernelTrace opened = HypertraceKernelTrace.open(trace, null);
        assertEquals(trace.toString(), opened.getPath());
        List<String> events = new ArrayList<>();
        ITmfContext at = opened.seekEvent(0L);
        for (ITmfEvent event = opened.getNext(at); event != null; event = opened.getNext(at)) {
            events.add(event.getTimestamp().toNanos() + " " + event.getName() + ' ' + event.getContent());
        }
        at.dispose();
        opened.dispose();
        return events;
    }

    /** The table of events, and whatever else goes by Trace Compass' reader. */
    @Test
    void traceCompassReadsTheSameEvents() throws Exception {
        List<String> expected = events(recording(false));
        assertTrue(expected.size() > 10_000);
        assertEquals(expected, events(recording(true)));
    }

    @Test
    void whatCannotBeExpressedIsNamed() throws Exception {
        Path trace = recording(true);
        String metadata = Files.readString(trace.resolve("metadata"));
        Files.writeString(trace.resolve("metadata"), metadata.replaceFirst("\"type\": \"static-length-string\"", "\"type\": \"variable-length-unsigned-integer\""));
        Command refused = Command.run("report --quiet", trace);
        assertEquals(1, refused.status());
        assertTrue(refused.err().contains(trace + " cannot be read: its metadata of CTF 2 cannot be used: a field is of the class "
                + "variable-length-unsigned-integer, which CTF 1.8 cannot express."), refused.err());
        Files.writeString(trace.resolve("metadata"), metadata.substring(0, metadata.length() / 2));
        Command cut = Command.run("report --quiet", trace);
        assertEquals(1, cut.status());
        assertTrue(cut.err().contains("is not JSON"), cut.err());
    }
}
