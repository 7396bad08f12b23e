/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.failure;

import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * The threads of one analysis: the one that runs it and all that come into being meanwhile. Those of Trace Compass that write its history
 * are among them. When one of them dies, that is reported at once, so that nobody waits for it.
 */
public final class Threads extends ThreadGroup {

    /** Null as soon as it is over: Java 17 keeps thread groups for ever, and with them all that they refer to. */
    private volatile Consumer<Throwable> fOnDeath;

    private Threads(String name, Consumer<Throwable> onDeath) {
        super(name);
        fOnDeath = onDeath;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable death) {
        Consumer<Throwable> onDeath = fOnDeath;
        if (onDeath == null) {
            super.uncaughtException(thread, death);
        } else {
            onDeath.accept(death);
        }
    }

    /**
     * Runs something in a thread of such a group and waits for its end.
     *
     * @param name
     *            for those who debug
     * @param what
     *            is run
     * @param onFailure
     *            gets what it threw, and what any of its threads died of, each on the thread concerned
     * @return what it returned, false if it threw something
     */
    public static boolean run(String name, Callable<Boolean> what, Consumer<Throwable> onFailure) {
        boolean[] result = new boolean[1];
        Threads group = new Threads(name, onFailure);
        Thread thread = new Thread(group, () -> {
            try {
                result[0] = what.call();
            } catch (Throwable e) {
                onFailure.accept(e);
            }
        }, name);
        thread.start();
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                // whoever is impatient cancels the analysis: that ends the thread
                interrupted = true;
            }
        }
        group.fOnDeath = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return result[0];
    }
}
