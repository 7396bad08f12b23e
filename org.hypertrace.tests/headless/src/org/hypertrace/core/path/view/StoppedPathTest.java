/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Paths that are stopped and asked for again. */
@Tag("platform")
class StoppedPathTest {

    /** Trace Compass leaves an analysis that was stopped while it waited for a thread as if it had run. */
    @Test
    void stoppedBeforeItRan() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace("smp-guest"))) {
            PathAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(opened.trace(), PathAnalysis.class, PathAnalysis.ID);
            AskedPaths asked = AskedPaths.of(opened.trace());
            Job.getJobManager().suspend();
            try {
                analysis.schedule();
                AskedPaths.cancel(opened.trace());
            } finally {
                Job.getJobManager().resume();
            }
            assertNull(analysis.result());
            AskedPaths.Answer answer = asked.ask(opened.trace(), PathQuery.of(PathQuery.Kind.THREAD, "sleep", null)).join();
            assertNull(answer.sentence());
            assertNotNull(answer.index());
            // the design's: critical-paths.json, smp-guest, --thread sleep
            assertEquals(243_682_864, answer.index().found().subject().end() - answer.index().found().subject().begin());
            opened.forget();
        }
    }
}
