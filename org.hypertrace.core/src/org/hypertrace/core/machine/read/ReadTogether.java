/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.Timed;

/** What reads a trace in one reading: it begins when the last one of those who read together has asked for it, or will not. */
public final class ReadTogether implements AutoCloseable {

    /** What a pass does with events first. If others do the same, it can be done once for all of them. */
    public interface Stage {

        /** @return how long the rest of the pass takes, if this takes 20 */
        int weight();

        /**
         * @param other
         *            of another pass
         * @return whether it makes the same of the same events
         */
        boolean isLike(Stage other);

        /**
         * Makes one for several, none of which got an event so far, or will.
         *
         * @param members
         *            have stages that are like this one
         * @return what gets the events for them, all on one thread
         */
        Shared share(List<Member> members);

        /**
         * The same for several threads: what can be found once for all is found on another one.
         *
         * @param threads
         *            those of each thread
         * @param found
         *            gets what is found, in order of time: each is a {@link Timed}
         * @return what gets the events, and on each thread what is found
         */
        Divided divide(List<List<Member>> threads, Consumer<Object> found);
    }

    /**
     * A stage that several have in common who are on different threads.
     *
     * @param first
     *            gets the events, all on one thread, on which it hands over what it finds
     * @param then
     *            for each thread: gets all that is found, in this order, on that thread. (Objects: whether each is of some interface is not asked)
     */
    public record Divided(Shared first, List<Consumer<Object>> then) { }

    /**
     * One of those that have a stage in common.
     *
     * @param stage
     *            its own
     * @param isWanted
     *            whether it gets more
     * @param failed
     *            gets what it failed of: it gets no more
     */
    public record Member(Stage stage, BooleanSupplier isWanted, Consumer<Throwable> failed) { }

    /** A stage that several have in common. */
    public interface Shared extends AutoCloseable {

        /** @param event the next event, in time order */
        void accept(HostEvent event);

        /** There are no more events. */
        void finish();

        /** Gives back what it holds. */
        @Override
        void close();
    }

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
    private final boolean fLeavesOut;

    /** @param readers how many read; at least 1 */
    public ReadTogether(int readers) {
        this(readers, false);
    }

    /**
     * @param readers
     *            how many read; at least 1
     * @param leavesOut
     *            whether guests' own traces are not read of which no event is handled, see {@link GuestTrace#isSilent}
     */
    public ReadTogether(int readers, boolean leavesOut) {
        fLeft = new CountDownLatch(readers);
        fLeavesOut = leavesOut;
    }

    /** @return who reads alone */
    public static Reader alone() {
        return new ReadTogether(1).reader();
    }

    /** @return one of them; as many as there are */
    public Reader reader() {
        return new Reader();
    }

    /** Whether silent traces of guests are not read. */
    boolean leavesOut() {
        return fLeavesOut;
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
