/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;

/** Answers questions about a model, some at once: as many as there are processors, and no more than memory allows. */
public final class SideBySide {

    /** Each holds some ten megabytes of states. */
    private static final int MOST = 4;

    private SideBySide() {
    }

    /**
     * The first failure ends all: no further question is begun, and it is thrown when those that were have ended.
     *
     * @param <T>
     *            what the answers are
     * @param questions
     *            those that take longest first; their failures are those of a query, or unchecked
     * @return the answers, in the order of the questions
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static <T> List<T> of(List<Callable<T>> questions) throws StateSystemDisposedException {
        List<T> answers = new ArrayList<>(Collections.nCopies(questions.size(), null));
        AtomicInteger next = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Runnable work = () -> {
            for (int i = next.getAndIncrement(); i < questions.size() && failure.get() == null; i = next.getAndIncrement()) {
                try {
                    T answer = questions.get(i).call();
                    synchronized (answers) {
                        answers.set(i, answer);
                    }
                } catch (Throwable e) { // whatever it is, it is thrown below
                    failure.compareAndSet(null, e);
                }
            }
        };
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < Math.min(Math.min(questions.size(), MOST), Runtime.getRuntime().availableProcessors()); i++) {
            Thread other = new Thread(work, Thread.currentThread().getName() + ", beside it");
            other.setDaemon(true);
            other.start();
            others.add(other);
        }
        work.run();
        boolean interrupted = false;
        for (Thread other : others) {
            for (boolean ended = false; !ended;) {
                try {
                    other.join();
                    ended = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        raise(failure.get());
        return answers;
    }

    private static void raise(Throwable failure) throws StateSystemDisposedException {
        if (failure instanceof StateSystemDisposedException disposed) {
            throw disposed;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }
}
