/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.guesttrace.GuestTraceWriter;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.path.answer.PathAnswer;
import org.hypertrace.core.path.gather.PathFile;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.latency.WakeFigures;
import org.hypertrace.core.path.latency.WakePart;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Paths of a guest of which only its own trace is there, here an extracted one: in the form of LTTng's kernel traces. */
@Tag("plain")
class GuestAloneTest {

    private static final Map<String, List<String>> SUBJECTS = Map.of(
            "syscall-load", List.of("--marks 50 100", "--marks 100 200", "--marks 200 400"),
            "blocked-on-network", List.of("--mark 1", "--mark 2", "--mark 3", "--mark 4", "--mark 5"),
            "smp-guest", List.of("--thread sleep", "--thread 45"));

    @TempDir
    Path fFolder;

    private CriticalPaths paths(Path trace, Function<HostTraces, List<HostTraces.Host>> machines) throws IOException {
        Path file = fFolder.resolve(trace.getFileName() + ".rows");
        PathFile[] rows = new PathFile[1];
        ReadEvents.of(trace, Detail.CAUSES, traces -> {
            List<HostTraces.Host> hosts = machines.apply(traces);
            rows[0] = new PathFile(file, hosts.stream().map(HostTraces.Host::name).toList(), host -> hosts.get(host).manifest(), List.of(),
                    host -> hosts.get(host).recorded());
            return rows[0]::accept;
        });
        try (PathFile all = rows[0]) {
            all.finish(1);
        }
        return new CriticalPaths(PathRows.open(file, 1), (vm, nested, name, address) -> false);
    }

    private Path extracted(String sample) throws IOException {
        GuestTraceWriter[] writer = new GuestTraceWriter[1];
        Timeline[] timeline = new Timeline[1];
        ReadEvents.of(Samples.trace(sample), Detail.STATES, traces -> {
            HostTraces.Host host = traces.hosts().get(0);
            writer[0] = new GuestTraceWriter(fFolder.resolve("out"), List.of(new GuestTraceWriter.Host(host.id(), 0, 0)), Long.MIN_VALUE,
                    Long.MAX_VALUE);
            timeline[0] = new Timeline(writer[0], number -> host.manifest(), List.of(), LookAhead.DEFAULT_LIMIT, writer[0]);
            return timeline[0]::accept;
        });
        try (Timeline all = timeline[0]) {
            all.finish();
        }
        return writer[0].finish().get(0).folder();
    }

    /** Segments in words; what an interrupt was only its injection by KVM reports. */
    private static List<String> lines(FoundPath found) {
        Segments path = found.segments();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            String chain = found.names().names(path, path.chain(i)).replaceAll(" interrupt .*", " interrupt");
            lines.add(path.begin(i) + " " + path.end(i) + ' ' + chain + ' ' + path.phase(i).key() + '/' + path.state(i).key());
        }
        return lines;
    }

    static Stream<String> samples() {
        return Samples.recorded("syscall-load").filter(SUBJECTS::containsKey);
    }

    /** The path is that in the host's trace if the host is left out, where the guest reports its interrupts. */
    @ParameterizedTest
    @MethodSource("samples")
    void asIfTheHostWereLeftOut(String sample) throws Exception {
        CriticalPaths host = paths(Samples.trace(sample), HostTraces::hosts);
        CriticalPaths alone = paths(extracted(sample), HostTraces::alone);
        assertTrue(alone.isOfGuestAlone() && !host.isOfGuestAlone());
        for (String subject : SUBJECTS.get(sample)) {
            FoundPath expected = host.find(PathQuery.of(List.of((subject + " --guest-only").split(" "))));
            FoundPath found = alone.find(PathQuery.of(List.of(subject.split(" "))));
            assertEquals(String.join("\n", lines(expected)), String.join("\n", lines(found)), sample + ' ' + subject);
        }
    }

    /** The design's figures of the path that looks at the guest alone. */
    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void betweenTwoMarks() throws Exception {
        FoundPath found = paths(extracted("blocked-on-network"), HostTraces::alone).find(PathQuery.of(List.of("--mark", "4")));
        assertEquals(Map.of("run/vCPU", 47_800_776L, "ready/vCPU", 10_327_761L, "wait/interrupt", 3_054_342_711L), found.sums().causes());
        String message = PathAnswer.of(found);
        assertTrue(message.startsWith("mark 4, app (46) of blocked: 3.11 s; ") && message.endsWith(
                " for the vCPU; what the host took is not recorded; 3.05 s not recorded."), message);
    }

    @Test
    void whatCannotBeKnownIsReported() throws Exception {
        CriticalPaths alone = paths(extracted("syscall-load"), HostTraces::alone);
        assertEquals(List.of(CriticalPaths.GUEST_ALONE), alone.leftOut());
        assertTrue(alone.choices().startsWith("Choose whose path is asked for: VM stock has 1 vCPU (--vcpu), marks 50, 100, 200, 400 "
                + "(--marks), ")
                && alone.choices().endsWith("; of a host nothing is recorded."), alone.choices());
        assertEquals("No thread of a host is recorded. " + CriticalPaths.GUEST_ALONE, assertThrows(PathSubject.Unknown.class,
                () -> alone.find(PathQuery.of(List.of("--host-thread", "2")))).getMessage());
        FoundPath vcpu = alone.find(PathQuery.of(List.of("--vcpu", "0")));
        assertEquals(Map.of("run/vCPU", vcpu.subject().end() - vcpu.subject().begin()), vcpu.sums().causes());
        // how long woken threads wait is known, but not why
        VmLatencies latencies = alone.latencies(null, Long.MIN_VALUE, Long.MAX_VALUE).get(0);
        assertEquals(Set.of(WakePart.WHOLE, WakePart.UNKNOWN), latencies.waits().stream().map(WakeFigures::part).collect(Collectors.toSet()));
    }
}
