/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import org.hypertrace.core.event.Timed;

/**
 * A thread that handles events while another one reads them: they are handed over many at a time. Whatever either thread fails of,
 * the other does not wait for it.
 *
 * @param <E>
 *            the events: each is a {@link Timed}, of which only the last of many is asked that
 */
final class EventHandler<E> {

    /** The events that are handed over at a time. */
    static final int SIZE = 512;
    /** How often that many may wait for being handled. */
    private static final int BATCHES = 16;
    /** How often who waits looks whether that is of use. */
    private static final int LOOK_MS = 200;
    private static final Object[] END = new Object[0];

    /** Events are not handled any more: who handles them has failed, and who waits for it gets the reason. */
    static final class Stopped extends IllegalStateException {
        private static final long serialVersionUID = 1;

        Stopped() {
            super("events are not handled any more");
        }
    }

    private final Consumer<? super E> fTo;
    private final BlockingQueue<Object[]> fQueue = new ArrayBlockingQueue<>(BATCHES);
    private final Thread fThread;
    private final Consumer<Throwable> fOnFailure;
    private volatile long fHandled;
    /** Held while events are handled; who waits for it longest gets it first. */
    private final ReentrantLock fBusy = new ReentrantLock(true);
    private volatile boolean fFailed;
    /** Who handles the events instead; null: nobody. */
    private volatile EventHandler<?> fOther;

    /**
     * @param name
     *            of the thread
     * @param to
     *            handles the events, on that thread
     * @param end
     *            is called on that thread at its end: gets whether all events were handled
     * @param onFailure
     *            gets what either throws
     */
    EventHandler(String name, Consumer<? super E> to, Consumer<Boolean> end, Consumer<Throwable> onFailure) {
        fTo = to;
        fOnFailure = onFailure;
        fHandled = Long.MIN_VALUE;
        fThread = new Thread(() -> run(end), name);
    }

    void start() {
        fThread.start();
    }

    /** The time of an event: all before it are handled; Long.MIN_VALUE before the first. */
    long handled() {
        EventHandler<?> other = fOther;
        return other == null ? fHandled : other.fHandled;
    }

    /** Hands events over, at least one and at most {@link #SIZE}. */
    void accept(E[] batch) {
        if (fFailed) {
            throw new Stopped();
        }
        handOver(batch);
    }

    /** Waits for room as long as somebody makes some. */
    private void handOver(Object[] batch) {
        try {
            while (!fQueue.offer(batch, LOOK_MS, TimeUnit.MILLISECONDS) && fThread.isAlive()) {
                // it is slower than the reader
            }
        } catch (InterruptedException e) {
            fail();
            Thread.currentThread().interrupt();
        }
    }

    /** No more events come: waits until all are handled. */
    void finish() {
        handOver(END);
        try {
            fThread.join();
        } catch (InterruptedException e) {
            fail();
            Thread.currentThread().interrupt();
        }
    }

    /** Nothing more is handled. */
    void fail() {
        fFailed = true;
        if (Thread.currentThread() != fThread) {
            // it may wait for what will never be
            fThread.interrupt();
        }
    }

    /** Whether it failed, or somebody stops it. */
    boolean isStopped() {
        return fFailed;
    }

    private void run(Consumer<Boolean> end) {
        try {
            for (Object[] batch = fQueue.take(); batch != END && !fFailed; batch = fQueue.take()) {
                handle(batch);
            }
        } catch (Throwable e) {
            // who stops it interrupts it: that is no failure
            if (!fFailed) {
                failed(e);
            }
        }
        try {
            // it may have been interrupted for what it waited for
            Thread.interrupted();
            end.accept(!fFailed);
        } catch (Throwable e) {
            failed(e);
        }
    }

    @SuppressWarnings("unchecked")
    private void handle(Object[] batch) {
        alone(() -> {
            for (int i = 0; i < batch.length && !fFailed; i++) {
                fTo.accept((E) batch[i]);
            }
        });
        fHandled = ((Timed) batch[batch.length - 1]).time();
    }

    /** Does something while no events are being handled, waiting for that. */
    void alone(Runnable what) {
        fBusy.lock();
        try {
            what.run();
        } finally {
            fBusy.unlock();
        }
    }

    /** Another one handles the events also for who waits for this one; it only ends. */
    void follows(EventHandler<?> other) {
        fOther = other;
    }

    private void failed(Throwable cause) {
        fFailed = true;
        fOnFailure.accept(cause);
    }
}
