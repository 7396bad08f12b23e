/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.tracetype;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Marks that a user selects in the table of events. */
@Tag("platform")
class PickedMarksTest {

    private static final long FIRST = 3_000;
    private static final long SECOND = 5_000;

    @TempDir
    private Path fFolder;

    private int fSeeks;

    private ITmfTrace counting(ITmfTrace trace) {
        return (ITmfTrace) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { ITmfTrace.class }, (proxy, method, arguments) -> {
            fSeeks += method.getName().equals("seekEvent") ? 1 : 0;
            return method.invoke(trace, arguments);
        });
    }

    /** The menu of the table is filled again and again while it opens. */
    @Test
    void theTraceIsReadOncePerSelection() throws Exception {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").inManifest().vcpu(0);
        GuestTask init = scenario.vm("web").task(1, "init");
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().switchTo(1_000, init).mark(FIRST, 200).mark(SECOND, 400);
        vcpu.exits(12_000, HLT).halts(12_010);
        Path recorded = scenario.until(20_000).in(fFolder).trace();
        try (OpenedTrace opened = OpenedTrace.of(recorded)) {
            ModelStates.of(opened.trace()).waitUntilBuilt();
            ITmfTrace trace = counting(opened.trace());
            List<PathOffer> offers = PickedMarks.between(trace, FIRST, SECOND);
            assertEquals(List.of("marks 200 to 400 of web"), offers.stream().map(PathOffer::name).toList());
            int seeks = fSeeks;
            assertTrue(seeks > 0, "the trace is read");
            assertEquals(offers, PickedMarks.between(trace, FIRST, SECOND));
            assertEquals(seeks, fSeeks, "it is not read again");
            assertEquals(List.of(), PickedMarks.between(trace, FIRST, SECOND + 1), "of another selection");
        }
    }
}
