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

/** The clocks of guests' own traces, found by the pass of the model: they are those that are found before it, and so is the model. */
@Tag("platform")
class ClocksOfPassTest {

    private static final long BEGIN = 1_000_000;
    private static final long BEHIND = 400_000;
    private static final long COST = 10;
    private static final long STAY = 400;
    private static final long SOON = 100;
    private static final int SWITCHES = 8000;
    /** Thousandths of the time. */
    private static final int ALL = 600;
    private static final int FEW = 600;
    private static final long LONG_AFTER = 1_000_000_000;

    @TempDir
    private Path fFolder;
    private long fEnd;

    /** What the model has of each attribute, how long it lasts, how the clock fits, and how many thousandths of the traces' time were read for it before. */
    private record Found(Map<String, String> model, String range, String clock, int before) { }

    /** A guest whose thread switches are in both traces, two whenever it runs; {@code more}: further events of its own, a line each, by its own clock. */
    private List<Path> record(boolean isPatched, String before, String after) throws IOException {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").inManifest().tracerCost(COST, COST).vcpu(0);
        vcpu.startsOn(BEGIN, 0);
        StringBuilder own = new StringBuilder(before);
        Random random = new Random(1);
        long time = BEGIN + 1000;
        for (int i = 0; i < SWITCHES; i++) {
            boolean isFirst = i % 2 == 0;
            time += isFirst ? 2000 + random.nextInt(50_000) : SOON;
            if (isFirst) {
                vcpu.enters(time - STAY).exits(time + STAY, HLT);
            }
            GuestTask next = scenario.vm("web").task(100 + i, "task");
            if (isPatched) {
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
                traces.joinByModel(monitor);
            } else {
                traces.join(monitor);
            }
            ITmfStateSystem states = traces.model(monitor);
            ClockQuality found = traces.placed().get(0).quality();
            String line = found.clock() == null ? "none" : found.clock().at(BEGIN) + " " + found.clock().pieces().get(0).slope() + " "
                    + found.clock().uncertainty(found.clock().from());
            return new Found(model(states), states.getStartTime() + " " + states.getCurrentEndTime(),
                    found.method() + " " + found.matched() + " " + found.guestEvents() + " " + found.joined().count() + " " + line, read[0]);
        }
    }

    private static Found assertSame(List<Path> traces, boolean isByPass) throws Exception {
        Found first = find(traces, false);
        Found byPass = find(traces, true);
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
                traces.joinByModel(new NullProgressMonitor());
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
