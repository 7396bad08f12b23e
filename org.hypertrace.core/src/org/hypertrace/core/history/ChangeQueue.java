/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A thread that writes changes of states while another one finds them. They are handed over many at a time, in buffers that are used again. Few
 * changes need no thread. What it fails of is thrown where changes are put; neither thread waits for the other once that has ended.
 */
final class ChangeQueue {

    /** The changes that are handed over at a time. */
    static final int SIZE = 2048;
    private static final int BUFFERS = 8;
    /** How often who waits looks whether that is of use. */
    private static final int LOOK_MS = 200;
    private static final Changes END = new Changes(0);

    /** Writes a change. */
    @FunctionalInterface
    interface Writer {
        /** The value is as in {@link OngoingValue}. */
        void write(long time, int quark, int type, long number, String text);
    }

    private static final class Changes {
        private final long[] fTimes;
        private final int[] fQuarks;
        private final byte[] fTypes;
        private final long[] fNumbers;
        /** Null where the value is no text. */
        private final String[] fTexts;
        private int fCount;

        Changes(int size) {
            fTimes = new long[size];
            fQuarks = new int[size];
            fTypes = new byte[size];
            fNumbers = new long[size];
            fTexts = new String[size];
        }
    }

    private final Writer fTo;
    private final BlockingQueue<Changes> fFull = new ArrayBlockingQueue<>(BUFFERS + 2);
    private final BlockingQueue<Changes> fFree = new ArrayBlockingQueue<>(BUFFERS);
    private final Thread fThread;
    private Changes fNext = new Changes(SIZE);
    private boolean fIsStarted;
    private volatile long fWritten = Long.MIN_VALUE;
    private volatile Throwable fFailure;
    private volatile boolean fIsWhole;

    /** {@code name}: of the thread. */
    ChangeQueue(String name, Writer to) {
        fTo = to;
        fThread = new Thread(this::run, name);
        fThread.setDaemon(true);
    }

    /** Puts a change, behind those before. */
    void put(long time, int quark, int type, long number, String text) {
        Changes next = fNext;
        int at = next.fCount;
        next.fTimes[at] = time;
        next.fQuarks[at] = quark;
        next.fTypes[at] = (byte) type;
        next.fNumbers[at] = number;
        if (text != null) {
            next.fTexts[at] = text;
        }
        next.fCount = at + 1;
        if (next.fCount == SIZE) {
            handOver();
        }
    }

    private void handOver() {
        if (!fIsStarted) {
            for (int i = 1; i < BUFFERS; i++) {
                fFree.add(new Changes(SIZE));
            }
            fThread.start();
            fIsStarted = true;
        }
        fFull.add(fNext);
        fNext = new Changes(0);
        try {
            Changes free = fFree.poll();
            while (free == null && fThread.isAlive()) {
                free = fFree.poll(LOOK_MS, TimeUnit.MILLISECONDS);
            }
            require(free != null);
            fNext = free;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Nothing more is put: waits until all is written. */
    void finish() {
        if (!fIsStarted) {
            write(fNext);
            return;
        }
        fFull.add(fNext);
        fFull.add(END);
        try {
            fThread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        require(fIsWhole);
    }

    /** Nothing more is put, and nobody wants what is not written. */
    void stop() {
        fThread.interrupt();
    }

    /** The time of a change: all before it are written; Long.MIN_VALUE before the first. */
    long written() {
        return fWritten;
    }

    /** Changes are written, or were. */
    private void require(boolean written) {
        Throwable failure = fFailure;
        if (failure instanceof Error error) {
            throw error;
        } else if (failure != null) {
            throw (RuntimeException) failure;
        } else if (!written) {
            throw new IllegalStateException("changes are not written any more");
        }
    }

    private void run() {
        try {
            for (Changes next = fFull.take(); next != END; next = fFull.take()) {
                write(next);
                fFree.add(next);
            }
            fIsWhole = true;
        } catch (InterruptedException e) {
            // nobody wants the rest
        } catch (Throwable e) {
            fFailure = e;
        }
    }

    private void write(Changes changes) {
        int count = changes.fCount;
        for (int i = 0; i < count; i++) {
            String text = changes.fTexts[i];
            fTo.write(changes.fTimes[i], changes.fQuarks[i], changes.fTypes[i], changes.fNumbers[i], text);
            if (text != null) {
                changes.fTexts[i] = null;
            }
        }
        changes.fCount = 0;
        if (count > 0) {
            fWritten = Math.max(fWritten, changes.fTimes[count - 1]);
        }
    }
}
