/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.hypertrace.core.event.HostEvent;

/**
 * Those for whom a trace is read whose passes begin with the same stage, which is done once for all of them: on the one thread that does all, or else on
 * the reader's, which hands over what it finds to the others. Who fails or leaves does not concern the others.
 */
abstract sealed class PassGroup {

    /** By threads. */
    private final List<List<PassPart>> fThreads;

    private PassGroup(List<List<PassPart>> threads) {
        fThreads = threads;
    }

    /**
     * Divides those that begin with the same stage among so many threads, so that all take about as long. With a thread for each, each does
     * all on its own: no thread is done earlier if it does more.
     *
     * @return null if each is on its own
     */
    static PassGroup of(List<PassPart> parts, int threads) {
        PassPart first = parts.stream().filter(part -> part.stage() != null).findFirst().orElse(null);
        List<PassPart> alike = first == null ? List.of() : parts.stream().filter(first::beginsLike)
                .sorted(Comparator.comparingInt((PassPart part) -> part.stage().weight()).reversed()).toList();
        if (alike.size() <= threads) {
            return null;
        }
        if (threads == 1) {
            return new OnOneThread(alike);
        }
        List<List<PassPart>> divided = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            divided.add(new ArrayList<>());
        }
        for (PassPart part : alike) {
            divided.stream().min(Comparator.comparingInt(PassGroup::weight)).orElseThrow().add(part);
        }
        return new OnThreads(divided);
    }

    private static int weight(List<PassPart> parts) {
        return parts.stream().mapToInt(part -> part.stage().weight()).sum();
    }

    /** By threads. */
    List<List<PassPart>> threads() {
        return fThreads;
    }

    Stream<PassPart> parts() {
        return fThreads.stream().flatMap(List::stream);
    }

    boolean has(PassPart part) {
        return parts().anyMatch(part::equals);
    }

    abstract void start();

    /** Events come for all of them. */
    abstract void accept(HostEvent[] batch);

    /** No more events come; all before are handled when this returns, if these were all. */
    abstract void finish(boolean all);

    private static List<ReadTogether.Member> members(List<PassPart> parts, BooleanSupplier isStopped) {
        return parts.stream().map(part -> new ReadTogether.Member(part.stage(), part::isIn, cause -> {
            // one who is stopped since the reading failed is interrupted, wherever it is: that is no failure of its own
            if (!isStopped.getAsBoolean()) {
                part.fails(cause);
            }
        })).toList();
    }

    private static void failed(List<PassPart> parts, Throwable cause) {
        parts.forEach(part -> part.fails(cause));
    }

    private static <E> void handOver(EventHandler<E> handler, E[] batch) {
        try {
            handler.accept(batch);
        } catch (EventHandler.Stopped e) {
            // all on its thread know why
        }
    }

    /** All on one thread. */
    private static final class OnOneThread extends PassGroup {
        private final ReadTogether.Shared fStage;
        private final EventHandler<HostEvent> fHandler;

        OnOneThread(List<PassPart> parts) {
            super(List.of(parts));
            fStage = parts.get(0).stage().share(members(parts, this::isStopped));
            fHandler = new EventHandler<>("Events of " + parts.size(), fStage::accept, this::ends, cause -> failed(parts, cause));
            parts.forEach(part -> part.joins(fHandler));
        }

        private boolean isStopped() {
            return fHandler.isStopped();
        }

        @Override
        void start() {
            fHandler.start();
        }

        @Override
        void accept(HostEvent[] batch) {
            handOver(fHandler, batch);
        }

        @Override
        void finish(boolean all) {
            if (!all) {
                fHandler.fail();
            }
            fHandler.finish();
        }

        private void ends(boolean whole) {
            try (fStage) {
                if (whole) {
                    fHandler.alone(fStage::finish);
                }
            }
        }
    }

    /** On several threads: the reader's does what they have in common. */
    private static final class OnThreads extends PassGroup {
        private final ReadTogether.Shared fStage;
        private final List<EventHandler<Object>> fHandlers = new ArrayList<>();
        /** What the stage has found and nobody has got yet. */
        private Object[] fFound = new Object[EventHandler.SIZE];
        private int fCount;
        /** It failed: nothing more is found. */
        private boolean fHasFailed;

        OnThreads(List<List<PassPart>> threads) {
            super(threads);
            List<List<ReadTogether.Member>> members = new ArrayList<>();
            for (int i = 0; i < threads.size(); i++) {
                int thread = i;
                members.add(members(threads.get(i), () -> fHandlers.get(thread).isStopped()));
            }
            ReadTogether.Divided stage = threads.get(0).get(0).stage().divide(members, this::found);
            fStage = stage.first();
            for (int i = 0; i < threads.size(); i++) {
                List<PassPart> parts = threads.get(i);
                EventHandler<Object> handler = new EventHandler<>("Events of " + parts.size(), stage.then().get(i), whole -> { },
                        cause -> failed(parts, cause));
                fHandlers.add(handler);
                parts.forEach(part -> part.joins(handler));
            }
        }

        @Override
        void start() {
            fHandlers.forEach(EventHandler::start);
        }

        private void found(Object event) {
            fFound[fCount++] = event;
            if (fCount == fFound.length) {
                giveAll(fFound);
                fFound = new Object[EventHandler.SIZE];
                fCount = 0;
            }
        }

        private void giveAll(Object[] found) {
            fHandlers.forEach(handler -> handOver(handler, found));
        }

        @Override
        void accept(HostEvent[] batch) {
            guarded(() -> {
                for (HostEvent event : batch) {
                    fStage.accept(event);
                }
            });
        }

        /** What the stage fails of, all fail of: it fails alone, not who reads. */
        private void guarded(Runnable what) {
            if (!fHasFailed) {
                try {
                    what.run();
                } catch (Throwable e) {
                    fHasFailed = true;
                    parts().forEach(part -> part.fails(e));
                }
            }
        }

        @Override
        void finish(boolean all) {
            if (all) {
                guarded(() -> {
                    fStage.finish();
                    if (fCount > 0) {
                        giveAll(Arrays.copyOf(fFound, fCount));
                    }
                });
            }
            if (!all || fHasFailed) {
                fHandlers.forEach(EventHandler::fail);
            }
            fHandlers.forEach(EventHandler::finish);
            fStage.close();
        }
    }
}
