/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.analysis.os.linux.core.kernel.KernelAnalysisModule;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderManager;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;

/** The threads of extracted guest traces in Trace Compass' Control Flow. */
final class ExtractedThreads {

    private static final String CONTROL_FLOW = "org.eclipse.tracecompass.internal.analysis.os.linux.core.threadstatus.ThreadStatusDataProvider";

    /** A row. */
    record Found(String guest, int tid, String name) { }

    private ExtractedThreads() {
    }

    static List<Found> of(Path trace, Path folder) throws Exception {
        Command command = Command.run("extract", "--quiet", "--guests-only", trace, "-o", folder);
        assertEquals(0, command.status(), command.err());
        List<Found> found = new ArrayList<>();
        List<Path> guests;
        try (Stream<Path> all = Files.list(folder)) {
            guests = all.filter(guest -> Files.exists(guest.resolve("metadata"))).sorted().toList();
        }
        for (Path guest : guests) {
            try (OpenedTrace opened = OpenedTrace.of(guest)) {
                KernelAnalysisModule kernel = TmfTraceUtils.getAnalysisModulesOfClass(opened.trace(), KernelAnalysisModule.class).iterator().next();
                kernel.schedule();
                kernel.waitForCompletion(new NullProgressMonitor());
                ITimeGraphDataProvider<?> provider = DataProviderManager.getInstance().getDataProvider(opened.trace(), CONTROL_FLOW, ITimeGraphDataProvider.class);
                assertNotNull(provider, guest.toString());
                for (TimeGraphEntryModel entry : new ProviderDump(provider).entries()) {
                    int tid = tid(entry);
                    if (tid > 0) {
                        found.add(new Found(guest.getFileName().toString(), tid, new ThreadName(tid, entry.getName()).label()));
                    }
                }
                opened.forget();
            }
        }
        return found;
    }

    /** Only the row's class, which is none of the API, knows it; the row of the trace has none. */
    private static int tid(TimeGraphEntryModel entry) throws ReflectiveOperationException {
        return entry.getParentId() < 0 ? -1 : (Integer) entry.getClass().getMethod("getThreadId").invoke(entry);
    }
}
