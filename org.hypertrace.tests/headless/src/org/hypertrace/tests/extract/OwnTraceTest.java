/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.machine.read.TraceEnvironment;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A trace that a guest recorded itself is extracted as a copy: the same events, at their times on the host's clock. */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class OwnTraceTest {

    private static final Path HOST = Samples.trace("guest-and-hypercall");
    private static final Path GUEST = HOST.resolveSibling("guests").resolve("both").resolve("kernel");

    @TempDir
    Path fFolder;

    /** Times and the rest of each event, as babeltrace2 prints them. */
    private record Printed(List<String> times, List<String> rest) { }

    private static Printed print(Path trace) {
        List<String> times = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        Tool.run("babeltrace2", "--no-delta", "--clock-seconds", "--names=payload,context,scope", trace).lines().forEach(line -> {
            int end = line.indexOf(']');
            times.add(line.substring(1, end).replace(".", ""));
            rest.add(line.substring(end));
        });
        return new Printed(times, rest);
    }

    private static List<String> joined(Path guest) throws Exception {
        List<String> times = new ArrayList<>();
        try (OpenTraces traces = OpenTraces.open(List.of(HOST, guest))) {
            traces.join(new NullProgressMonitor());
            ITmfTrace own = TmfTraceManager.getTraceSet(traces.trace()).stream().filter(trace -> Path.of(trace.getPath()).equals(guest)).findFirst().get();
            ITmfContext context = own.seekEvent(0L);
            for (ITmfEvent event = own.getNext(context); event != null; event = own.getNext(context)) {
                times.add(Long.toString(event.getTimestamp().toNanos()));
            }
        }
        return times;
    }

    @Test
    void onlyTimesDiffer() throws Exception {
        Path folder = fFolder.resolve("out");
        Command extract = Command.run("extract", "--quiet", HOST, GUEST, "-o", folder);
        assertTrue(extract.out().contains("the trace that both recorded itself, on the host's clock"), extract.out() + extract.err());
        Printed original = print(GUEST);
        Printed copy = print(folder.resolve("both-own"));
        assertEquals(original.rest, copy.rest);
        assertEquals(joined(GUEST), copy.times);
        assertTrue(!original.times.equals(copy.times) && original.times.size() > 10_000, "they moved");
        try (OpenTraces opened = OpenTraces.open(List.of(folder.resolve("both-own")))) {
            assertEquals("165#1", TraceEnvironment.of(opened.trace()).get(TraceEnvironment.GUEST_VM));
        }
        assertTrue(Files.readString(folder.resolve("hypertrace.json")).contains("both-own"));
    }

    @Test
    void aVmThatIsNotAskedForIsLeftOut() {
        Command other = Command.run("extract", "--quiet", "--vm", "none", HOST, GUEST, "-o", fFolder.resolve("out"));
        assertTrue(other.status() != 0 && !Files.exists(fFolder.resolve("out").resolve("both-own")), other.err());
    }
}
