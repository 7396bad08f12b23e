/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.benchmark.ReplicatedTrace;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.stack.frames.FrameAnalysis;
import org.hypertrace.core.stack.history.GuestCallStackAnalysis;
import org.hypertrace.core.syscall.SyscallAnalysis;
import org.hypertrace.core.trace.ctf.MendedKernelTrace;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is kept of a trace - states, exits, stacks, frames, system calls and what paths are found in - is the same, byte for byte, whether Trace Compass'
 * reader has read the events or ours.
 */
@Tag("long")
class SameFilesTest {

    @TempDir
    private Path fFolder;

    private int fRequests;

    static Stream<String> samples() {
        return Samples.recorded();
    }

    @ParameterizedTest
    @MethodSource("samples")
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void ofRecordedTraces(String sample) throws Exception {
        same(Samples.trace(sample));
    }

    @Test
    void ofReplicatedTraces() throws Exception {
        Path longer = fFolder.resolve("longer");
        ReplicatedTrace.write(Samples.trace("syscall-load"), longer, 2);
        same(longer);
    }

    private void same(Path trace) throws Exception {
        Map<String, String> directly = files(trace, new MendedKernelTrace() {
            @Override
            public void sendRequest(ITmfEventRequest request) {
                fRequests++;
                super.sendRequest(request);
            }
        });
        assertEquals(0, fRequests, "Trace Compass' reader was asked");
        // a trace of Trace Compass' own type is a matter of its reader
        assertEquals(files(trace, new LttngKernelTrace() {
            @Override
            public void sendRequest(ITmfEventRequest request) {
                fRequests++;
                super.sendRequest(request);
            }
        }), directly);
        assertTrue(fRequests > 0, "Trace Compass' reader was not asked");
    }

    /** Not the seal of a history, which has the time at which its file was written. */
    private static boolean isKept(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("org.hypertrace") && !name.endsWith(".whole");
    }

    /** The files of each analysis, with their lengths and sums. */
    private static Map<String, String> files(Path folder, LttngKernelTrace trace) throws Exception {
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class, folder.toString().replace('/', '_'), null);
        try {
            for (TmfAbstractAnalysisModule module : List.of(new ModelAnalysis(), new GuestCallStackAnalysis(), new ExitAnalysis(),
                    new FrameAnalysis(), new PathAnalysis(), new SyscallAnalysis())) {
                module.setTrace(trace);
                module.schedule();
                assertTrue(module.waitForCompletion(), module.getName());
                module.dispose();
            }
            Map<String, String> sums = new TreeMap<>();
            try (Stream<Path> files = Files.list(Path.of(TmfTraceManager.getSupplementaryFileDir(trace)))) {
                for (Path file : files.filter(SameFilesTest::isKept).toList()) {
                    byte[] bytes = Files.readAllBytes(file);
                    CRC32 sum = new CRC32();
                    sum.update(bytes);
                    sums.put(file.getFileName().toString(), bytes.length + " bytes, " + Long.toHexString(sum.getValue()));
                }
            }
            assertTrue(sums.size() >= 6, sums.toString());
            return sums;
        } finally {
            TmfTraceManager.deleteSupplementaryFolder(trace);
            trace.dispose();
        }
    }
}
