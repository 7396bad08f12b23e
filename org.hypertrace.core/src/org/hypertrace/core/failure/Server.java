/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.failure;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The thread of Trace Compass that serves a request. It may die of an error and then shows nobody: who waits for the request
 * looks whether the thread still lives.
 */
public final class Server {

    private static final int LOOK_MS = 200;

    private final CountDownLatch fDone = new CountDownLatch(1);
    private volatile Thread fThread;
    private volatile Throwable fDeath;

    /** To be called by the thread when it begins to serve. */
    public void begins() {
        Thread thread = Thread.currentThread();
        thread.setUncaughtExceptionHandler((dying, death) -> fDeath = death);
        fThread = thread;
    }

    /** The request is completed, in whatever way. */
    public void completed() {
        fDone.countDown();
    }

    /**
     * Waits until the request is completed or will never be.
     *
     * @return what the thread died of, null if the request was completed
     * @throws InterruptedException
     *             if who waits is interrupted
     */
    public Throwable await() throws InterruptedException {
        while (true) {
            Thread thread = fThread;
            boolean lives = thread == null || thread.isAlive();
            if (fDone.await(lives ? LOOK_MS : 0, TimeUnit.MILLISECONDS)) {
                return null;
            }
            if (!lives) {
                return fDeath != null ? fDeath : new IllegalStateException("the thread that reads the trace ended");
            }
        }
    }
}
