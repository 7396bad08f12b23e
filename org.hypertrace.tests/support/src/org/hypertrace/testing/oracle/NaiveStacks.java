/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;

/**
 * Own times and calls of whole paths of frames, by the definition alone: every moment of a thread is of the path that is open.
 * Slow, and without any tree.
 */
public final class NaiveStacks implements StackSink {

    private static final long INTERRUPTS = Frames.of(FrameKind.INTERRUPTS, 0);

    /** The own time of a path and how often its last frame was called. */
    private record Figures(long self, long calls) {
        Figures plus(Figures other) {
            return new Figures(self + other.self, calls + other.calls);
        }
    }

    private static final class Thread {
        private final List<Long> fOpen = new ArrayList<>();
        private final Map<List<Long>, Figures> fPaths = new HashMap<>();
        private long fSince;
        private long fKnown;
        private long fTracer;
    }

    private final long fFrom;
    private final long fTo;
    private final Map<StackThread, Thread> fThreads = new HashMap<>();

    /** Only what is from {@code from} to {@code to} counts. */
    public NaiveStacks(long from, long to) {
        fFrom = from;
        fTo = to;
    }

    /** @return how long something is known of a thread, ns */
    public long known(StackThread thread) {
        return of(thread).fKnown;
    }

    /** @return how long a thread was left for its tracer, ns */
    public long tracer(StackThread thread) {
        return of(thread).fTracer;
    }

    /** @return own time and calls of all its paths, as {@link #paths(FlameTree)} has them; what interrupts did apart */
    public String paths(StackThread thread, BiPredicate<StackThread, Long> isInterrupt) {
        Map<List<Long>, Figures> paths = new HashMap<>();
        of(thread).fPaths.forEach((path, figures) -> paths.merge(apart(path, frame -> isInterrupt.test(thread, frame)), figures,
                Figures::plus));
        Set<String> text = new TreeSet<>();
        paths.forEach((path, figures) -> add(path, figures.self, figures.calls, text));
        return String.join("\n", text);
    }

    /** @return own time and calls of all paths of a tree that have any */
    public static String paths(FlameTree tree) {
        Set<String> text = new TreeSet<>();
        for (int node = 0; node < tree.size(); node++) {
            List<Long> path = new ArrayList<>();
            for (int up = node; up != FlameTree.ROOT; up = tree.parent(up)) {
                path.add(0, tree.frame(up));
            }
            add(path, tree.self(node), tree.count(node), text);
        }
        return String.join("\n", text);
    }

    private static void add(List<Long> path, long self, long calls, Set<String> text) {
        if (self != 0 || calls != 0) {
            text.add(path.stream().map(Long::toHexString).collect(Collectors.joining(";")) + ' ' + self + " ns, " + calls + " calls");
        }
    }

    private static List<Long> apart(List<Long> path, LongPredicate isInterrupt) {
        for (int i = 0; i < path.size(); i++) {
            if (isInterrupt.test(path.get(i))) {
                for (int off = i + 1; off < path.size(); off++) {
                    if (Frames.kind(path.get(off)) == FrameKind.OFF_CPU) {
                        List<Long> waits = new ArrayList<>(path.subList(0, i));
                        waits.addAll(path.subList(off, path.size()));
                        return apart(waits, isInterrupt);
                    }
                }
                List<Long> apart = new ArrayList<>(List.of(INTERRUPTS));
                apart.addAll(path.subList(i, path.size()));
                return apart;
            }
        }
        return path;
    }

    private Thread of(StackThread thread) {
        return fThreads.computeIfAbsent(thread, key -> new Thread());
    }

    private static void add(Thread thread, long self, long calls) {
        thread.fPaths.merge(List.copyOf(thread.fOpen), new Figures(self, calls), Figures::plus);
    }

    private Thread at(long time, StackThread of) {
        Thread thread = of(of);
        long length = Math.max(fFrom, Math.min(fTo, time)) - Math.max(fFrom, Math.min(fTo, thread.fSince));
        add(thread, length, 0);
        thread.fKnown += length;
        thread.fTracer += thread.fOpen.stream().anyMatch(frame -> Frames.kind(frame) == FrameKind.TRACER) ? length : 0;
        thread.fSince = time;
        return thread;
    }

    @Override
    public void begins(long time, StackThread thread) {
        of(thread).fSince = time;
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        Thread its = at(time, thread);
        its.fOpen.add(frame);
        add(its, 0, time >= fFrom && time < fTo ? 1 : 0);
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        at(time, thread).fOpen.add(frame);
    }

    /** A call without time in what is open. */
    @Override
    public void marks(long time, StackThread thread, long frame) {
        if (frame != 0) {
            Thread its = at(time, thread);
            its.fOpen.add(frame);
            add(its, 0, time >= fFrom && time < fTo ? 1 : 0);
            its.fOpen.remove(its.fOpen.size() - 1);
        }
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        Thread its = at(time, thread);
        its.fOpen.remove(its.fOpen.size() - 1);
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        // no time
    }

    @Override
    public void ends(long time, StackThread thread) {
        at(time, thread).fOpen.clear();
    }
}
