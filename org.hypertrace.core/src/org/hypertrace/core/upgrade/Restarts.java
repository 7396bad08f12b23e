/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the restarts of a node, and their points. A point that is earlier than the one before it is counted as inconsistent and left out. */
final class Restarts {

    private final NodeHistory fNode;
    private final List<Found> fFound = new ArrayList<>();
    private int fInconsistent;

    /**
     * A restart whose end may not be known yet.
     *
     * @param points
     *            those that are known
     * @param until
     *            until when its last phase lasts, as the node did not come back before its next restart; -1: to its last point
     * @param open
     *            whether the node did not come back in the trace
     */
    record Found(String node, int number, NodeHistory.Run before, NodeHistory.Run after, Map<Point, Known> points, long until, boolean open) { }

    Restarts(NodeHistory node) {
        fNode = node;
        List<NodeHistory.Run> runs = node.runs();
        List<Map<Point, Known>> all = new ArrayList<>();
        for (int i = 0; i + 1 < runs.size(); i++) {
            all.add(points(runs.get(i), runs.get(i + 1), i + 2 < runs.size() ? runs.get(i + 2).boot().begin() : Long.MAX_VALUE));
        }
        if (!runs.isEmpty() && node.ordered(runs.get(runs.size() - 1)) != null) {
            all.add(points(runs.get(runs.size() - 1), null, -1));
        }
        for (int i = 0; i < all.size(); i++) {
            NodeHistory.Run after = i + 1 < runs.size() ? runs.get(i + 1) : null;
            boolean fails = after != null && fails(after, all.get(i));
            // the phase in which it fails lasts until it goes down again
            Known next = fails && i + 1 < all.size() ? after.down() : null;
            if (!all.get(i).isEmpty()) {
                fFound.add(new Found(node.name(), i + 1, runs.get(i), after, all.get(i), next == null ? -1 : next.time(),
                        after == null || fails && i + 1 >= all.size()));
            }
        }
    }

    /** Whether the node does not come back with that boot. */
    private static boolean fails(NodeHistory.Run after, Map<Point, Known> points) {
        boolean isBack = points.containsKey(Point.SERVES) || points.containsKey(Point.NOTICED);
        return !isBack && (after.boot().hasPanicked() || !points.containsKey(Point.USER_SPACE) && !points.containsKey(Point.READY));
    }

    private Map<Point, Known> points(NodeHistory.Run before, NodeHistory.Run after, long until) {
        Map<Point, Known> all = new EnumMap<>(Point.class);
        put(all, Point.ORDERED, fNode.ordered(before));
        Known down = before.down();
        // the time of another point is none of its own
        boolean isOwn = before.boot().kernelDown() != null || down != null && !down.equals(before.boot().last())
                && !down.equals(before.boot().ended());
        put(all, Point.DOWN, isOwn ? down : null);
        put(all, Point.KERNEL_DOWN, before.boot().kernelDown());
        put(all, Point.LAST, before.boot().last());
        put(all, Point.ENDED, before.boot().ended());
        if (after != null) {
            NodeBoot boot = after.boot();
            put(all, Point.LAUNCHED, new Known(boot.begin(), boot.isLaunched() ? Source.HOST : Source.GUEST));
            put(all, Point.KERNEL, boot.kernel());
            put(all, Point.LEVELS, boot.levels());
            put(all, Point.USER_SPACE, boot.userSpace());
            put(all, Point.READY, boot.ready());
            NodeBoot.Serves serves = after.serves();
            put(all, Point.SERVES, serves != null && serves.by() == Point.SERVES ? serves.since() : null);
            put(all, Point.NOTICED, fNode.noticed(boot.begin(), until));
        }
        return inOrder(all);
    }

    private static void put(Map<Point, Known> to, Point point, Known known) {
        if (known != null) {
            to.put(point, known);
        }
    }

    private Map<Point, Known> inOrder(Map<Point, Known> all) {
        Map<Point, Known> kept = new EnumMap<>(Point.class);
        long last = Long.MIN_VALUE;
        long noticed = all.containsKey(Point.NOTICED) ? all.get(Point.NOTICED).time() : Long.MAX_VALUE;
        for (Map.Entry<Point, Known> one : all.entrySet()) {
            long time = one.getValue().time();
            if (time > noticed || time < last) {
                fInconsistent++;
            } else {
                kept.put(one.getKey(), one.getValue());
                last = time;
            }
        }
        return kept;
    }

    List<Found> found() {
        return fFound;
    }

    int inconsistent() {
        return fInconsistent;
    }

    /** A restart with its phases, in a campaign that ends then. */
    static Restart finished(Found found, String controller, long end) {
        List<Phase> phases = new ArrayList<>();
        List<Point> known = List.copyOf(found.points.keySet());
        for (int i = 0; i < known.size(); i++) {
            boolean isLast = i + 1 == known.size();
            long begin = found.points.get(known.get(i)).time();
            long until = !isLast ? found.points.get(known.get(i + 1)).time() : found.until >= 0 ? found.until : found.open ? end : begin;
            if (begin < until) {
                Point from = known.get(i);
                phases.add(new Phase(from.phase(), from, begin, until, isLast && found.open, isLast ? List.of()
                        : merged(from, known.get(i + 1)), from.compareTo(Point.SERVES) >= 0 && controller != null ? controller : found.node));
            }
        }
        NodeBoot.Serves serves = found.after == null ? null : found.after.serves();
        return new Restart(found.node, found.number, run(found.before), found.after == null ? null : run(found.after), found.points,
                serves == null ? null : serves.by(), found.open, phases);
    }

    private static Restart.NodeRun run(NodeHistory.Run run) {
        return new Restart.NodeRun(run.machine().key(), run.boot().boot(), run.boot().shutdown());
    }

    private static List<String> merged(Point from, Point to) {
        Set<Point> between = EnumSet.range(from, to);
        return between.stream().filter(point -> point != from && point != to && point != Point.ENDED).map(Point::phase).toList();
    }
}
