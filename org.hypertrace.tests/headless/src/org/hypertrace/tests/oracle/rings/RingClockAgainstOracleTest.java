/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle.rings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.clock.line.ClockLine;
import org.hypertrace.core.clock.TscClock;
import org.hypertrace.core.clock.TscClock.Method;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.stream.ring.RingRecords;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.tests.report.Schemas;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** The TSC of a guest with rings on its host's clock, compared with what the oracle makes of babeltrace2's text and the file. */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class RingClockAgainstOracleTest {

    private static final String VCPUS = RingSample.VCPUS;
    private static final Path HOST = Samples.trace("ring");
    private static final Path RING = HOST.resolveSibling("rings").resolve("ring");

    @TempDir
    Path fFolder;

    private Path byRings() throws IOException {
        return RingSample.byRings(fFolder);
    }

    private static List<HostEvent> events(OpenTraces traces) throws Exception {
        List<HostEvent> events = new ArrayList<>();
        traces.events(Long.MAX_VALUE, events::add, new NullProgressMonitor());
        return events;
    }

    @Test
    void everyRecordIsAtTheOraclesTime() throws Exception {
        try (OpenTraces traces = OpenTraces.open(List.of(byRings()))) {
            TscClock clock = (TscClock) ((HostEvent.RingClock) events(traces).get(0)).times();
            JsonObject oracle = ClockOracle.ringClockOf(RING, HOST, VCPUS);
            assertEquals(oracle.get("matched").getAsLong(), clock.matched());
            assertEquals(1, clock.line().pieces().size());
            ClockLine line = (ClockLine) clock.line().pieces().get(0);
            JsonArray slopes = oracle.getAsJsonArray("slopes");
            assertEquals(slopes.get(0).getAsString() + " " + slopes.get(1).getAsString(), line.steepest() + " " + line.flattest());
            JsonArray uncertainty = new JsonArray();
            for (long at : new long[] { line.from(), line.from() + (line.to() - line.from()) / 2, line.to() }) {
                uncertainty.add(line.uncertainty(at));
            }
            assertEquals(oracle.getAsJsonArray("uncertainty"), uncertainty);
            // a record is stamped before the hypercall that reports the same: that delay is some 20 µs, so it shows no error
            JsonObject records = oracle.getAsJsonObject("records");
            assertTrue(records.get("matched").getAsLong() > 100 && records.get("min").getAsLong() >= 0, records.toString());
            // who is back from a hypercall enters the guest: the host has that in the trace and in the ring, and it decided nothing
            JsonObject entries = oracle.getAsJsonObject("entries").getAsJsonObject("hypercalls");
            assertTrue(entries.get("count").getAsLong() > 100 && entries.get("p50").getAsLong() <= 2_000, entries.toString());
            List<Long> errors = new ArrayList<>();
            List<String> ours = new ArrayList<>();
            try (RingFile file = new RingFile(RING)) {
                for (RingRecords ring : file.records()) {
                    for (RingFile.Entry entry = ring.next(); entry != null; entry = ring.next()) {
                        if ((entry.nr() & 0xffff) < 0xa0 || (entry.nr() & 0xffff) > 0xa3) {
                            ours.add(entry.number() + " " + ring.ring().cpu() + " " + clock.at(entry.tsc(), 0));
                            errors.add(line.uncertainty(entry.tsc()));
                        }
                    }
                }
            }
            assertEquals(ClockOracle.ringTimesOf(RING, HOST, VCPUS), ours);
            Collections.sort(errors);
            assertTrue(errors.get(errors.size() / 2) <= 2_000, "an error is at most " + errors.get(errors.size() / 2) + " ns for half of the records");
        }
    }

    /** All of the clock's quality, in all formats; the drift is from the rate that the ring reports. */
    @Test
    void theReportHasTheQualityOfTheClock() throws Exception {
        Path trace = byRings();
        JsonObject oracle = ClockOracle.ringClockOf(RING, HOST, VCPUS);
        JsonObject report = Command.report(trace);
        assertEquals(List.of(), Schemas.errors("report", report));
        JsonObject clock = Summary.objects(report, "clocks").get(0);
        JsonObject piece = Summary.objects(clock, "pieces").get(0);
        assertEquals("\"ring\" \"exits\" " + oracle.get("reported") + ' ' + oracle.get("matched") + " 1", clock.get("of") + " " + clock.get("method") + ' '
                + clock.get("tscKhz") + ' ' + clock.get("matched") + ' ' + clock.getAsJsonArray("pieces").size());
        JsonObject uncertainty = piece.getAsJsonObject("uncertainty");
        assertEquals(oracle.getAsJsonArray("uncertainty").toString(), "[" + uncertainty.get("begin") + ',' + uncertainty.get("middle") + ',' + uncertainty.get("end") + ']');
        double khz = oracle.get("reported").getAsDouble();
        JsonArray rates = oracle.getAsJsonArray("khz");
        assertEquals((khz / rates.get(1).getAsDouble() - 1) * 1e6, piece.getAsJsonArray("driftPpm").get(0).getAsDouble(), 1e-3);
        assertEquals((khz / rates.get(0).getAsDouble() - 1) * 1e6, piece.getAsJsonArray("driftPpm").get(1).getAsDouble(), 1e-3);
        JsonObject violations = clock.getAsJsonObject("violations").getAsJsonObject("synchronized");
        JsonObject outside = oracle.getAsJsonObject("guest");
        assertEquals(outside.get("outside") + " of " + outside.get("asked"),
                violations.get("count") + " of " + (clock.get("guestEvents").getAsLong() - violations.get("beyond").getAsLong()));
        Document page = Jsoup.parse(Command.run("report", "--format", "html", trace).out());
        assertEquals(1, page.select("svg[aria-label^=Bounds of a clock]").size());
        String pieces = Command.run("report", "--format", "csv", "--table", "clock-pieces", trace).out();
        assertTrue(pieces.contains(',' + oracle.get("bounds").getAsString() + ','), pieces);
        assertTrue(pieces.strip().endsWith(oracle.getAsJsonArray("uncertainty").toString().replaceAll("[\\[\\]]", "")), pieces);
    }

    /** Switches of the guest, which it reports by rings only, are where its vCPU is in the guest. */
    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void noGuestThreadRunsOnAVcpuThatIsHalted(boolean withExits) throws Exception {
        Path trace = byRings();
        if (!withExits) {
            removeHostRecords(fFolder.resolve("rings").resolve("ring"));
        }
        try (OpenTraces traces = OpenTraces.open(List.of(trace))) {
            TscClock clock = (TscClock) ((HostEvent.RingClock) events(traces).get(0)).times();
            assertEquals(withExits ? Method.EXITS : Method.RECORDS, clock.method());
            assertEquals(withExits ? violations() : 0, clock.outside().count());
            assertTrue(clock.outside().events() > 1_000, clock.outside().events() + " records");
            Map<Integer, List<Long>> switches = new HashMap<>();
            TimelineSink sink = new TimelineSink() {
                @Override
                public void host(HostEvent event) {
                    // only the guest is of interest
                }

                @Override
                public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
                    if (event instanceof GuestEvent.SchedSwitch) {
                        switches.computeIfAbsent(event.from().vcpu(), key -> new ArrayList<>()).add(event.time());
                    }
                }
            };
            try (Timeline timeline = new Timeline(MachineSink.NONE, host -> hosts(traces, host), List.of(), LookAhead.DEFAULT_LIMIT, sink)) {
                events(traces).forEach(timeline::accept);
                timeline.finish();
            }
            assertTrue(switches.get(0).size() > 100 && switches.get(1).size() > 100, switches.keySet().toString());
            ITmfStateSystem states = traces.model(new NullProgressMonitor());
            for (Machines.Vcpu vcpu : Machines.of(states).get(0).vms().get(0).vcpus()) {
                int quark = states.getQuarkRelative(vcpu.quark(), VcpuAttributes.STATE);
                for (long time : switches.get(vcpu.number())) {
                    ITmfStateInterval interval = states.querySingleState(time, quark);
                    VcpuState state = VcpuState.of(interval.getValue());
                    assertTrue(state == VcpuState.GUEST || state == VcpuState.HOST_INTERRUPT || state == VcpuState.HOST_KERNEL,
                            "vCPU " + vcpu.number() + " is " + state + " at " + time);
                }
            }
        }
    }

    private static long violations() {
        return ClockOracle.ringClockOf(RING, HOST, VCPUS).getAsJsonObject("guest").get("outside").getAsLong();
    }

    /** What the host wrote is torn: as if its module had not been loaded. */
    private static void removeHostRecords(Path ring) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(ring)).order(ByteOrder.LITTLE_ENDIAN);
        try (RingFile file = new RingFile(ring)) {
            for (RingFile.Header header : file.headers()) {
                for (int slot = 0; slot < header.capacity(); slot++) {
                    int at = (int) header.offset() + 64 + 64 * slot;
                    long kind = bytes.getLong(at + 16) & 0xffff;
                    if (kind >= 0xa0 && kind <= 0xa3) {
                        bytes.putLong(at, 0);
                    }
                }
            }
        }
        Files.write(ring, bytes.array());
    }

    private static Manifest hosts(OpenTraces traces, int host) {
        try {
            return traces.hosts().hosts().get(host).manifest();
        } catch (ReportException e) {
            throw new AssertionError(e);
        }
    }
}
