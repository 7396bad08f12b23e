/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfField;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.trace.ctf.TracePackets;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.BigEndian;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of bytes is what is declared: of the trace, or of a single field where LTTng copies what goes over the network. */
@Tag("platform")
class ByteOrderTest {

    private static final int PORT = 8080;
    private static final String CONNECT = "syscall_entry_connect";
    private static final String STORY = RecordedStory.ONE_VCPU + "210 alpha cpu0 event " + CONNECT + " 3 "
            + Integer.toUnsignedString(Short.toUnsignedInt(Short.reverseBytes((short) PORT))) + '\n';

    @TempDir
    private Path fFolder;

    @Test
    void aFieldInNetworkByteOrderMakesNoBigEndianTrace() throws IOException {
        Path trace = connecting();
        for (String command : List.of("report", "boot", "shutdown", "exits", "stacks", "path --vcpu 0", "extract")) {
            List<Object> line = new ArrayList<>(List.of(command, "--quiet"));
            line.addAll(command.equals("extract") ? List.of("--output", fFolder.resolve("extracted")) : List.of());
            line.add(trace);
            Command done = Command.run(line.toArray());
            assertTrue(!done.err().contains("damaged"), done.toString());
            assertTrue(done.status() == 0 || done.err().contains("no VM reports any event") || done.err().contains("reports"), done.toString());
        }
        assertEquals(Summary.of(Command.report(connected().in(fFolder.resolve("without")))), Summary.of(Command.report(trace)));
    }

    @Test
    void itsValueIsWhatIsMeant() throws IOException, TmfTraceException {
        Path trace = connecting();
        assertTrue(Tool.run("babeltrace2", trace).contains("dport = " + PORT));
        assertEquals(Long.valueOf(PORT), valueOf(trace));
    }

    /** It is of Trace Compass' own type, and is opened beside its host's. */
    @Test
    void aGuestsOwnTraceHasThemToo() throws IOException, TmfTraceException {
        Path guest = connecting(connected().without(name -> name.startsWith("kvm_")), fFolder.resolve("guest"));
        assertNull(TracePackets.of(guest).damage());
        try (OpenTraces opened = OpenTraces.open(List.of(guest))) {
            assertEquals(Long.valueOf(PORT), valueIn(opened.trace()));
            assertFalse(opened.trace() instanceof HypertraceKernelTrace);
        } catch (ReportException e) {
            throw new AssertionError(e);
        }
        new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder.resolve("host"));
        Files.writeString(fFolder.resolve("host/hypertrace.json"), "{\"vms\":[{\"name\":\"web\",\"guestTrace\":\"web\"}]}");
        Files.move(guest, fFolder.resolve("host/web"));
        Command both = Command.run("report", "--quiet", fFolder.resolve("host"));
        assertEquals(0, both.status(), both.toString());
        assertTrue(both.out().contains("Host alpha"), both.toString());
        assertFalse(both.err().contains("damaged"), both.toString());
    }

    @Test
    void aBigEndianTraceIsReadAsTraceCompassDoes() throws IOException {
        Path little = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder.resolve("little"));
        Path big = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder.resolve("big"));
        BigEndian.make(big, KernelEvents.ALL.stream().filter(type -> !KernelEvents.KVM_GENERIC.contains(type)).toList());
        assertNull(TracePackets.of(big).damage());
        assertEquals(Tool.run("babeltrace2", little), Tool.run("babeltrace2", big));
        assertEquals(Summary.of(Command.report(little)), Summary.of(Command.report(big)));
    }

    /** As LTTng records it: the port in the order of the network, and declared so. */
    private Path connecting() throws IOException {
        return connecting(connected(), fFolder);
    }

    private static Path connecting(RecordedStory story, Path folder) throws IOException {
        Path trace = story.in(folder);
        Path metadata = trace.resolve("metadata");
        String text = Files.readString(metadata);
        String changed = text.replace("uint16_t _dport", "integer { size = 16; align = 8; signed = 0; base = 10; byte_order = be; } _dport");
        assertTrue(!text.equals(changed));
        Files.writeString(metadata, changed);
        return trace;
    }

    private static RecordedStory connected() {
        return new RecordedStory(STORY).with(CtfEventType.of(CONNECT, CtfField.signed("fd", 32), CtfField.unsigned("dport", 16)));
    }

    private static Object valueOf(Path folder) throws TmfTraceException {
        HypertraceKernelTrace trace = new HypertraceKernelTrace();
        assertTrue(trace.validate(null, folder.toString()).isOK());
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class, folder.toString().replace('/', '_'), null);
        try {
            return valueIn(trace);
        } finally {
            trace.dispose();
        }
    }

    private static Object valueIn(ITmfTrace trace) {
        ITmfContext context = trace.seekEvent(0);
        for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
            if (event.getName().equals(CONNECT)) {
                return event.getContent().getFieldValue(Long.class, "dport");
            }
        }
        return null;
    }
}
