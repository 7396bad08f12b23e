/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.analysis.FileAnalysis;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.failure.Failable;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.HostEventRequest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.stack.frames.FrameAnalysis;
import org.hypertrace.core.stack.history.GuestCallStackAnalysis;
import org.hypertrace.testing.DeadlyTrace;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.ProviderDump;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A thread of a pass dies, each at several times: the pass ends as failed and reports it, nothing waits for ever, nothing of what
 * was written is found again, and the same pass over the same trace then succeeds.
 */
@Timeout(120)
@Tag("platform")
class FailingPassesTest {

    /** Who dies. */
    private enum Victim { READER, READER_OF_EXCEPTION, HANDLER }

    static Stream<Arguments> deaths() {
        List<Arguments> deaths = new ArrayList<>();
        List<String> passes = List.of(ModelAnalysis.ID, GuestCallStackAnalysis.ID, ExitAnalysis.ID, PathAnalysis.ID, FrameAnalysis.ID);
        for (int i = 0; i < passes.size(); i++) {
            for (Victim victim : Victim.values()) {
                // an exception goes the way of an error, and frames that of exits: once is enough
                boolean isOnce = victim == Victim.READER_OF_EXCEPTION || passes.get(i).equals(FrameAnalysis.ID);
                for (int when : isOnce ? new int[] { 10_000 } : times(i, victim)) {
                    deaths.add(Arguments.of(passes.get(i), victim, when));
                }
            }
        }
        return deaths.stream();
    }

    /** Reader and handler take turns in dying at the end, each other one dies before; with all samples each at each time. */
    private static int[] times(int pass, Victim victim) {
        int[] times = { 1, 10_000, DeadlyTrace.LAST };
        return Samples.ALL ? times : new int[] { pass % 2 == 0 == (victim == Victim.HANDLER) ? DeadlyTrace.LAST : times[pass / 2] };
    }

    @ParameterizedTest
    @MethodSource("deaths")
    void aThreadDies(String pass, Victim victim, int when) throws Exception {
        Supplier<TmfAbstractAnalysisModule> analysis = () -> switch (pass) {
        case ModelAnalysis.ID -> {
            ModelAnalysis model = new ModelAnalysis();
            model.readTogether(ReadTogether.alone());
            yield model;
        }
        case GuestCallStackAnalysis.ID -> {
            GuestCallStackAnalysis stacks = new GuestCallStackAnalysis();
            stacks.readTogether(ReadTogether.alone());
            yield stacks;
        }
        default -> {
            FileAnalysis<?> file = pass.equals(PathAnalysis.ID) ? new PathAnalysis() : pass.equals(FrameAnalysis.ID) ? new FrameAnalysis()
                    : new ExitAnalysis();
            file.readTogether(ReadTogether.alone());
            yield file;
        }
        };
        DeadlyTrace trace = new DeadlyTrace(when, () -> die(pass, victim));
        execute(trace, analysis.get(), false);
        // after a death at the end most is written: once for each victim is enough
        if (when == DeadlyTrace.LAST || pass.equals(FrameAnalysis.ID)) {
            execute(new DeadlyTrace(0, () -> { }), analysis.get(), true);
        }
    }

    /** Thread.stop is the one way to let a thread die from outside, wherever it is. */
    @SuppressWarnings("removal")
    private static void die(String pass, Victim victim) {
        if (victim == Victim.READER) {
            throw new StackOverflowError("injected");
        }
        if (victim == Victim.READER_OF_EXCEPTION) {
            throw new IllegalStateException("injected");
        }
        String name = pass + " events";
        List<Thread> threads = Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals(name)).toList();
        assertFalse(threads.isEmpty(), name);
        threads.forEach(Thread::stop);
    }

    private static void execute(LttngKernelTrace trace, TmfAbstractAnalysisModule analysis, boolean succeeds) throws Exception {
        Path path = Samples.trace("syscall-load");
        trace.initTrace(null, path.toString(), CtfTmfEvent.class, "failing" + analysis.getId(), null);
        if (!succeeds) {
            // other tests of the sample may have left what they found: nothing would be read
            TmfTraceManager.deleteSupplementaryFolder(trace);
        }
        Path folder = Path.of(TmfTraceManager.getSupplementaryFileDir(trace));
        try {
            assertTrue(analysis.setTrace(trace));
            analysis.schedule();
            assertEquals(succeeds, analysis.waitForCompletion(new NullProgressMonitor()));
            if (succeeds) {
                assertNull(((Failable) analysis).failure());
            } else {
                String sentence = assertNotNull(((Failable) analysis).failure()).sentence();
                assertTrue(sentence.endsWith("."), sentence);
                assertEquals(List.of(), kept(folder), "is found by the next run");
            }
            if (succeeds && analysis instanceof ModelAnalysis model) {
                assertFalse(Machines.of(model.getStateSystem()).get(0).vms().isEmpty());
            }
        } finally {
            analysis.dispose();
            trace.dispose();
            if (succeeds) {
                TmfTraceManager.deleteSupplementaryFolder(trace);
            }
        }
    }

    /** Who closes a trace has its state systems disposed of, whatever the analysis is doing: that is no fault. */
    @Test
    void aTraceThatIsClosedMeanwhileIsNoFailure() throws Exception {
        ModelAnalysis model = new ModelAnalysis();
        DeadlyTrace trace = new DeadlyTrace(DeadlyTrace.LAST, () -> model.getStateSystem().dispose());
        Path path = Samples.trace("syscall-load");
        trace.initTrace(null, path.toString(), CtfTmfEvent.class, "closed meanwhile", null);
        TmfTraceManager.deleteSupplementaryFolder(trace);
        try {
            assertTrue(model.setTrace(trace));
            model.readTogether(ReadTogether.alone());
            model.schedule();
            assertFalse(model.waitForCompletion(new NullProgressMonitor()));
            assertNull(model.failure());
            assertEquals(List.of(), kept(Path.of(TmfTraceManager.getSupplementaryFileDir(trace))));
        } finally {
            model.dispose();
            trace.dispose();
        }
    }

    private static <T> T assertNotNull(T value) {
        org.junit.jupiter.api.Assertions.assertNotNull(value);
        return value;
    }

    private static List<String> kept(Path folder) throws Exception {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("org.hypertrace")
                    && !name.endsWith(".names")).toList();
        }
    }

    /**
     * In the window the sentence stands where the VMs would, also when the pass fails at its end. Only a thread of our own dies: the
     * others are shared with Trace Compass' analyses of an open trace, and those wait for ever for a thread that is dead.
     */
    @Test
    void theViewsSayIt() throws Exception {
        DeadlyTrace trace = new DeadlyTrace(DeadlyTrace.LAST, () -> die(ModelAnalysis.ID, Victim.HANDLER));
        Path path = Samples.trace("syscall-load");
        trace.initTrace(null, path.toString(), CtfTmfEvent.class, "failing view", null);
        TmfTraceManager.deleteSupplementaryFolder(trace);
        try (OpenedTrace opened = OpenedTrace.of(trace)) {
            String tree = new ProviderDump(Providers.VIRTUAL_CPU.create(opened.trace())).tree();
            assertEquals(ModelStates.failure(trace) + '\n', tree);
            assertTrue(tree.contains(" is a fault of Hypertrace ") && tree.contains("please report"), tree);
            opened.forget();
        }
    }

    @Test
    void whatTheReceiverOfEventsThrowsIsThrown() throws Exception {
        LttngKernelTrace trace = new LttngKernelTrace();
        trace.initTrace(null, Samples.trace("syscall-load").toString(), CtfTmfEvent.class, "thrown", null);
        try {
            Error death = new StackOverflowError("injected");
            assertSame(death, assertThrows(StackOverflowError.class, () -> HostEventRequest.read(trace, HostTraces.of(trace),
                    Long.MAX_VALUE, event -> {
                        throw death;
                    }, new NullProgressMonitor())));
        } finally {
            trace.dispose();
        }
    }
}
