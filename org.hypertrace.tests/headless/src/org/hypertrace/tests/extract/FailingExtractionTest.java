/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.report.export.Extraction;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.testing.DeadlyTrace;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever ends an extraction, at whatever time, it is one sentence, and its folder is as it was; the same extraction then
 * succeeds.
 */
@Timeout(120)
@Tag("platform")
class FailingExtractionTest {

    private static final String FAULT = ".+ is a fault of Hypertrace [^:]*: please report it [^.]+\\.";

    /** What the thread that reads the trace dies of. */
    private enum Death {
        ERROR(FAULT) {
            @Override
            void die() {
                throw new StackOverflowError("injected");
            }
        },
        EXCEPTION(FAULT) {
            @Override
            void die() {
                throw new IllegalStateException("injected");
            }
        },
        MEMORY("There is not enough memory: [^.]+\\.") {
            @Override
            void die() {
                throw new OutOfMemoryError("injected");
            }
        };

        private final String fSentence;

        Death(String sentence) {
            fSentence = sentence;
        }

        abstract void die();
    }

    @TempDir
    private Path fFolder;
    private Path fOut;

    @BeforeEach
    void somethingIsThereAlready() throws IOException {
        fOut = Files.createDirectory(fFolder.resolve("out"));
        Files.writeString(fOut.resolve("notes.txt"), "mine");
    }

    /** Each death and each time once; with all samples each death at each time. */
    static Stream<Arguments> deaths() {
        int[] times = { 1, 10_000, DeadlyTrace.LAST };
        return Stream.of(Death.values()).flatMap(death -> IntStream.range(0, times.length).filter(i -> Samples.ALL || i == death.ordinal())
                .mapToObj(i -> Arguments.of(death, times[i])));
    }

    @ParameterizedTest
    @MethodSource("deaths")
    void theReaderDies(Death death, int when) throws Exception {
        refused(death.fSentence, new DeadlyTrace(when, death::die), new NullProgressMonitor());
        succeeds();
    }

    /** On the thread that reads, by whom gets the progress and hands the events on. */
    @ParameterizedTest
    @MethodSource("deaths")
    void theReceiverDies(Death death, int when) throws Exception {
        refused(death.fSentence, never(), new NullProgressMonitor() {
            private int fAsked;

            @Override
            public boolean isCanceled() {
                // asked once in 4096 events
                if (Thread.currentThread().getName().startsWith("pool-") && ++fAsked == Math.min(1 + when / 4096, 4)) {
                    death.die();
                }
                return false;
            }
        });
        succeeds();
    }

    /** While the traces are moved to their places. */
    @Test
    void theCallerDiesAtTheEnd() throws Exception {
        refusedBy(StackOverflowError.class, never(), new NullProgressMonitor() {
            @Override
            public void subTask(String name) {
                if (name.startsWith("moving")) {
                    Death.ERROR.die();
                }
            }
        });
        succeeds();
    }

    @Test
    void cancelled() throws Exception {
        IProgressMonitor monitor = new NullProgressMonitor();
        refused("Cancelled\\.", new DeadlyTrace(10_000, () -> monitor.setCanceled(true)), monitor);
        succeeds();
    }

    private static DeadlyTrace never() {
        return new DeadlyTrace(0, () -> { });
    }

    private void refused(String sentence, DeadlyTrace trace, IProgressMonitor monitor) throws Exception {
        String message = refusedBy(ReportException.class, trace, monitor).getMessage();
        assertTrue(message.matches(sentence), message);
    }

    private <E extends Throwable> E refusedBy(Class<E> type, DeadlyTrace trace, IProgressMonitor monitor) throws Exception {
        E refusal = assertThrows(type, () -> extract(trace, monitor));
        assertEquals(Map.of("notes.txt", "mine"), files());
        return refusal;
    }

    private void succeeds() throws Exception {
        Extraction.Extracted extracted = extract(never(), new NullProgressMonitor());
        assertFalse(extracted.guests().isEmpty());
        assertEquals("mine", files().get("notes.txt"));
        assertTrue(Files.isRegularFile(extracted.guests().get(0).folder().resolve("metadata")));
    }

    private Extraction.Extracted extract(DeadlyTrace trace, IProgressMonitor monitor) throws ReportException, TmfTraceException {
        trace.initTrace(null, Samples.trace("syscall-load").toString(), CtfTmfEvent.class, "failing extraction", null);
        try (OpenTraces traces = OpenTraces.of(trace)) {
            return Extraction.write(traces, new Extraction.Wanted(fOut, ModelReport.Range.ALL, null, false, true), AskedVms.none(), monitor);
        }
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(fOut)) {
            for (Path path : walk.filter(path -> !path.equals(fOut)).toList()) {
                String name = fOut.relativize(path).toString();
                files.put(name, name.equals("notes.txt") ? Files.readString(path) : "");
            }
        }
        return files;
    }
}
