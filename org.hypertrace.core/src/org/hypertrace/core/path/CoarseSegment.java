/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Neighbours on a path with the same chain and phase, put together.
 *
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusively, ns since the epoch
 * @param chain
 *            its number in the {@link Segments}
 * @param phase
 *            what the owner is to the one before
 * @param states
 *            how long the owner was in each state, ns; they sum to the length
 */
public record CoarseSegment(long begin, long end, int chain, Phase phase, Map<PathState, Long> states) {

    /**
     * @param path
     *            a path
     * @param to
     *            gets it in its coarse form, in the order of time
     */
    public static void each(Segments path, Consumer<CoarseSegment> to) {
        Map<PathState, Long> states = new EnumMap<>(PathState.class);
        int first = 0;
        for (int i = 0; i < path.size(); i++) {
            states.merge(path.state(i), path.length(i), Long::sum);
            if (i + 1 == path.size() || path.chain(i + 1) != path.chain(i) || path.phase(i + 1) != path.phase(i)) {
                to.accept(new CoarseSegment(path.begin(first), path.end(i), path.chain(i), path.phase(i), states));
                states = new EnumMap<>(PathState.class);
                first = i + 1;
            }
        }
    }
}
