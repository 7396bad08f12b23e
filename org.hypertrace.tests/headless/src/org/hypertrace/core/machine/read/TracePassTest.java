/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several read a trace in one reading; what happens to one does not concern the others. */
@Tag("plain")
@Timeout(60)
class TracePassTest {

    /** More than may wait for being handled. */
    private static final int MANY = 20_000;
    /** Where the header of a packet has its end. */
    private static final int PACKET_END = 40;

    @TempDir
    private Path fFolder;
    private LttngKernelTrace fTrace;
    private HostTraces fHosts;

    @AfterEach
    void close() {
        fTrace.dispose();
    }

    private void open(Path folder) throws Exception {
        fTrace = HypertraceKernelTrace.of(folder);
        fTrace.initTrace(null, folder.toString(), CtfTmfEvent.class, "pass", null);
        fHosts = HostTraces.of(fTrace);
    }

    private Path record() throws Exception {
        StringBuilder story = new StringBuilder(RecordedStory.ENTERED);
        for (int i = 0; i < MANY; i++) {
            story.append(200 + i).append(" alpha cpu0 other\n");
        }
        return new RecordedStory(story.toString()).in(fFolder.resolve("recorded"));
    }

    private CompletableFuture<Boolean> read(Detail detail, Consumer<HostEvent> to, ReadTogether.Reader reader, IProgressMonitor monitor) {
        return CompletableFuture.supplyAsync(() -> TracePass.read(fTrace, fHosts, detail, "events", to, reader, monitor), task -> new Thread(task).start());
    }

    private static Throwable failure(CompletableFuture<?> read) {
        return assertThrows(ExecutionException.class, read::get).getCause();
    }

    @Test
    void eachGetsAllEvents() throws Exception {
        open(record());
        ReadTogether both = new ReadTogether(2);
        List<HostEvent> states = new ArrayList<>();
        List<HostEvent> exits = new ArrayList<>();
        CompletableFuture<Boolean> first = read(Detail.STATES, states::add, both.reader(), new NullProgressMonitor());
        // it waits for who reads with it
        assertFalse(first.isDone());
        assertTrue(read(Detail.EXITS, exits::add, both.reader(), new NullProgressMonitor()).get());
        assertTrue(first.get());
        assertEquals(MANY + 3, states.size());
        assertEquals(states, exits);
        for (int i = 0; i < states.size(); i++) {
            assertSame(states.get(i), exits.get(i), "read twice");
        }
    }

    @Test
    void whoDecidesNotToReadIsNotWaitedFor() throws Exception {
        open(record());
        ReadTogether both = new ReadTogether(2);
        List<HostEvent> events = new ArrayList<>();
        CompletableFuture<Boolean> first = read(Detail.STATES, events::add, both.reader(), new NullProgressMonitor());
        both.reader().sent();
        assertTrue(first.get());
        assertEquals(MANY + 3, events.size());
    }

    @Test
    void nobodyNeedsToReadTogether() throws Exception {
        open(record());
        List<HostEvent> events = new ArrayList<>();
        assertTrue(TracePass.read(fTrace, fHosts, Detail.STATES, "events", events::add, null, new NullProgressMonitor()));
        assertEquals(MANY + 3, events.size());
    }

    @Test
    void whatOneThrowsIsItsOwn() throws Exception {
        open(record());
        ReadTogether both = new ReadTogether(2);
        Error death = new StackOverflowError("injected");
        CompletableFuture<Boolean> first = read(Detail.STATES, event -> {
            throw death;
        }, both.reader(), new NullProgressMonitor());
        List<HostEvent> events = new ArrayList<>();
        assertTrue(read(Detail.STATES, events::add, both.reader(), new NullProgressMonitor()).get());
        assertEquals(MANY + 3, events.size());
        assertSame(death, failure(first));
    }

    @Test
    void whoIsCancelledLeavesTheOthers() throws Exception {
        open(record());
        ReadTogether both = new ReadTogether(2);
        IProgressMonitor monitor = new NullProgressMonitor();
        // it handles its first event until the other one has all
        CountDownLatch cancelled = new CountDownLatch(1);
        CompletableFuture<Boolean> first = read(Detail.STATES, event -> {
            monitor.setCanceled(true);
            await(cancelled);
        }, both.reader(), monitor);
        List<HostEvent> events = new ArrayList<>();
        assertTrue(read(Detail.STATES, events::add, both.reader(), new NullProgressMonitor()).get());
        assertEquals(MANY + 3, events.size());
        cancelled.countDown();
        // being interrupted it throws, which is no failure of who was cancelled
        assertFalse(first.get());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void itEndsWhenNobodyWantsIt() throws Exception {
        open(record());
        ReadTogether both = new ReadTogether(2);
        IProgressMonitor monitor = new NullProgressMonitor();
        monitor.setCanceled(true);
        // the other one never comes
        assertFalse(read(Detail.STATES, event -> { }, both.reader(), monitor).get());
    }

    @Test
    void aDamagedTraceFailsForAll() throws Exception {
        Path whole = new RecordedStory(RecordedStory.ENTERED + "5000000 alpha cpu0 other\n").in(fFolder.resolve("whole"));
        open(DamagedCopy.of(whole, fFolder.resolve("damaged")).set("channel0_0", 0, PACKET_END, 300).folder());
        ReadTogether both = new ReadTogether(2);
        CompletableFuture<Boolean> first = read(Detail.STATES, event -> { }, both.reader(), new NullProgressMonitor());
        CompletableFuture<Boolean> second = read(Detail.EXITS, event -> { }, both.reader(), new NullProgressMonitor());
        String message = assertInstanceOf(DamagedTrace.class, failure(first)).getMessage();
        assertTrue(message.contains("an event stands outside the times of its packet"), message);
        assertSame(failure(first), failure(second));
    }
}
