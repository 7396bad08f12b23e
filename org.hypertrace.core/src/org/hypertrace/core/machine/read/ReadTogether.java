/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What reads a trace in one reading: it begins when the last one of those who read together has asked for it, or will not. */
public final class ReadTogether implements AutoCloseable {

    /** One of those who read together: asks once, or not at all. */
    public final class Reader {
        private boolean fIsDone;

        /** It has asked, or will not. */
        public synchronized void sent() {
            if (!fIsDone) {
                fIsDone = true;
                fLeft.countDown();
            }
        }

        ReadTogether together() {
            return ReadTogether.this;
        }
    }

    private final CountDownLatch fLeft;

    /** @param readers how many read; at least 1 */
    public ReadTogether(int readers) {
        fLeft = new CountDownLatch(readers);
    }

    /** @return who reads alone */
    public static Reader alone() {
        return new ReadTogether(1).reader();
    }

    /** @return one of them; as many as there are */
    public Reader reader() {
        return new Reader();
    }

    /** Whether all have asked or will not, waiting for that so long. */
    boolean awaitAll(int ms) throws InterruptedException {
        return fLeft.await(ms, TimeUnit.MILLISECONDS);
    }

    /** Nobody is waited for any more. */
    @Override
    public void close() {
        while (fLeft.getCount() > 0) {
            fLeft.countDown();
        }
    }
}
