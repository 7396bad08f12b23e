/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.failure;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Something that is found on a thread of its own, while who wants it finds something else. Whatever it fails of is thrown where it is asked
 * for. Nothing goes on when this is closed.
 *
 * @param <T>
 *            of what is found
 */
public final class Beside<T> implements AutoCloseable {

    private final FutureTask<T> fTask;

    private Beside(Callable<T> what) {
        fTask = new FutureTask<>(what);
    }

    /**
     * @param name
     *            for those who debug
     * @param what
     *            is run on another thread at once
     * @param <T>
     *            of what is found
     * @return it, to be closed
     */
    public static <T> Beside<T> of(String name, Callable<T> what) {
        Beside<T> beside = new Beside<>(what);
        Thread thread = new Thread(beside.fTask, name);
        thread.setDaemon(true);
        thread.start();
        return beside;
    }

    /**
     * Waits for it.
     *
     * @param checked
     *            what it may throw besides what need not be declared
     * @param <E>
     *            of that
     * @return what was found
     * @throws E
     *             if it failed of that
     */
    public <E extends Exception> T get(Class<E> checked) throws E {
        try {
            return await();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (checked.isInstance(cause)) {
                throw checked.cast(cause);
            } else if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof RuntimeException exception ? exception : new IllegalStateException(cause);
        }
    }

    /** Who is impatient cancels what both do: that ends it. */
    private T await() throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return fTask.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for its end; nobody wants what it found. */
    @Override
    public void close() {
        try {
            await();
        } catch (ExecutionException e) {
            // who asked got it, and who did not failed himself
        }
    }
}
