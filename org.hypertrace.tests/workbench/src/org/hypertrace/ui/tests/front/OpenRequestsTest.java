/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.testing.scenario.example.Reboots;
import org.hypertrace.ui.open.OpenRequests;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a second {@code releng/hypertrace open} asks for is opened in this window. */
@ExtendWith(CleanWorkbench.class)
class OpenRequestsTest {

    @TempDir
    Path folder;

    private Job fWatch;

    @BeforeEach
    void watch() {
        fWatch = OpenRequests.watch(folder.resolve("requests"));
    }

    @AfterEach
    void watchNoMore() throws InterruptedException {
        fWatch.cancel();
        fWatch.join();
    }

    @Test
    void itsTracesAreOpened() throws Exception {
        Path trace = Reboots.twoVms().in(folder.resolve("two")).trace();
        Path requests = Files.createDirectories(folder.resolve("requests"));
        Path written = Files.writeString(requests.resolve("1.part"), trace + "\n");
        Path request = Files.move(written, requests.resolve("1.request"));
        Workbench.waitUntil("the request is taken", () -> !Files.exists(request));
        Workbench.waitUntil("the trace is open and read", () -> TmfTraceManager.getInstance().getActiveTrace() != null
                && !TmfTraceManager.getInstance().getActiveTrace().isIndexing());
        assertEquals(1, TmfTraceManager.getInstance().getOpenedTraces().size());
        assertEquals(trace.toString(), TmfTraceManager.getInstance().getActiveTrace().getPath());
    }
}
