/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.eclipse.tracecompass.segmentstore.core.BasicSegment;
import org.eclipse.tracecompass.segmentstore.core.ISegment;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.segment.ISegmentAspect;
import org.hypertrace.core.exit.columns.ExitAspects;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitSegmentStore;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.testing.log.FoundExits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What views ask for, and what Trace Compass' tables of segments show. */
@Tag("plain")
class ExitRequestTest {

    private static final String STORY = """
            100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            120 host cpu0 kvm_exit IOIO 3 0xffffffff81000000 0x3f80010
            130 host cpu0 kvm_entry
            140 host cpu0 kvm_exit HLT 3
            142 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
            160 host cpu0 sched_waking CPU_0/KVM:11 cpu0
            167 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
            170 host cpu0 kvm_entry
            """;

    @TempDir
    private Path fFolder;

    private static String query(Map<String, Object> parameters) {
        ExitQuery query = ExitRequest.query(parameters);
        assertTrue(query.vcpus().test(0) && query.vcpus().test(99));
        return query.from() + " " + query.to() + ' ' + query.withTracer();
    }

    @Test
    void timesThatAreAskedFor() {
        String times = DataProviderParameterUtils.REQUESTED_TIME_KEY;
        String all = Long.MIN_VALUE + " " + Long.MAX_VALUE;
        assertEquals(all + " true", query(Map.of()));
        assertEquals(all + " true", query(Map.of(times, List.of())));
        assertEquals(all + " false", query(Map.of(ExitRequest.WITHOUT_TRACING, true)));
        assertEquals(all + " true", query(Map.of(ExitRequest.WITHOUT_TRACING, "false")));
        // the last moment is in it
        assertEquals("10 31 true", query(Map.of(times, List.of(20L, 10L, 30L))));
        assertEquals("10 31 false", query(Map.of(times, List.of(10L, 30L), ExitRequest.WITHOUT_TRACING, "true")));
        assertEquals("7 " + Long.MAX_VALUE + " true", query(Map.of(times, List.of(7L, Long.MAX_VALUE))));
        assertEquals("7 " + Long.MAX_VALUE + " true", query(Map.of(times, List.of(7L, Long.MAX_VALUE - 1))));
    }

    @Test
    void choices() {
        assertEquals(ExitGrouping.VCPU, ExitRequest.choice(Map.of(ExitRequest.BY, "vcpu"), ExitRequest.BY, ExitGrouping.REASON));
        assertEquals(ExitGrouping.REASON, ExitRequest.choice(Map.of(ExitRequest.BY, "nothing"), ExitRequest.BY, ExitGrouping.REASON));
        assertEquals(ExitGrouping.MSR, ExitRequest.choice(Map.of(), ExitRequest.BY, ExitGrouping.MSR));
        assertTrue(ExitRequest.is(Map.of("a", true), "a"));
        assertTrue(ExitRequest.is(Map.of("a", "TRUE"), "a"));
        assertFalse(ExitRequest.is(Map.of("a", "yes"), "a"));
        assertFalse(ExitRequest.is(Map.of("a", true), "b"));
        assertEquals("exit reason, reason and subject, vCPU", "exit " + ExitGrouping.REASON.words() + ", " + ExitGrouping.SUB.words() + ", "
                + ExitGrouping.VCPU.words());
    }

    private static List<ISegmentAspect> aspects() {
        return StreamSupport.stream(ExitAspects.all().spliterator(), false).collect(Collectors.toList());
    }

    @Test
    void columnsOfATableOfSegments() {
        List<ISegment> segments = new ArrayList<>();
        new ExitSegmentStore(FoundExits.of(fFolder, STORY), false).forEach(segments::add);
        List<String> lines = new ArrayList<>();
        for (ISegmentAspect aspect : aspects()) {
            assertFalse(aspect.getHelpText().isBlank());
            lines.add(aspect.getName() + ": " + aspect.resolve(segments.get(0)) + " | " + aspect.resolve(segments.get(1)));
            assertNull(aspect.resolve(new BasicSegment(1, 2)));
        }
        assertEquals(List.of("VM: VM of thread 11 | VM of thread 11", "vCPU: 3 | 3", "Reason: IOIO | HLT", "About: port out 0x3f8 | ",
                "Task: null | null", "Cause: null | null", "Guest RIP: 0xffffffff81000000 | null", "Guest code: null | null", "CPU: 0 | 0"),
                lines.subList(0, 9));
        assertTrue(lines.contains("halted (ns): null | 18"), lines.toString());
        assertTrue(lines.contains("host kernel (ns): 10 | 5"), lines.toString());
        assertTrue(lines.stream().noneMatch(line -> line.startsWith("guest") || line.startsWith("unknown")), lines.toString());
    }

    @Test
    @SuppressWarnings("unchecked")
    void theirOrder() {
        List<ISegment> segments = new ArrayList<>();
        new ExitSegmentStore(FoundExits.of(fFolder, STORY), false).forEach(segments::add);
        for (ISegmentAspect aspect : aspects()) {
            Comparator<Object> order = (Comparator<Object>) aspect.getComparator();
            int expected = switch (aspect.getName()) {
            // what is not there comes first
            case "Reason", "About", "Guest RIP", "host kernel (ns)" -> 1;
            case "halted (ns)", "waking (ns)" -> -1;
            default -> 0;
            };
            assertEquals(expected, Integer.signum(order.compare(segments.get(0), segments.get(1))), aspect.getName());
        }
    }
}
