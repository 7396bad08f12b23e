/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where there are fewer processors than passes, some share a thread; what happens to one does not concern the others. */
@Tag("plain")
@Timeout(60)
class PassGroupTest {

    private static final HostEvent[] BATCH = IntStream.range(0, 10).mapToObj(time -> new HostEvent.Other(time, 0, 0)).toArray(HostEvent[]::new);

    @TempDir
    private Path fFolder;
    private LttngKernelTrace fTrace;
    private HostTraces fHosts;
    private String fEnded = "";
    private Error fDeath;
    /** Members wait until they are interrupted, and report that as their failure. */
    private CountDownLatch fWaiting;

    @BeforeEach
    void open() throws Exception {
        Path folder = new RecordedStory(RecordedStory.ENTERED).in(fFolder.resolve("recorded"));
        fTrace = HypertraceKernelTrace.of(folder);
        fTrace.initTrace(null, folder.toString(), CtfTmfEvent.class, "pass", null);
        fHosts = HostTraces.of(fTrace);
    }

    @AfterEach
    void close() {
        fTrace.dispose();
    }

    /** Keeps what it gets. */
    private final class Numbered implements ReadTogether.Stage {
        private final int fWeight;
        private final List<HostEvent> fEvents = new ArrayList<>();

        Numbered(int weight) {
            fWeight = weight;
        }

        @Override
        public int weight() {
            return fWeight;
        }

        @Override
        public boolean isLike(ReadTogether.Stage other) {
            return other instanceof Numbered numbered && fWeight < 100 && numbered.fWeight < 100;
        }

        @Override
        public ReadTogether.Shared share(List<ReadTogether.Member> members) {
            return new ReadTogether.Shared() {
                @Override
                public void accept(HostEvent event) {
                    if (fDeath != null) {
                        throw fDeath;
                    }
                    if (fWaiting != null) {
                        untilInterrupted(members);
                    }
                    members.stream().filter(member -> member.isWanted().getAsBoolean()).forEach(member -> ((Numbered) member.stage()).fEvents.add(event));
                }

                @Override
                public void finish() {
                    fEnded += "finished ";
                }

                @Override
                public void close() {
                    fEnded += "closed ";
                }
            };
        }
    }

    private void untilInterrupted(List<ReadTogether.Member> members) {
        fWaiting.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            members.forEach(member -> member.failed().accept(e));
        }
    }

    private final List<EventHandler> fHandlers = new ArrayList<>();

    private PassPart part(int weight) {
        EventHandler handler = new EventHandler("own", event -> { throw new AssertionError("it gets none itself"); }, whole -> { }, e -> { });
        fHandlers.add(handler);
        return new PassPart(handler, weight == 0 ? null : new Numbered(weight), fHosts, new NullProgressMonitor());
    }

    private List<PassPart> parts(int... weights) {
        return IntStream.of(weights).mapToObj(this::part).toList();
    }

    /** By their weights: so that the heaviest group is as light as can be. */
    private String divided(int threads, int... weights) {
        List<PassPart> parts = parts(weights);
        StringBuilder text = new StringBuilder();
        for (PassGroup group : PassGroup.of(parts, threads)) {
            text.append(parts.stream().filter(group::has).map(part -> Integer.toString(part.stage().weight())).sorted().toList());
        }
        return text.toString();
    }

    @Test
    void theyAreDividedAmongTheProcessors() {
        assertEquals("[1, 3][2, 2]", divided(2, 1, 2, 3, 2));
        assertEquals("[1, 2]", divided(2, 1, 2, 3));
        assertEquals("[1, 2, 2, 3]", divided(1, 3, 2, 1, 2));
        // each has a processor
        assertEquals("", divided(4, 3, 2, 1, 2));
        assertEquals("", divided(1, 3));
        // those that begin with something else, or with nothing in common
        assertEquals("[1, 2]", divided(1, 0, 1, 100, 2, 0));
        assertEquals("", divided(1, 0, 0));
        assertEquals("", divided(1));
    }

    @Test
    void eachGetsAllAndThenItEnds() throws Exception {
        List<PassPart> parts = parts(1, 2, 3);
        PassGroup group = PassGroup.of(parts, 1).get(0);
        group.start();
        group.accept(BATCH);
        // when this returns nothing more comes for it
        parts.get(1).leave();
        int got = ((Numbered) parts.get(1).stage()).fEvents.size();
        group.accept(BATCH);
        group.finish(true);
        assertEquals(20, ((Numbered) parts.get(0).stage()).fEvents.size());
        assertEquals(got, ((Numbered) parts.get(1).stage()).fEvents.size());
        assertEquals(20, ((Numbered) parts.get(2).stage()).fEvents.size());
        assertEquals(9, fHandlers.get(2).handled());
        assertEquals("finished closed ", fEnded);
        parts.get(2).ends(9L, null);
        assertEquals(9L, parts.get(2).result());
    }

    @Test
    void whatIsNotReadToTheEndIsNotFinished() {
        PassGroup group = PassGroup.of(parts(1, 2), 1).get(0);
        group.start();
        group.accept(BATCH);
        group.finish(false);
        assertEquals("closed ", fEnded);
    }

    /** As one who waits for a file: why nothing more comes, who reads knows. */
    @Test
    void whoIsStoppedHasNotFailed() throws Exception {
        fWaiting = new CountDownLatch(1);
        List<PassPart> parts = parts(1, 2);
        PassGroup group = PassGroup.of(parts, 1).get(0);
        group.start();
        group.accept(BATCH);
        fWaiting.await();
        group.finish(false);
        IllegalStateException damage = new IllegalStateException("a packet is damaged");
        for (PassPart part : parts) {
            assertTrue(part.isIn());
            part.ends(null, damage);
            assertSame(damage, assertThrows(IllegalStateException.class, part::result));
        }
        assertEquals("closed ", fEnded);
    }

    @Test
    void whatTheCommonStageThrowsFailsAllOfThem() throws Exception {
        fDeath = new OutOfMemoryError("injected");
        List<PassPart> parts = parts(1, 2);
        PassGroup group = PassGroup.of(parts, 1).get(0);
        group.start();
        group.accept(BATCH);
        for (PassPart part : parts) {
            assertTrue(part.await(60, TimeUnit.SECONDS));
            assertFalse(part.isIn());
            assertSame(fDeath, assertThrows(OutOfMemoryError.class, part::result));
        }
        // who reads may not have seen it yet
        group.accept(BATCH);
        group.finish(true);
        assertEquals("closed ", fEnded);
    }
}
