/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.exceptions.TimeRangeException;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.IOutputStyleProvider;
import org.eclipse.tracecompass.tmf.core.model.OutputStyleModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;

/**
 * Rows over time out of a state system, for the views of Trace Compass and for the trace server: everything but what the
 * rows are. (Trace Compass' own base class is internal in 6.2 and elsewhere in later releases.)
 * <p>
 * As Trace Compass' own providers do, a row answers with all intervals that contain one of the requested times; what is
 * between is seen when the user zooms in. The answer is marked as running until the model reaches the last of them.
 */
public abstract class StateTimeGraphProvider implements ITimeGraphDataProvider<@NonNull TimeGraphEntryModel>, IOutputStyleProvider {

    private static final int MAX_VARIANTS = 16;

    private final String fId;
    private final EntryIds fIds = new EntryIds();
    private final StateRows fRows = new StateRows();
    /** Of rows and those above them. */
    private final Map<Long, String> fNames = new ConcurrentHashMap<>();
    /** The complete trees by their variants. */
    private final Map<Object, TmfModelResponse<TmfTreeModel<@NonNull TimeGraphEntryModel>>> fComplete = new ConcurrentHashMap<>();
    /** By variants without a complete tree yet, the rows of those before: they may be of a part of the trace. */
    private final Map<Object, Set<Long>> fUnfinished = new ConcurrentHashMap<>();
    /** Of the tree that is being made. */
    private Set<Long> fShown = Set.of();
    private volatile boolean fIsDisposed;

    /** @param id the id of the provider, as registered */
    protected StateTimeGraphProvider(String id) {
        fId = id;
    }

    /** @return the model; null if it could not be built */
    protected abstract ITmfStateSystem states();

    /**
     * Adds the entries, parents before children, and what they show by {@link #show}.
     *
     * @param states
     *            the model; null if there is none, so that the entry is an explanation
     * @param complete
     *            whether the model is complete. If not, only entries that stay: clients cannot take back one.
     * @param variant
     *            which tree, see {@link #variant}
     */
    protected abstract List<TimeGraphEntryModel> entries(ITmfStateSystem states, boolean complete, Object variant)
            throws StateSystemDisposedException;

    /** @return what of a client's parameters makes another tree, equal for the same tree; nothing does by default */
    @SuppressWarnings("unused")
    protected Object variant(Map<String, Object> parameters) {
        return Map.of();
    }

    /** @return the arrows that end between two times; none by default */
    @SuppressWarnings("unused")
    protected List<ITimeGraphArrow> arrows(ITmfStateSystem states, long begin, long end, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        return List.of();
    }

    /**
     * @param parameters
     *            of a client's request
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch
     * @return further arrows that this client asks for, which begin or end between two times; none by default
     */
    @SuppressWarnings("unused")
    protected List<ITimeGraphArrow> asked(Map<String, Object> parameters, long begin, long end) {
        return List.of();
    }

    /** @return what to report about a row at a time, label and text; nothing by default */
    @SuppressWarnings("unused")
    protected Map<String, String> tooltip(ITmfStateSystem states, long entry, long time) throws StateSystemDisposedException {
        return Map.of();
    }

    /** @return the entry's id: always the same for the same key */
    protected final long id(Object key) {
        return fIds.of(key);
    }

    /** Reports what an entry shows. */
    protected final void show(long entry, Row row) {
        fShown.add(entry);
        fRows.put(entry, row);
    }

    @Override
    public final String getId() {
        return fId;
    }

    /** It keeps nothing of its rows. Views may keep it itself until they show another trace. */
    @Override
    public void dispose() {
        fIsDisposed = true;
        fRows.clear();
        fNames.clear();
        fComplete.clear();
        fUnfinished.clear();
    }

    @Override
    public final synchronized TmfModelResponse<TmfTreeModel<@NonNull TimeGraphEntryModel>> fetchTree(Map<String, Object> parameters,
            IProgressMonitor monitor) {
        if (fIsDisposed) {
            return Responses.cancelled();
        }
        Object variant = variant(parameters);
        TmfModelResponse<TmfTreeModel<@NonNull TimeGraphEntryModel>> known = fComplete.get(variant);
        if (known != null) {
            return known;
        }
        ITmfStateSystem states = states();
        // asked before the entries are: they may only be more than that
        boolean complete = states == null || states.waitUntilBuilt(0);
        fShown = complete ? new HashSet<>() : fUnfinished.computeIfAbsent(variant, key -> ConcurrentHashMap.newKeySet());
        try {
            TmfTreeModel<@NonNull TimeGraphEntryModel> tree = PlainTree.of(List.of("Name"),
                    entries(states, complete, variant));
            tree.getEntries().forEach(entry -> fNames.put(entry.getId(), fNames.getOrDefault(entry.getParentId(), "") + ' ' + entry.getName()));
            if (!complete) {
                return Responses.running(tree);
            }
            if (fComplete.size() >= MAX_VARIANTS) {
                fComplete.clear();
            }
            known = Responses.completed(tree);
            fComplete.put(variant, known);
            fUnfinished.remove(variant);
            fUnfinished.values().forEach(rows -> rows.removeAll(fShown));
            return known;
        } catch (StateSystemDisposedException e) {
            return Responses.cancelled();
        } finally {
            if (fIsDisposed) {
                dispose();
            }
        }
    }

    @Override
    public final TmfModelResponse<TimeGraphModel> fetchRowModel(Map<String, Object> parameters, IProgressMonitor monitor) {
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        List<Long> ids = DataProviderParameterUtils.extractSelectedItems(parameters);
        if (times == null || times.isEmpty() || ids == null) {
            return Responses.wrongParameters();
        }
        ITmfStateSystem states = states();
        // Trace Compass asks for complete rows only once; what is known of a time may become more until all is built, and their tree anew
        boolean complete = (states == null || states.waitUntilBuilt(0)) && fUnfinished.values().stream().allMatch(rows -> Collections.disjoint(ids, rows));
        try {
            TimeGraphModel model = fRows.states(states, ids, times, monitor);
            if (model == null) {
                return Responses.cancelled();
            }
            model = StateWords.filter(parameters, model, row -> fNames.getOrDefault(row, ""));
            return complete ? Responses.completed(model) : Responses.running(model);
        } catch (StateSystemDisposedException | TimeRangeException | IndexOutOfBoundsException e) {
            return Responses.cancelled(); // the trace was closed meanwhile
        } catch (RuntimeException e) {
            return Responses.closed(states, e);
        }
    }

    @Override
    public final TmfModelResponse<List<ITimeGraphArrow>> fetchArrows(Map<String, Object> parameters, IProgressMonitor monitor) {
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        if (times == null || times.isEmpty()) {
            return Responses.wrongParameters();
        }
        ITmfStateSystem states = states();
        if (states == null) {
            return Responses.completed(List.of());
        }
        boolean complete = states.waitUntilBuilt(0);
        try {
            long begin = Math.max(times.get(0), states.getStartTime());
            long end = Math.min(times.get(times.size() - 1), states.getCurrentEndTime());
            List<ITimeGraphArrow> arrows = begin > end ? List.of() : new ArrayList<>(arrows(states, begin, end, monitor));
            if (begin <= end) {
                arrows.addAll(asked(parameters, begin, end));
            }
            return complete ? Responses.completed(arrows) : Responses.running(arrows);
        } catch (StateSystemDisposedException | TimeRangeException | IndexOutOfBoundsException e) {
            return Responses.cancelled();
        } catch (RuntimeException e) {
            return Responses.closed(states, e);
        }
    }

    @Override
    public final TmfModelResponse<Map<String, String>> fetchTooltip(Map<String, Object> parameters, IProgressMonitor monitor) {
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        List<Long> ids = DataProviderParameterUtils.extractSelectedItems(parameters);
        if (times == null || times.isEmpty() || ids == null || ids.isEmpty()) {
            return Responses.wrongParameters();
        }
        ITmfStateSystem states = states();
        long time = times.get(0);
        try {
            long of = trueTime(ids.get(0), time);
            boolean known = states != null && of >= states.getStartTime() && of <= states.getCurrentEndTime();
            return Responses.completed(known ? PlainTree.of(tooltip(states, ids.get(0), time)) : Map.of());
        } catch (StateSystemDisposedException | TimeRangeException | IndexOutOfBoundsException e) {
            return Responses.cancelled();
        } catch (RuntimeException e) {
            return Responses.closed(states, e);
        }
    }

    /**
     * @param entry
     *            the id of an entry
     * @param time
     *            on its row, ns
     * @return the time of the trace that is shown there, ns since the epoch
     */
    public long trueTime(long entry, long time) {
        return time;
    }

    @Override
    public final TmfModelResponse<OutputStyleModel> fetchStyle(Map<String, Object> parameters, IProgressMonitor monitor) {
        return Responses.completed(new OutputStyleModel(Styles.all()));
    }
}
