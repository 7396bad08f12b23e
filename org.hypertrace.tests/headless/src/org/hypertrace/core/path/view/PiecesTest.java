/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.hypertrace.core.path.MadePath;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.Styles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is drawn of a row, whatever is asked for: the same that somebody finds who looks at every piece. */
@Tag("plain")
class PiecesTest {

    @Test
    void drawnIsWhatASearchOfAllPiecesFinds() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            Segments path = MadePath.random(random, 1 + random.nextInt(60));
            int chain = random.nextInt(5);
            int[] own = IntStream.range(0, path.size()).filter(i -> path.chain(i) == chain).toArray();
            long from = path.begin() - 50 + random.nextInt(100);
            long step = 1 + random.nextInt(40);
            List<Long> times = LongStream.iterate(from, time -> time <= path.end() + 60, time -> time + step).boxed().toList();
            List<ITimeGraphState> drawn = new ArrayList<>();
            new Pieces(path, own, own).draw(times, segment -> new Look(Integer.toString(segment), Styles.GUEST.style()), drawn);
            assertEquals(naive(path, own, times), lines(drawn), "round " + round);
        }
    }

    private static List<String> lines(List<ITimeGraphState> states) {
        return states.stream().filter(state -> state.getLabel() != null).map(state -> state.getStartTime() + " "
                + (state.getStartTime() + state.getDuration()) + ' ' + state.getLabel()).toList();
    }

    /** At each time the piece that is there, else the longest, of equals the first, that begins before the next time; each once. */
    private static List<String> naive(Segments path, int[] own, List<Long> times) {
        List<String> lines = new ArrayList<>();
        int last = -1;
        for (int i = 0; i < times.size(); i++) {
            long time = times.get(i);
            long until = i + 1 < times.size() ? times.get(i + 1) : time + 1;
            int chosen = -1;
            for (int segment : own) {
                if (segment > last && path.begin(segment) <= time && time < path.end(segment)) {
                    chosen = segment;
                    break;
                }
                boolean begins = segment > last && path.begin(segment) > time && path.begin(segment) < until;
                chosen = begins && (chosen < 0 || path.length(segment) > path.length(chosen)) ? segment : chosen;
            }
            if (chosen >= 0) {
                lines.add(path.begin(chosen) + " " + path.end(chosen) + ' ' + chosen);
                last = chosen;
            }
        }
        return lines;
    }

    @Test
    void whereNothingIsAGapIsDrawnOnce() {
        Segments path = MadePath.random(new Random(1), 3);
        List<ITimeGraphState> drawn = new ArrayList<>();
        int[] ends = { 0, 2 };
        List<Long> times = LongStream.rangeClosed(path.begin(), path.end()).boxed().toList();
        new Pieces(path, ends, ends).draw(times, segment -> new Look("there", Styles.GUEST.style()), drawn);
        assertEquals(List.of(path.begin(0) + " there", path.begin(1) + " null", path.begin(2) + " there"),
                drawn.stream().map(state -> state.getStartTime() + " " + state.getLabel()).toList());
    }
}
