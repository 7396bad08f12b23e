/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

import org.eclipse.tracecompass.segmentstore.core.ISegment;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.testing.log.FoundExits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trace Compass gets the complete exits, and of a stretch of time all that touch it, its ends included. */
@Tag("plain")
class ExitStoreTest {

    /** Of two vCPUs; the MSR, the IOIO of 151 and the last INTR have no end. */
    private static final String STORY = """
            100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
            100 host cpu1 sched_switch bash:12 S CPU_1/KVM:13
            110 host cpu0 kvm_entry
            111 host cpu1 kvm_entry
            120 host cpu0 kvm_exit HLT
            121 host cpu1 kvm_exit IOIO
            131 host cpu1 kvm_entry
            133 host cpu1 kvm_exit VMMCALL 0 0xffffffff81000000
            134 host cpu1 kvm_hypercall 0x81 0x4754524300000100 1 0 0
            137 host cpu1 kvm_entry
            140 host cpu1 kvm_exit MSR
            142 host cpu1 kvm_exit CPUID
            143 host cpu1 kvm_entry
            150 host cpu0 kvm_entry
            151 host cpu0 kvm_exit IOIO
            152 host cpu0 kvm_exit INTR
            155 host cpu0 kvm_entry
            160 host cpu1 kvm_exit INTR
            170 host cpu1 other
            """;
    private static final List<String> ALL = List.of("120-150 HLT", "121-131 IOIO", "133-137 VMMCALL (tracer)", "142-143 CPUID",
            "152-155 INTR");

    @TempDir
    private Path fFolder;

    private ExitSegmentStore store(boolean withoutTracing) {
        return new ExitSegmentStore(FoundExits.of(fFolder, STORY), withoutTracing);
    }

    private static List<String> lines(Iterable<ISegment> segments) {
        List<String> lines = StreamSupport.stream(segments.spliterator(), false).map(ExitStoreTest::line).toList();
        // that goes by numbers, as views do; this one after the other
        List<String> again = new ArrayList<>();
        for (ISegment segment : segments) {
            again.add(line(segment));
        }
        assertEquals(lines, again);
        return lines;
    }

    private static String line(ISegment s) {
        return s.getStart() + "-" + s.getEnd() + ' ' + ((ExitSegment) s).getName();
    }

    @Test
    void completeExitsInTheOrderOfTheirBegins() {
        ExitSegmentStore store = store(false);
        assertEquals(ALL, lines(store));
        assertEquals(5, store.size());
        assertEquals(30, store.iterator().next().getLength());
    }

    @Test
    void thoseForTracingMayBeLeftOut() {
        ExitSegmentStore store = store(true);
        assertEquals(ALL.stream().filter(line -> !line.contains("tracer")).toList(), lines(store));
        assertEquals(4, store.size());
    }

    /** Every stretch there is, also reported the wrong way round. */
    @Test
    void allThatTouchAStretch() {
        for (boolean without : List.of(false, true)) {
            ExitSegmentStore store = store(without);
            for (long from = 117; from < 160; from++) {
                for (long to = from; to < 160; to++) {
                    List<String> expected = touching(from, to, without);
                    assertEquals(expected, lines(store.getIntersectingElements(from, to)), from + " to " + to);
                    assertEquals(expected, lines(store.getIntersectingElements(to, from)), to + " to " + from);
                }
            }
            assertEquals(touching(0, 1000, without), lines(store.getIntersectingElements(Long.MIN_VALUE, Long.MAX_VALUE)));
        }
    }

    private static List<String> touching(long from, long to, boolean without) {
        return ALL.stream().filter(line -> {
            String[] words = line.split("[- ]");
            return Long.parseLong(words[0]) <= to && Long.parseLong(words[1]) >= from && !(without && line.contains("tracer"));
        }).toList();
    }

    @Test
    void inAnyOrder() {
        ExitSegmentStore store = store(false);
        Comparator<ISegment> shortest = Comparator.comparingLong(ISegment::getLength);
        assertEquals(List.of("142-143 CPUID", "152-155 INTR", "133-137 VMMCALL (tracer)", "121-131 IOIO", "120-150 HLT"),
                lines(store.getIntersectingElements(0, 1000, shortest)));
        assertEquals(List.of("142-143 CPUID", "133-137 VMMCALL (tracer)", "120-150 HLT"),
                lines(store.getIntersectingElements(143, 135, shortest)));
        assertEquals(ALL, lines(store.getIntersectingElements(0, 1000, Comparator.comparingLong(ISegment::getStart))));
        assertEquals(List.of("133-137 VMMCALL (tracer)", "120-150 HLT"), lines(store.getIntersectingElements(133, 133, shortest)));
    }

    @Test
    void nothingIsTakenOut() {
        ExitSegmentStore store = store(false);
        assertThrows(UnsupportedOperationException.class, () -> store.remove(store.iterator().next()));
        assertThrows(UnsupportedOperationException.class, () -> store.removeAll(Set.of()));
        assertThrows(UnsupportedOperationException.class, () -> store.retainAll(Set.of()));
        List<ISegment> row = (List<ISegment>) store.getIntersectingElements(0, 1000);
        assertThrows(IndexOutOfBoundsException.class, () -> row.get(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> row.get(5));
        assertEquals(152, row.get(4).getStart());
        store.dispose();
        assertEquals(152, row.get(4).getStart());
    }

    /** Its trace is closed: views may keep it, and ask. */
    @Test
    void itIsEmptyOnceItIsDisposedOf() {
        ExitSegmentStore store = store(false);
        store.dispose();
        assertEquals(0, store.size());
        assertEquals(List.of(), lines(store));
        assertEquals(List.of(), lines(store.getIntersectingElements(0, 1000)));
        assertEquals(List.of(), lines(store.getIntersectingElements(0, 1000, Comparator.comparingLong(ISegment::getLength))));
    }

    /** An exit each 10 ns, of which each third has no end. */
    @Test
    void manyThatHaveNoEnd() {
        List<String> expected = new ArrayList<>();
        ExitSegmentStore store = new ExitSegmentStore(FoundExits.of(fFolder, to -> {
            to.accept(new HostEvent.SchedSwitch(1, 0, 0, 0, "swapper/0", 0, 11, "CPU 0/KVM"));
            to.accept(new HostEvent.KvmEntry(2, 0, 0));
            for (int i = 1; i <= 100; i++) {
                to.accept(new HostEvent.KvmExit(10 * i, 0, 0, ExitReason.SVM, 96, 0, 0));
                if (i % 3 != 0) {
                    to.accept(new HostEvent.KvmEntry(10 * i + 4, 0, 0));
                    expected.add(10 * i + "-" + (10 * i + 4) + " INTR");
                }
            }
        }), false);
        assertEquals(expected, lines(store));
        assertEquals(67, store.size());
        for (int i = 0; i < 100; i++) {
            long from = 10 * i + 7;
            assertEquals(expected.stream().filter(line -> Long.parseLong(line.split("[- ]")[0]) >= from
                    && Long.parseLong(line.split("[- ]")[0]) <= from + 200).toList(), lines(store.getIntersectingElements(from, from + 200)));
        }
    }
}
