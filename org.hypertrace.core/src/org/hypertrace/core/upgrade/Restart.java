/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.List;
import java.util.Map;

import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.shutdown.GuestShutdown;

/**
 * The passage of a node from one boot to the next.
 *
 * @param node
 *            the node's name
 * @param number
 *            from 1: which restart of this node in the trace
 * @param before
 *            the boot that ends
 * @param after
 *            the boot that follows, null if none does
 * @param points
 *            those that are known, in their order
 * @param servesBy
 *            by which point it is known that the node serves again, null if it does not
 * @param open
 *            whether the node did not come back in the trace
 * @param phases
 *            they follow each other without a gap from the first point to the last one
 */
public record Restart(String node, int number, NodeRun before, NodeRun after, Map<Point, Known> points, Point servesBy, boolean open,
        List<Phase> phases) {

    /**
     * A boot of the node.
     *
     * @param key
     *            the key of the VM, with its host
     * @param boot
     *            the boot
     * @param shutdown
     *            how it ends, null if its guest does not report it
     */
    public record NodeRun(String key, GuestBoot boot, GuestShutdown shutdown) { }

    /** @return when it begins, ns since the epoch */
    public long begin() {
        return points.values().iterator().next().time();
    }

    /** @return its name for people: {@code node-a}, and which restart if it is not the first */
    public String label() {
        return number == 1 ? node : node + ", restart " + number;
    }
}
