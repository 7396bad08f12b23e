/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Frames of several guests, boots or traces by their labels: the same function has another address in each. A frame keeps its
 * {@link FrameKind}; its value is the place of its label.
 */
public final class FlameLabels {

    private final List<String> fLabels = new ArrayList<>();
    private final Map<String, Integer> fPlaces = new HashMap<>();

    /**
     * @param tree
     *            of one boot of a guest
     * @param labels
     *            of its frames; never null
     * @return the same tree with frames that can be compared with those of other trees that were named here
     */
    public FlameTree named(FlameTree tree, LongFunction<String> labels) {
        Map<Long, Long> frames = new HashMap<>();
        return tree.renamed(frame -> frames.computeIfAbsent(frame, key -> of(Frames.kind(key), labels.apply(key))));
    }

    /**
     * @param kind
     *            what a frame is
     * @param label
     *            its label
     * @return what stands for it here
     */
    public long of(FrameKind kind, String label) {
        Integer place = fPlaces.computeIfAbsent(label, key -> {
            fLabels.add(key);
            return fLabels.size() - 1;
        });
        return Frames.of(kind, place);
    }

    /**
     * @param frame
     *            of a tree that was named here
     * @return its label
     */
    public String label(long frame) {
        return fLabels.get((int) frame);
    }
}
