/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who waits for the stays of vCPUs sees how far they are read, and can cancel. */
@Tag("plain")
class StayProgressTest {

    /** Two processors. */
    private static final String STORY = """
            100 alpha cpu0 kvm_entry
            110 alpha cpu0 kvm_exit HLT 3
            130 alpha cpu1 kvm_entry
            140 alpha cpu1 kvm_exit HLT 3
            """;

    @TempDir
    private Path fFolder;

    @Test
    void whoCancelsGetsNothing() throws Exception {
        ITmfTrace trace = HypertraceKernelTrace.open(new RecordedStory(STORY).in(fFolder), null);
        IProgressMonitor cancelled = new NullProgressMonitor();
        cancelled.setCanceled(true);
        assertNull(StayReading.read(HostTraces.of(trace), true, cancelled));
        trace.dispose();
    }

    /** Who called has read his part first and waits: then the other reports. */
    @Test
    void progressIsThatOfAllThreads() throws Exception {
        ITmfTrace trace = HypertraceKernelTrace.open(new RecordedStory(STORY).in(fFolder), null);
        Thread caller = Thread.currentThread();
        CountDownLatch hasBegun = new CountDownLatch(Math.min(2, Runtime.getRuntime().availableProcessors()) - 1);
        int[] steps = new int[2];
        IProgressMonitor monitor = new NullProgressMonitor() {
            @Override
            public boolean isCanceled() {
                boolean isCaller = Thread.currentThread() == caller;
                if (!isCaller) {
                    hasBegun.countDown();
                }
                while (isCaller ? hasBegun.getCount() != 0 : caller.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                return false;
            }

            @Override
            public void beginTask(String name, int all) {
                steps[0] = all;
            }

            @Override
            public void worked(int some) {
                steps[1] += some;
            }
        };
        try (StayMerge stays = StayReading.read(HostTraces.of(trace), true, monitor)) {
            assertEquals(steps[0], steps[1]);
        }
        trace.dispose();
    }
}
