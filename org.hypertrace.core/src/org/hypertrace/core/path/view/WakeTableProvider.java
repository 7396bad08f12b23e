/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.path.VmLatencies;
import org.hypertrace.core.path.VmLockHolders;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.view.EntryIds;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.PlainTree;
import org.hypertrace.core.view.Responses;

/**
 * The table of how long threads of guests that were woken wait until they run, per VM, vCPU and thread, by what they wait for; and of
 * vCPUs that wait for another vCPU of their VM; and of what waits for a vCPU or thread that is preempted. Of the time in sight: waits that
 * begin in it. Behind every row is its longest wait.
 */
public final class WakeTableProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel>, PathOffer.Source {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.path.latencies";
    /** The header of the column that is heated. */
    static final String SHARE = "Share";
    /** The headers of its columns. */
    public static final TableColumns COLUMNS = TableColumns.of("Who waited, for what", "Number", "Total", SHARE, "Mean", "p50", "p90", "p99", "Max",
            "Longest at")
            .adding("Number", "Total");
    /** What is reported when the user stopped it. */
    public static final String CANCELLED = "Gathering who waits for whom was cancelled: close this view and open it again.";

    private final ITmfTrace fTrace;
    private final EntryIds fIds = new EntryIds();
    private CompletableFuture<Gathered> fGathered;
    private volatile Map<Long, List<PathOffer>> fOffers = Map.of();

    /** @param trace a trace or experiment */
    public WakeTableProvider(ITmfTrace trace) {
        fTrace = Gathered.whole(trace);
    }

    @Override
    public String getId() {
        return ID;
    }

    /** Gathers beside whoever asks: that takes a while. */
    private synchronized CompletableFuture<Gathered> gathered() {
        if (fGathered == null) {
            CompletableFuture<Gathered> gathered = new CompletableFuture<>();
            Thread thread = new Thread(() -> gathered.complete(now()), "wake-up latency of " + fTrace.getName());
            thread.setDaemon(true);
            thread.start();
            fGathered = gathered;
        }
        return fGathered;
    }

    private Gathered now() {
        try {
            String whyNot = MissingDataMessage.ofPaths(fTrace);
            return whyNot != null ? new Gathered(null, whyNot) : Gathered.of(fTrace, CANCELLED);
        } catch (RuntimeException | Error e) {
            return new Gathered(null, MissingDataMessage.failed(e));
        }
    }

    @Override
    public TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters, IProgressMonitor monitor) {
        CompletableFuture<Gathered> asked = gathered();
        if (!asked.isDone()) {
            return Responses.running(PlainTree.of(COLUMNS, List.of(note(PathTableProvider.GATHERING))));
        }
        Gathered gathered = asked.join();
        if (gathered.paths() == null) {
            return Responses.completed(PlainTree.of(COLUMNS, List.of(note(gathered.sentence()))));
        }
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        boolean all = times == null || times.isEmpty();
        WakeTable table = new WakeTable(gathered.paths(), fIds);
        try {
            // the last moment that is asked for is in it
            long last = all ? Long.MAX_VALUE : Collections.max(times);
            long end = last == Long.MAX_VALUE ? last : last + 1;
            long begin = all ? Long.MIN_VALUE : Collections.min(times);
            List<VmLatencies> latencies = gathered.paths().latencies(null, begin, end);
            List<VmLockHolders> locks = gathered.paths().lockHolders(null, begin, end);
            for (int vm = 0; vm < latencies.size(); vm++) {
                table.add(latencies.get(vm));
                table.add(latencies.get(vm), locks.get(vm));
            }
        } catch (PathSubject.Unknown e) {
            return Responses.completed(PlainTree.of(COLUMNS, List.of(note(e.getMessage()))));
        } catch (RuntimeException | Error e) {
            return Responses.completed(PlainTree.of(COLUMNS, List.of(note(MissingDataMessage.failed(e)))));
        }
        fOffers = table.offers();
        return Responses.completed(PlainTree.of(COLUMNS, table.rows()));
    }

    private TmfTreeDataModel note(String sentence) {
        return WakeTable.note(fIds.of(sentence), -1, sentence);
    }

    @Override
    public List<PathOffer> offers(long entry, long time) {
        return fOffers.getOrDefault(entry, List.of());
    }
}
