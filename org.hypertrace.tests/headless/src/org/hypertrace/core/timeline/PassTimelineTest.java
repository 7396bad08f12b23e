/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.columns.ExitPass;
import org.hypertrace.core.history.ColumnStates;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.model.ModelPass;
import org.hypertrace.core.path.gather.PathFile;
import org.hypertrace.core.stack.frames.FrameWriter;
import org.hypertrace.core.stack.history.CallStackWriter;
import org.hypertrace.core.stack.track.StackFanOut;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Passes find the same whether each has a timeline of its own or all have one in common, on one thread or on several. */
@Tag("plain")
class PassTimelineTest {

    @TempDir
    private Path fFolder;

    interface End {
        void run() throws IOException;
    }

    /** A pass that writes a file. */
    record Made(Consumer<HostEvent> to, ReadTogether.Stage stage, End end) { }

    static List<String> samples() {
        return Samples.recorded("preempted-guest").toList();
    }

    @ParameterizedTest
    @MethodSource("samples")
    @Tag("long")
    void everyByteIsTheSame(String sample) throws Exception {
        Path own = Files.createDirectories(fFolder.resolve("own"));
        Path common = Files.createDirectories(fFolder.resolve("common"));
        List<Made> all = new ArrayList<>();
        Path divided = Files.createDirectories(fFolder.resolve("divided"));
        ReadTogether.Shared[] shared = new ReadTogether.Shared[2];
        Late late = new Late();
        ReadEvents.of(Samples.trace(sample), Detail.CAUSES, traces -> {
            all.addAll(passes(traces, own));
            List<Made> together = passes(traces, common);
            shared[0] = together.get(0).stage().share(members(together));
            List<Made> apart = passes(traces, divided);
            ReadTogether.Divided stage = apart.get(0).stage().divide(List.of(members(apart.subList(0, 2)), members(apart.subList(2, 4))), late);
            shared[1] = stage.first();
            late.fThen = stage.then();
            List<Consumer<HostEvent>> to = new ArrayList<>(all.stream().map(Made::to).toList());
            to.add(shared[0]::accept);
            to.add(shared[1]::accept);
            all.addAll(together);
            all.addAll(apart);
            return event -> to.forEach(each -> each.accept(event));
        });
        shared[0].finish();
        shared[1].finish();
        late.finish();
        for (Made made : all) {
            made.end().run();
        }
        shared[0].close();
        shared[1].close();
        for (String name : List.of("model", "stacks", "exits", "paths")) {
            assertTrue(Files.size(own.resolve(name)) > 1_000, name);
            byte[] expected = Files.readAllBytes(own.resolve(name));
            assertArrayEquals(expected, Files.readAllBytes(common.resolve(name)), name);
            assertArrayEquals(expected, Files.readAllBytes(divided.resolve(name)), name);
        }
    }

    /** What is found on one thread reaches the others when it has found much more. */
    private static final class Late implements Consumer<Object> {
        private static final int WAITING = 50_000;
        private final Queue<Object> fFound = new ArrayDeque<>();
        private List<Consumer<Object>> fThen;

        @Override
        public void accept(Object found) {
            fFound.add(found);
            if (fFound.size() > WAITING) {
                next();
            }
        }

        private void next() {
            Object found = fFound.remove();
            fThen.forEach(then -> then.accept(found));
        }

        void finish() {
            while (!fFound.isEmpty()) {
                next();
            }
        }
    }

    private static List<ReadTogether.Member> members(List<Made> passes) {
        return passes.stream().map(made -> new ReadTogether.Member(made.stage(), () -> true, e -> { throw new AssertionError(e); })).toList();
    }

    static List<Made> passes(HostTraces traces, Path folder) throws IOException {
        List<HostTraces.Host> hosts = traces.hosts();
        List<String> names = hosts.stream().map(HostTraces.Host::name).toList();
        ColumnStates states = ColumnStates.create("model", folder.resolve("model"), 1, 0);
        ModelPass model = new ModelPass(states, hosts, List.of(), guest -> null);
        ColumnStates calls = ColumnStates.create("stacks", folder.resolve("stacks"), 1, 0);
        FrameWriter frames = new FrameWriter(folder.resolve("frames"));
        StackPass[] stacks = new StackPass[1];
        CallStackWriter writer = new CallStackWriter(calls, thread -> stacks[0].guest(thread, names::get));
        stacks[0] = new StackPass(host -> hosts.get(host).manifest(), List.of(), (guest, nested) -> null, new StackFanOut(List.of(writer, frames)));
        ExitPass exits = new ExitPass(folder.resolve("exits"), names, host -> hosts.get(host).manifest(), List.of(), guest -> null);
        PathFile paths = new PathFile(folder.resolve("paths"), names, host -> hosts.get(host).manifest(), List.of(), host -> hosts.get(host).recorded());
        return List.of(new Made(model::accept, model.stage(), () -> {
            model.finish();
            states.closeHistory(0);
            model.close();
            states.dispose();
        }), new Made(stacks[0]::accept, stacks[0].stage(), () -> {
            stacks[0].finish();
            writer.nameAll();
            calls.closeHistory(0);
            frames.finish(1, thread -> stacks[0].guest(thread, names::get), stacks[0].names());
            stacks[0].close();
            frames.close();
            calls.dispose();
        }), new Made(exits::accept, exits.stage(), () -> {
            exits.finish(1);
            exits.close();
        }), new Made(paths::accept, paths.stage(), () -> {
            paths.finish(1);
            paths.close();
        }));
    }

    private static PassTimeline timeline(TimelineSink sink, List<Dialects.Chosen> chosen) {
        return new PassTimeline(MachineSink.NONE, host -> null, chosen, 1, sink);
    }

    /** What one throws it alone fails of; who wants no more gets no more. */
    @Test
    void whoFailsOrLeavesDoesNotConcernTheOthers() {
        List<HostEvent> events = Story.events(Story.TWO_HOSTS);
        List<HostEvent> failing = new ArrayList<>();
        List<HostEvent> leaving = new ArrayList<>();
        List<HostEvent> staying = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        Error death = new StackOverflowError("injected");
        PassTimeline first = timeline(event -> {
            failing.add(event);
            throw death;
        }, List.of());
        PassTimeline second = timeline(leaving::add, List.of());
        PassTimeline third = timeline(staying::add, List.of());
        assertTrue(first.isLike(third));
        assertFalse(first.isLike(timeline(event -> { }, List.of(new Dialects.Chosen("web", null)))));
        try (ReadTogether.Shared shared = first.share(List.of(new ReadTogether.Member(first, failures::isEmpty, failures::add),
                new ReadTogether.Member(second, () -> leaving.size() < 2, failures::add),
                new ReadTogether.Member(third, () -> true, failures::add)))) {
            events.forEach(shared::accept);
            shared.finish();
            assertEquals(List.of(death), failures);
            assertEquals(1, failing.size());
            assertEquals(2, leaving.size());
            List<HostEvent> expected = new ArrayList<>();
            try (PassTimeline alone = timeline(expected::add, List.of())) {
                events.forEach(alone::accept);
                alone.finish();
                assertEquals(expected, staying);
                // each answers who runs where
                assertEquals(alone.machines().running(0, 0).tid(), third.machines().running(0, 0).tid());
                assertSame(second.machines().running(0, 0), third.machines().running(0, 0));
            }
        }
    }
}
