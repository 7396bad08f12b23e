/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import java.nio.file.Path;
import java.util.Comparator;

import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of the help: what rings show without a trace of their host. */
@ExtendWith(CleanWorkbench.class)
class HelpRingPictures {

    private static final int WIDTH = 1200;
    /** And a little more, ns. */
    private static final long SHUTDOWN_TAKES = 4_500_000_000L;

    @TempDir
    private Path fFolder;

    /** Around the begin of the longest preemption of the first vCPU. */
    @Test
    void preempted() throws Exception {
        Path ring = fFolder.resolve("ring-alone.ring");
        Tool.run(ring, "xz", "-dkc", Samples.root().resolve("traces-samples/ring-alone/ring-alone.ring.xz"));
        VirtualCpuView view = Workbench.open(ring);
        Workbench.waitUntil("the second vCPU is in the tree", () -> Entries.tree(view).contains("vCPU 1"));
        String[] longest = ClockOracle.ringStates(ring).stream().filter(line -> line.startsWith("0 0 ") && line.endsWith(" preempted"))
                .map(line -> line.split(" ")).max(Comparator.comparingLong(row -> Long.parseLong(row[3]) - Long.parseLong(row[2]))).orElseThrow();
        long begin = Long.parseLong(longest[2]);
        HelpPicture.only(view);
        Workbench.show(view, begin - 5_000_000, begin + 5_000_000);
        HelpPicture.keep("rings/preempted", WIDTH, 290, view);
    }

    /** A guest that only reports by its ring switches off. */
    @Test
    void shutdown() throws Exception {
        Path ring = fFolder.resolve("combined.ring");
        Tool.run(ring, "xz", "-dkc", Samples.root().resolve("traces-samples/combined/combined.ring.xz"));
        ShutdownView view = Workbench.open(ring, ShutdownView.class, ShutdownView.ID);
        Workbench.waitUntil("the shutdown is in the tree", () -> Entries.tree(view).lines().count() == 3);
        HelpPicture.only(view);
        long end = TmfTraceManager.getInstance().getActiveTrace().getEndTime().toNanos();
        Workbench.show(view, end - SHUTDOWN_TAKES, end);
        HelpPicture.keep("rings/shutdown", WIDTH, 150, view);
    }
}
