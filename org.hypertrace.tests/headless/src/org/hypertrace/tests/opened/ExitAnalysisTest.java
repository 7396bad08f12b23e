/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.segmentstore.core.ISegment;
import org.eclipse.tracecompass.segmentstore.core.ISegmentStore;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.segment.ISegmentAspect;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.columns.ExitSegment;
import org.hypertrace.core.settings.TracingChoice;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** VM exits as Trace Compass takes segments, and as they are kept. */
@Tag("platform")
class ExitAnalysisTest {

    private static final String STORY = RecordedStory.ENTERED + """
            120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            121 alpha cpu0 kvm_hypercall 0x64 0xffffffff974f53b0 11 0 0
            130 alpha cpu0 kvm_entry
            140 alpha cpu0 kvm_exit HLT 0 0xffffffff81000002
            141 alpha cpu0 kvm_userspace_exit
            145 alpha cpu0 syscall_entry
            150 alpha cpu0 kvm_entry
            160 alpha cpu0 kvm_exit HLT
            170 alpha cpu0 other
            """;

    @TempDir
    private Path fFolder;

    private int fRequests;

    @Test
    void columnsOfATableReportEverything() throws Exception {
        List<String> lines = new ArrayList<>();
        analyse(new RecordedStory(STORY).in(fFolder), List.of(), analysis -> {
            for (ISegment segment : analysis.getSegmentStore()) {
                StringBuilder line = new StringBuilder(segment.getStart() + "-" + segment.getEnd());
                for (ISegmentAspect aspect : analysis.getSegmentAspects()) {
                    Object value = aspect.resolve(segment);
                    line.append(value == null ? "" : " " + aspect.getName() + '=' + value);
                }
                lines.add(line.toString());
            }
        });
        assertEquals(List.of(
                "120-130 VM=VM 384 vCPU=0 Reason=VMMCALL (tracer) About=tracer 0x64"
                        + " Guest RIP=0xffffffff81000000 CPU=0 host kernel (ns)=10",
                "140-150 VM=VM 384 vCPU=0 Reason=HLT About= Task=swapper/0 Cause=0xffffffff974f53b0"
                        + " Guest RIP=0xffffffff81000002 CPU=0 VMM (ns)=4 host kernel (ns)=6"),
                lines);
    }

    /** All exits are much alike, with the tracer's or without. */
    static Stream<Boolean> choices() {
        return Samples.ALL ? Stream.of(true, false) : Stream.of(true);
    }

    /** The counts are those of {@code oracle/exits.py}: all exits, those that were left, and the tracer's. */
    @ParameterizedTest
    @MethodSource("choices")
    void theStoreHasWhatALookAtEverySegmentFinds(boolean withoutTracing) throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace("preempted-guest"))) {
            new TracingChoice(withoutTracing).write(TracingChoice.file(opened.trace()));
            ExitAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(opened.trace(), ExitAnalysis.class, ExitAnalysis.ID);
            analysis.schedule();
            assertTrue(analysis.waitForCompletion());
            ISegmentStore<ISegment> store = analysis.getSegmentStore();
            List<ISegment> all = new ArrayList<>(store);
            long tracers = IntStream.range(0, 44_521).filter(analysis.result()::isTracer).count();
            assertEquals(18_702, tracers);
            assertEquals(44_519 - (withoutTracing ? tracers : 0), all.size());
            assertEquals(all.size(), store.size());
            assertEquals(44_521, analysis.result().count());
            long begin = all.get(0).getStart();
            long end = all.get(all.size() - 1).getEnd();
            for (int i = 0; i < 50; i++) {
                long from = begin + (end - begin) / 50 * i;
                long to = from + (end - begin) / 300 * (i % 7);
                List<ISegment> expected = all.stream().filter(s -> s.getStart() <= to && s.getEnd() >= from).toList();
                assertEquals(expected, list(store.getIntersectingElements(from, to)));
                Comparator<ISegment> longest = Comparator.comparingLong(ISegment::getLength).reversed()
                        .thenComparingLong(ISegment::getStart);
                assertEquals(expected.stream().sorted(longest).toList(), list(store.getIntersectingElements(from, to, longest)));
                assertEquals(expected, list(store.getIntersectingElements(from, to, Comparator.naturalOrder())));
            }
            for (ISegmentAspect aspect : analysis.getSegmentAspects()) {
                @SuppressWarnings("unchecked")
                Comparator<ISegment> order = (Comparator<ISegment>) aspect.getComparator();
                assertEquals(all.size(), list(store.iterator(order)).size(), aspect.getName());
            }
        }
    }

    @Test
    void theSecondTimeNoEventIsRead() throws Exception {
        Path trace = new RecordedStory(STORY).in(fFolder);
        String first = figures(trace, List.of());
        assertEquals(1, fRequests);
        assertEquals(first, figures(trace, List.of()));
        assertEquals(1, fRequests);
        // what the number means is another dialect's
        List<Dialects.Chosen> p5 = List.of(new Dialects.Chosen(null, Dialect.builtIn("p5")));
        String other = figures(trace, p5);
        assertFalse(other.contains("tracer"), other);
        assertEquals(2, fRequests);
        assertEquals(first, figures(trace, List.of()));
        assertEquals(3, fRequests);
        RecordedStory.write(fFolder, "hypertrace.json", """
                { "version": 1, "vms": [ { "name": "web", "pid": 384 } ] }
                """);
        assertTrue(figures(trace, List.of()).contains("web"));
        assertEquals(4, fRequests);
        // recorded again, in the same folder
        Files.move(trace, fFolder.resolve("before"));
        new RecordedStory(STORY.replace("130 alpha", "131 alpha") + "180 alpha cpu0 other\n").in(fFolder);
        assertTrue(figures(trace, List.of()).contains("120-131"));
        assertEquals(5, fRequests);
    }

    private static <T> List<T> list(Iterable<T> elements) {
        List<T> list = new ArrayList<>();
        elements.forEach(list::add);
        return list;
    }

    private interface Look {
        void at(ExitAnalysis analysis) throws Exception;
    }

    private String figures(Path folder, List<Dialects.Chosen> dialects) throws Exception {
        StringBuilder text = new StringBuilder();
        analyse(folder, dialects, analysis -> {
            analysis.result().dictionary().vcpus().forEach(vcpu -> text.append(vcpu.vmLabel() + ' ' + vcpu.begin() + ' '
                    + vcpu.end() + '\n'));
            analysis.getSegmentStore().forEach(segment -> text.append(segment.getStart() + "-" + segment.getEnd() + ' '
                    + ((ExitSegment) segment).getName() + '\n'));
        });
        return text.toString();
    }

    private void analyse(Path folder, List<Dialects.Chosen> dialects, Look look) throws Exception {
        CountedTrace trace = new CountedTrace();
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class, folder.toString(), null);
        ExitAnalysis analysis = new ExitAnalysis();
        try {
            analysis.setDialects(dialects);
            analysis.setTrace(trace);
            analysis.schedule();
            assertTrue(analysis.waitForCompletion(new NullProgressMonitor()));
            look.at(analysis);
        } finally {
            analysis.dispose();
            trace.dispose();
        }
    }

    private final class CountedTrace extends LttngKernelTrace {
        @Override
        public void sendRequest(ITmfEventRequest request) {
            fRequests++;
            super.sendRequest(request);
        }
    }
}
