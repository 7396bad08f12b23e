/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Passes that begin with the same stage, which keeps what each gets. */
abstract class PassGroupFixture {

    static final HostEvent[] BATCH = IntStream.range(0, 10).mapToObj(time -> new HostEvent.Other(time, 0, 0)).toArray(HostEvent[]::new);

    static final HostEvent LAST = new HostEvent.Other(10, 0, 0);

    @TempDir
    private Path fFolder;
    private LttngKernelTrace fTrace;
    private HostTraces fHosts;
    String fEnded = "";
    Error fDeath;
    /** The thread of the member with this weight fails; 0: none. */
    int fDeathOf;
    /** Members wait until they are interrupted, and report that as their failure. */
    CountDownLatch fWaiting;

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
    final class Numbered implements ReadTogether.Stage {
        private final int fWeight;
        final List<HostEvent> fEvents = new ArrayList<>();

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

        @Override
        public ReadTogether.Divided divide(List<List<ReadTogether.Member>> threads, Consumer<Object> found) {
            ReadTogether.Shared first = share(List.of());
            return new ReadTogether.Divided(new ReadTogether.Shared() {
                @Override
                public void accept(HostEvent event) {
                    first.accept(event);
                    found.accept(event);
                }

                @Override
                public void finish() {
                    first.finish();
                    // what waited comes at the end
                    found.accept(LAST);
                }

                @Override
                public void close() {
                    first.close();
                }
            }, threads.stream().<Consumer<Object>>map(members -> event -> give((HostEvent) event, members)).toList());
        }
    }

    private void give(HostEvent event, List<ReadTogether.Member> members) {
        if (fDeathOf != 0) {
            members.stream().filter(member -> member.stage().weight() == fDeathOf).forEach(member -> { throw new IllegalStateException("of one thread"); });
        }
        members.stream().filter(member -> member.isWanted().getAsBoolean()).forEach(member -> ((Numbered) member.stage()).fEvents.add(event));
    }

    private void untilInterrupted(List<ReadTogether.Member> members) {
        fWaiting.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            members.forEach(member -> member.failed().accept(e));
        }
    }

    final List<EventHandler<HostEvent>> fHandlers = new ArrayList<>();

    private PassPart part(int weight) {
        EventHandler<HostEvent> handler = new EventHandler<>("own", event -> { throw new AssertionError("it gets none itself"); }, whole -> { }, e -> { });
        fHandlers.add(handler);
        return new PassPart(handler, weight == 0 ? null : new Numbered(weight), fHosts, new NullProgressMonitor());
    }

    List<PassPart> parts(int... weights) {
        return IntStream.of(weights).mapToObj(this::part).toList();
    }

    List<HostEvent> events(List<PassPart> parts, int part) {
        return ((Numbered) parts.get(part).stage()).fEvents;
    }
}
