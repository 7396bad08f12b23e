/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.lifetime.ClosedTraces;
import org.hypertrace.core.lifetime.Kept;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.core.stack.frames.FrameAnalysis;
import org.hypertrace.core.stack.frames.FrameFile;
import org.hypertrace.core.stack.track.FrameLabels;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.StackFanOut;
import org.hypertrace.core.stack.track.StackThread;

/**
 * What the stacks of all guests' threads come to in a stretch of time: trees of them, and what exits were for. The stacks come from a file,
 * see {@link FrameAnalysis}; the last answers for a trace are kept.
 */
public final class StackFigures {

    /** Answers that are kept for a trace: of all of it, of what is selected, and of what that is compared with. */
    private static final int KEPT = 3;
    private static final Kept<ITmfTrace, CachedFigures> ALL = ClosedTraces.kept();

    /**
     * A boot of a VM.
     *
     * @param number
     *            its running number among all
     * @param vm
     *            the VM for people
     * @param label
     *            the VM for people, and which boot if it is not the first
     * @param thread
     *            one of its threads
     */
    public record Boot(int number, String vm, String label, StackThread thread) { }

    private record Question(long from, long to, int symbols) { }

    /** The last answers, the oldest first. */
    private static final class CachedFigures extends LinkedHashMap<Question, StackFigures> {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, StackFigures> oldest) {
            return size() > KEPT;
        }
    }

    private final FlameForest fForest;
    private final FlameTree fTree;
    private final ExitCauses fCauses;
    private final FrameLabels fNames;
    private final List<Boot> fBoots = new ArrayList<>();

    /**
     * @param forest
     *            all stacks
     * @param causes
     *            of the same stretch of time
     * @param names
     *            what the frames are called
     * @param guests
     *            what the guest of a thread is called
     */
    StackFigures(FlameForest forest, ExitCauses causes, FrameLabels names, Function<StackThread, String> guests) {
        fForest = forest;
        fTree = forest.tree();
        fCauses = causes;
        fNames = names;
        Map<Integer, StackThread> boots = new LinkedHashMap<>();
        forest.threads().forEach(thread -> boots.putIfAbsent(thread.boot(), thread));
        Map<String, Integer> times = new LinkedHashMap<>();
        boots.forEach((boot, thread) -> {
            String vm = guests.apply(thread);
            String label = thread.boot(vm);
            int same = times.merge(label, 1, Integer::sum);
            fBoots.add(new Boot(boot, vm, same == 1 ? label : label + " (" + same + ')', thread));
        });
    }

    /**
     * @param trace
     *            a trace or experiment with hosts
     * @param from
     *            begin of the stretch of time, ns since the epoch
     * @param to
     *            its end, exclusive
     * @param monitor
     *            is reported the progress and can cancel
     * @return the figures
     * @throws IOException
     *             if the stacks cannot be found; the message is one sentence for the user
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public static StackFigures of(ITmfTrace trace, long from, long to, IProgressMonitor monitor) throws IOException {
        CachedFigures kept = ALL.get(trace, key -> new CachedFigures());
        // several views ask at once
        synchronized (kept) {
            Question question = new Question(from, to, SymbolChoices.changes());
            StackFigures known = kept.get(question);
            if (known == null) {
                known = read(trace, from, to, monitor);
                kept.put(question, known);
            }
            return known;
        }
    }

    private static StackFigures read(ITmfTrace trace, long from, long to, IProgressMonitor monitor) throws IOException {
        FrameFile frames = FrameAnalysis.of(trace, monitor);
        FlameForest forest = new FlameForest(from, to);
        ExitCauses causes = new ExitCauses(from, to);
        frames.report(from, to, new StackFanOut(List.of(forest, causes)));
        return new StackFigures(forest, causes, frames, frames::guest);
    }

    /** @return the boots of VMs of which something is known, in the order in which they were seen */
    public List<Boot> boots() {
        return fBoots;
    }

    /**
     * @param boot
     *            one of the boots
     * @return the stacks of all its threads together
     */
    public FlameTree tree(Boot boot) {
        return fForest.tree(fTree, thread -> thread.boot() == boot.number, fNames);
    }

    /** @return in which frames exits happened and why, of all boots, those with the greatest total first */
    public List<ExitCauses.Row> causes() {
        return fCauses.rows();
    }

    /**
     * @param boot
     *            one of the boots
     * @param frame
     *            a frame of its tree or of its exits
     * @return its name for people
     */
    public String name(Boot boot, long frame) {
        return switch (Frames.kind(frame)) {
        case THREAD -> "(nothing recorded)";
        case INTERRUPTS -> "(interrupts)";
        case OTHERS -> "(others)";
        default -> fNames.of(boot.thread, frame);
        };
    }
}
