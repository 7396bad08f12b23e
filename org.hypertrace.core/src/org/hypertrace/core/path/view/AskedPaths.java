/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.provider.Explanation;

/**
 * Which paths of a trace are asked for, and the last few of them that were found. All views of a trace show the one that was asked
 * for last; a client of the trace server names one by {@link #QUERY}. Nothing is gathered before the first one is asked for.
 */
public final class AskedPaths {

    /** A parameter of {@code fetchTree}: the words of a {@link PathQuery}, as a list or with blanks between. Without it: the last one. */
    public static final String QUERY = "hypertrace_path";

    /** What is said as long as nobody asked for a path. */
    public static final String NOTHING_ASKED = "Right-click a thread or vCPU in Virtual CPU, a boot, level or initcall in Boot or "
            + "Initcalls, or a step in Shutdown or Devices: Critical path of …";
    /** What is said when the user stopped it. */
    public static final String CANCELLED = "Gathering who waits for whom was cancelled: ask for the path again.";

    /**
     * What came of a question.
     *
     * @param query
     *            what was asked for; null if nothing was
     * @param index
     *            the path; null if there is none
     * @param sentence
     *            why there is none, else null
     */
    public record Answer(PathQuery query, PathIndex index, String sentence) { }

    private static final int KEPT = 3;
    private static final Map<ITmfTrace, AskedPaths> ALL = new WeakHashMap<>();

    private final Map<List<String>, CompletableFuture<Answer>> fAnswers = new LinkedHashMap<>();
    private PathQuery fLast;

    private AskedPaths() {
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return what is asked for of it; of a trace in an experiment: of that
     */
    public static AskedPaths of(ITmfTrace trace) {
        synchronized (ALL) {
            return ALL.computeIfAbsent(whole(trace), key -> new AskedPaths());
        }
    }

    private static ITmfTrace whole(ITmfTrace trace) {
        return trace.getParent() instanceof TmfExperiment experiment ? experiment : trace;
    }

    /**
     * Asks for a path that all views of the trace then show.
     *
     * @param trace
     *            a trace or experiment
     * @param query
     *            whose path
     * @return what comes of it; never ends exceptionally
     */
    public CompletableFuture<Answer> ask(ITmfTrace trace, PathQuery query) {
        CompletableFuture<Answer> answer;
        synchronized (this) {
            fLast = query;
            CompletableFuture<Answer> known = fAnswers.get(query.words());
            if (known != null && (!known.isDone() || known.join().index() != null)) {
                return known;
            }
            fAnswers.remove(query.words());
            answer = started(whole(trace), query);
        }
        return answer;
    }

    /** @return what was asked for last, null if nothing was */
    public synchronized PathQuery last() {
        return fLast;
    }

    /** @return what came, or will come, of what was asked for last; null if nothing was, or it is forgotten */
    public synchronized CompletableFuture<Answer> shown() {
        return fLast == null ? null : fAnswers.get(fLast.words());
    }

    /**
     * @param trace
     *            a trace or experiment
     * @param parameters
     *            of a client's request
     * @return what comes of what it asks for
     */
    CompletableFuture<Answer> answer(ITmfTrace trace, Map<String, Object> parameters) {
        String whyNot = Explanation.of(whole(trace));
        if (whyNot != null) {
            return CompletableFuture.completedFuture(new Answer(null, null, whyNot));
        }
        PathQuery query;
        try {
            List<String> words = words(parameters.get(QUERY));
            query = words.isEmpty() ? last() : PathQuery.of(words);
        } catch (PathSubject.Unknown e) {
            return CompletableFuture.completedFuture(new Answer(null, null, e.getMessage()));
        }
        if (query == null) {
            return CompletableFuture.completedFuture(new Answer(null, null, NOTHING_ASKED));
        }
        synchronized (this) {
            CompletableFuture<Answer> known = fAnswers.get(query.words());
            return known != null ? known : started(whole(trace), query);
        }
    }

    private static List<String> words(Object parameter) {
        if (parameter instanceof List<?> list) {
            return list.stream().map(String::valueOf).toList();
        }
        return parameter == null || parameter.toString().isBlank() ? List.of() : List.of(parameter.toString().strip().split("\\s+"));
    }

    private CompletableFuture<Answer> started(ITmfTrace trace, PathQuery query) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> answer.complete(found(trace, query)), "critical path of " + trace.getName());
        thread.setDaemon(true);
        Iterator<CompletableFuture<Answer>> oldest = fAnswers.values().iterator();
        while (fAnswers.size() >= KEPT && oldest.hasNext()) {
            oldest.next();
            oldest.remove();
        }
        fAnswers.put(query.words(), answer);
        thread.start();
        return answer;
    }

    private static Answer found(ITmfTrace trace, PathQuery query) {
        try {
            CriticalPaths paths = PathAnalysis.of(trace);
            PathAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(trace, PathAnalysis.class, PathAnalysis.ID);
            if (paths == null) {
                return new Answer(query, null, analysis == null || analysis.failure() != null ? PathAnalysis.whyNot(trace) : CANCELLED);
            }
            return new Answer(query, new PathIndex(paths.find(query)), null);
        } catch (PathSubject.Unknown e) {
            return new Answer(query, null, e.getMessage());
        } catch (OperationCanceledException e) {
            return new Answer(query, null, CANCELLED);
        } catch (RuntimeException | Error e) {
            return new Answer(query, null, Explanation.failed(e));
        }
    }

    /** Whether a path may still be shown. */
    synchronized boolean isKept(PathIndex index) {
        return fAnswers.values().stream().anyMatch(answer -> answer.isDone() && answer.join().index() == index);
    }

    /**
     * Stops the gathering, if it is under way.
     *
     * @param trace
     *            a trace or experiment
     */
    public static void cancel(ITmfTrace trace) {
        PathAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(whole(trace), PathAnalysis.class, PathAnalysis.ID);
        if (analysis != null && analysis.paths() == null) {
            analysis.cancel();
        }
    }
}
