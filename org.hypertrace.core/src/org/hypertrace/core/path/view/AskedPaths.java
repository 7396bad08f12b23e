/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.lifetime.ClosedTraces;
import org.hypertrace.core.lifetime.Kept;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;

/**
 * Which paths of a trace are asked for, and the last few of them that were found. All views of a trace show the one that was asked
 * for last; a client of the trace server names one by {@link #QUERY}. Nothing is gathered before the first one is asked for.
 */
public final class AskedPaths {

    /** A parameter of {@code fetchTree}: the words of a {@link PathQuery}, as a list or with blanks between. Without it: the last one. */
    public static final String QUERY = "hypertrace_path";

    /** What is reported as long as nobody asked for a path. */
    public static final String NOTHING_ASKED = "Right-click a thread or vCPU in Virtual CPU, a row in Boot, Initcalls, Shutdown or "
            + "Devices, or a thread in Control Flow: Critical path …";
    /** What is reported when the user stopped it. */
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
    private static final Kept<ITmfTrace, AskedPaths> ALL = ClosedTraces.kept();

    private final Map<List<String>, Asked> fAnswers = new LinkedHashMap<>();
    private PathQuery fLast;
    private boolean fStopped;

    /** What comes of a question. */
    private static final class Asked extends CompletableFuture<Answer> {
        private final PathQuery fQuery;

        Asked(PathQuery query) {
            fQuery = query;
        }
    }

    private AskedPaths() {
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return what is asked for of it; of a trace in an experiment: of that
     */
    public static AskedPaths of(ITmfTrace trace) {
        return ALL.get(Gathered.whole(trace), key -> new AskedPaths());
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
            Asked known = fAnswers.get(query.words());
            if (known != null && (!known.isDone() || known.join().index() != null)) {
                return known;
            }
            fAnswers.remove(query.words());
            answer = started(Gathered.whole(trace), query);
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
        String whyNot = MissingDataMessage.ofPaths(Gathered.whole(trace));
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
            Asked known = fAnswers.get(query.words());
            return known != null ? known : started(Gathered.whole(trace), query);
        }
    }

    private static List<String> words(Object parameter) {
        if (parameter instanceof List<?> list) {
            return list.stream().map(String::valueOf).toList();
        }
        return parameter == null || parameter.toString().isBlank() ? List.of() : List.of(parameter.toString().strip().split("\\s+"));
    }

    private CompletableFuture<Answer> started(ITmfTrace trace, PathQuery query) {
        Asked answer = new Asked(query);
        Thread thread = new Thread(() -> answer(answer, trace), "critical path of " + trace.getName());
        thread.setDaemon(true);
        Iterator<Asked> oldest = fAnswers.values().iterator();
        while (fAnswers.size() >= KEPT && oldest.hasNext()) {
            oldest.next();
            oldest.remove();
        }
        fAnswers.put(query.words(), answer);
        thread.start();
        return answer;
    }

    private void answer(Asked answer, ITmfTrace trace) {
        PathAnalysis analysis = analysis(trace);
        boolean stopped;
        synchronized (this) {
            stopped = fStopped;
            fStopped = false;
        }
        if (stopped && analysis != null) {
            end(analysis);
        }
        synchronized (this) {
            if (answer.isDone()) {
                // stopped before it was begun
                return;
            }
            if (analysis != null && analysis.failure() == null) {
                analysis.schedule();
            }
        }
        // to look for what was found would begin a stopped run again
        if (analysis == null || analysis.waitForCompletion() || !answer.isDone()) {
            answer.complete(found(trace, answer.fQuery));
        }
    }

    /** Waits for a run that was stopped: Trace Compass takes its end for that of the next one. */
    private static void end(PathAnalysis analysis) {
        try {
            for (Job job : Job.getJobManager().find(null)) {
                if (job.getName().contains(analysis.getName())) {
                    job.join();
                }
            }
            analysis.readyAgain();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static PathAnalysis analysis(ITmfTrace trace) {
        return TmfTraceUtils.getAnalysisModuleOfClass(trace, PathAnalysis.class, PathAnalysis.ID);
    }

    private static Answer found(ITmfTrace trace, PathQuery query) {
        try {
            Gathered gathered = Gathered.of(trace, CANCELLED);
            return gathered.paths() == null ? new Answer(query, null, gathered.sentence())
                    : new Answer(query, new PathIndex(gathered.paths().find(query)), null);
        } catch (PathSubject.Unknown e) {
            return new Answer(query, null, e.getMessage());
        } catch (OperationCanceledException e) {
            return new Answer(query, null, CANCELLED);
        } catch (RuntimeException | Error e) {
            return new Answer(query, null, MissingDataMessage.failed(e));
        }
    }

    /** Whether a path may still be shown. */
    synchronized boolean isKept(PathIndex index) {
        return fAnswers.values().stream().anyMatch(answer -> answer.isDone() && answer.join().index() == index);
    }

    /**
     * Stops the gathering, if it is under way. What is asked for and not found yet is answered by {@link #CANCELLED}, until it is
     * asked for again.
     *
     * @param trace
     *            a trace or experiment
     */
    public static void cancel(ITmfTrace trace) {
        ITmfTrace whole = Gathered.whole(trace);
        PathAnalysis analysis = analysis(whole);
        if (analysis != null && analysis.result() == null) {
            of(whole).cancel(analysis);
        }
    }

    private void cancel(PathAnalysis analysis) {
        List<Asked> asked;
        synchronized (this) {
            fStopped = true;
            analysis.cancel();
            asked = List.copyOf(fAnswers.values());
        }
        // who waits for one may ask again at once
        asked.forEach(answer -> answer.complete(new Answer(answer.fQuery, null, CANCELLED)));
    }
}
