/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The clocks of guests' own traces, found by whichever pass is first: they are those that are found before it, and so is what the passes find. */
@Tag("platform")
class ClocksOfPassTest {

    private static final long BEGIN = 1_000_000;
    private static final long BEHIND = 400_000;
    private static final long COST = 10;
    private static final long STAY = 400;
    private static final long SOON = 100;
    private static final int SWITCHES = 3000;
    private static final int FEWER = 1200;
    /** Thousandths of the time. */
    private static final int ALL = 600;
    private static final int FEW = 700;
    private static final long LONG_AFTER = 1_000_000_000;

    @TempDir
    private Path fFolder;
    private long fEnd;
    private int fSwitches = SWITCHES;

    /**
     * What was read first, in short; of the model each attribute, and how long it lasts; how the clock fits; how many thousandths of the traces' time
     * were read for it before; and whether all was done once.
     */
    private record Found(String first, Map<String, String> model, String range, String clock, int before, boolean isOnce) { }

    private List<Path> record(boolean isPatched, String before, String after) throws IOException {
        return record(isPatched ? 0 : SWITCHES, SWITCHES, before, after, new Scenario());
    }

    /**
     * A guest whose thread switches are in both traces, two whenever it runs: by hypercall those from and until a number. {@code before}, {@code after}:
     * further events of its own, a line each, by its own clock.
     */
    private List<Path> record(int from, int until, String before, String after, Scenario scenario) throws IOException {
        Vcpu vcpu = scenario.vm("web").inManifest().tracerCost(COST, COST).vcpu(0);
        vcpu.startsOn(BEGIN, 0);
        StringBuilder own = new StringBuilder(before);
        Random random = new Random(1);
        long time = BEGIN + 1000;
        for (int i = 0; i < fSwitches; i++) {
            boolean isFirst = i % 2 == 0;
            time += isFirst ? 2000 + random.nextInt(50_000) : SOON;
            if (isFirst) {
                vcpu.enters(time - STAY).exits(time + STAY, HLT);
            }
            GuestTask next = scenario.vm("web").task(100 + i, "task");
            if (i >= from && i < until) {
                vcpu.guest().switchTo(time, next);
            } else {
                vcpu.exits(time - COST, HLT).enters(time + COST);
            }
            own.append(time - COST - 3 - BEHIND).append(" own cpu0 sched_switch ").append(i == 0 ? "swapper/0:0" : "task:" + (99 + i))
                    .append(" S task:" + next.tid() + '\n');
        }
        fEnd = time + 1000;
        vcpu.halts(fEnd);
        Recorded recorded = scenario.until(fEnd + 1000).in(fFolder);
        new RecordedStory(own + after).without(name -> !name.startsWith("sched_")).in(recorded.folder().resolve("host"));
        Path manifest = recorded.trace().resolveSibling("hypertrace.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"name\": \"web\"", "\"name\": \"web\", \"guestTrace\": \"own\""));
        return List.of(recorded.trace(), recorded.trace().resolveSibling("own"));
    }

    private static Path history(OpenTraces traces) {
        return Path.of(TmfTraceManager.getSupplementaryFileDir(traces.trace()), ModelAnalysis.ID + ".columns");
    }

    /** Of each attribute all states, in short. Threads refer to their vCPUs by numbers of attributes. */
    private static Map<String, String> model(ITmfStateSystem states) throws Exception {
        Map<String, String> model = new TreeMap<>();
        for (int quark = 0; quark < states.getNbAttributes(); quark++) {
            boolean refers = states.getAttributeName(quark).equals("vCPU");
            int hash = 0;
            int count = 0;
            for (ITmfStateInterval state : states.query2D(List.of(quark), states.getStartTime(), states.getCurrentEndTime())) {
                Object value = refers && state.getValue() instanceof Integer other ? states.getFullAttributePath(other) : state.getValue();
                hash += Objects.hash(state.getStartTime(), state.getEndTime(), value);
                count++;
            }
            model.put(states.getFullAttributePath(quark), count + " " + hash);
        }
        return model;
    }

    private static Found find(List<Path> folders, boolean byPass) throws Exception {
        return find(folders, byPass, FirstReadings.ALL.get("model"));
    }

    private static Found find(List<Path> folders, boolean byPass, FirstReadings.Reading reading) throws Exception {
        int[] read = new int[1];
        NullProgressMonitor monitor = new NullProgressMonitor() {
            @Override
            public void worked(int steps) {
                read[0] += steps;
            }
        };
        try (OpenTraces traces = OpenTraces.open(folders)) {
            TmfTraceManager.deleteSupplementaryFolder(traces.trace());
            if (byPass) {
                traces.joinByPass(monitor);
            } else {
                traces.join(monitor);
            }
            int before = read[0];
            ITmfTrace opened = traces.trace();
            String first = reading.of(traces, monitor);
            ITmfStateSystem states = traces.model(monitor);
            ClockQuality found = traces.placed().get(0).quality();
            String line = found.clock() == null ? "none" : found.clock().at(BEGIN) + " " + found.clock().pieces().get(0).slope() + " "
                    + found.clock().uncertainty(found.clock().from());
            return new Found(first, model(states), states.getStartTime() + " " + states.getCurrentEndTime(),
                    found.method() + " " + found.matched() + " " + found.guestEvents() + " " + found.joined().count() + " " + line, before,
                    opened == traces.trace());
        }
    }

    private static Found assertSame(List<Path> traces, boolean isByPass) throws Exception {
        return assertSame(traces, isByPass, FirstReadings.ALL.get("model"));
    }

    private static Found assertSame(List<Path> traces, boolean isByPass, FirstReadings.Reading reading) throws Exception {
        Found first = find(traces, false, reading);
        Found byPass = find(traces, true, reading);
        assertEquals(first.first, byPass.first);
        assertEquals(first.clock, byPass.clock);
        assertEquals(first.range, byPass.range);
        assertEquals(first.model, byPass.model);
        assertTrue(first.before > ALL, first.before + ": they are read for the clocks");
        assertTrue(isByPass ? byPass.before < FEW : byPass.before > ALL, byPass.before + " of the time was read before the model");
        return byPass;
    }

    @Test
    void itIsTheSameAndTheTracesAreReadOnce() throws Exception {
        Found found = assertSame(record(true, "", ""), true);
        assertTrue(found.clock.contains(" " + SWITCHES + " 0 ") && !found.clock.contains("none"), found.clock);
    }

    @Test
    void whoeverReadsFirstFindsThem() throws Exception {
        fSwitches = FEWER;
        List<Path> traces = record(true, "", "");
        for (Map.Entry<String, FirstReadings.Reading> reading : FirstReadings.ALL.entrySet()) {
            Found found = assertSame(traces, true, reading.getValue());
            assertEquals(0, found.before, reading.getKey() + ": nothing is read before");
            assertTrue(found.isOnce, reading.getKey() + ": nothing is done again");
        }
    }

    /** Few packets may not have what a guest reports: then the hosts are read until it does. */
    @Test
    void aGuestThatReportsForAShortTimeIsFoundToReport() throws Exception {
        Found found = assertSame(record(SWITCHES / 2, SWITCHES / 2 + FEW, "", "", new Scenario()), true);
        assertTrue(found.clock.contains(" " + SWITCHES + " 0 ") && !found.clock.contains("none"), found.clock);
    }

    /** Another guest of the host reports: that this one does not is known at the end. */
    @Test
    void aGuestThatReportsNothingBesideOneThatDoes() throws Exception {
        fSwitches = FEWER;
        Scenario scenario = new Scenario();
        Vcpu other = scenario.vm("other").inManifest().tracerCost(COST, COST).vcpu(0);
        other.startsOn(BEGIN, 1);
        for (int i = 0; i < FEW; i++) {
            long time = BEGIN + 2000 + i * 1000;
            other.enters(time - STAY).exits(time + STAY, HLT);
            other.guest().switchTo(time, scenario.vm("other").task(100 + i, "task"));
        }
        other.halts(BEGIN + LONG_AFTER / 1000);
        List<Path> traces = record(FEWER, FEWER, "", "", scenario);
        for (String what : List.of("model", "exits", "stacks", "model and events")) {
            Found joined = find(traces, false, FirstReadings.ALL.get(what));
            Found byPass = find(traces, true, FirstReadings.ALL.get(what));
            assertEquals(new Found(joined.first, joined.model, joined.range, joined.clock, 0, false), byPass, what);
            assertTrue(byPass.clock.startsWith("CONTAINMENT 0 " + FEWER + " 0"), byPass.clock);
        }
    }

    /** The model lasts as long as all traces do. */
    @Test
    void theModelEndsWithTheGuestsTrace() throws Exception {
        List<Path> traces = record(true, "", LONG_AFTER + " own cpu0 sched_switch swapper/0:0 R sh:82\n");
        Found found = assertSame(traces, true);
        long end = Long.parseLong(found.range.split(" ")[1]);
        assertTrue(Math.abs(end - BEHIND - LONG_AFTER) < LONG_AFTER / 100, found.range + ", the hosts' trace ends at " + fEnd);
    }

    /** That is seen at the end: then the clocks are known, and all is done again. */
    @Test
    void theGuestsTraceBeginsFirst() throws Exception {
        Found found = assertSame(record(true, "5 own cpu0 sched_switch sh:82 S swapper/0:0\n", ""), true);
        assertTrue(Long.parseLong(found.range.split(" ")[0]) < BEGIN, found.range);
    }

    /** Which event comes first depends on its clock. */
    @Test
    void aGuestThatReportsNothingIsJoinedBefore() throws Exception {
        Found found = assertSame(record(false, "", ""), false);
        assertEquals("CONTAINMENT 0 " + SWITCHES + " 0", found.clock.substring(0, found.clock.lastIndexOf(" 0 ") + 2));
    }

    @Test
    void theHistoryIsFoundAgain() throws Exception {
        List<Path> folders = record(true, "", "");
        find(folders, true);
        for (int i = 0; i < 2; i++) {
            try (OpenTraces traces = OpenTraces.open(folders)) {
                FileTime before = Files.getLastModifiedTime(history(traces));
                traces.joinByPass(new NullProgressMonitor());
                traces.model(new NullProgressMonitor());
                assertEquals(before, Files.getLastModifiedTime(history(traces)), "nothing was written");
                assertEquals(SWITCHES, traces.placed().get(0).quality().guestEvents());
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void theSameHoldsForARecordedGuest() throws Exception {
        Path host = Samples.trace("guest-and-hypercall");
        Found found = assertSame(List.of(host, host.resolveSibling("guests").resolve("both").resolve("kernel")), true);
        assertEquals("HYPERCALLS 7827 10097 0", found.clock.substring(0, found.clock.indexOf(" 0 ") + 2));
    }
}
