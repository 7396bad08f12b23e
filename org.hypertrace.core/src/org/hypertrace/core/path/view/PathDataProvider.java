/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.IOutputStyleProvider;
import org.eclipse.tracecompass.tmf.core.model.OutputStyleModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphRowModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphRowModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.view.EntryIds;
import org.hypertrace.core.view.PlainTree;
import org.hypertrace.core.view.Responses;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.StateRow;
import org.hypertrace.core.view.StateWords;
import org.hypertrace.core.view.Styles;
import org.hypertrace.core.view.TraceSpan;

/**
 * The rows of a critical path: a band of the classes, and one of who has the CPU instead. Everybody on the path follows below his VM or
 * host, the subject first, then by the first time. An arrow is at each hop. Which path: {@link AskedPaths#QUERY}. The rows of each path
 * have ids of their own,
 * so that only {@code fetchTree} needs that. Where there is no path a row has the reason.
 */
public final class PathDataProvider implements ITimeGraphDataProvider<@NonNull TimeGraphEntryModel>, IOutputStyleProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.path";
    /** The name of the row of classes. */
    public static final String CLASSES = "Classes";
    /** The name of the row of those who have the CPU, or the vCPU, while the one who is waited for could have it. */
    public static final String OCCUPANTS = "Who has the CPU";

    /** What an entry shows: a row of a path, or a sentence all of the time. */
    private record Shown(PathIndex index, int row, ITimeGraphState sentence) {
        static final int CLASSES = -1;
        static final int OCCUPANTS = -2;

        Pieces pieces() {
            return row == CLASSES ? index.classes() : row == OCCUPANTS ? index.occupants() : index.rows().get(row).pieces();
        }

        Look look(int segment) {
            return row == CLASSES ? PathWords.look(PathIndex.classOf(index.found().segments(), segment))
                    : row == OCCUPANTS ? PathWords.occupant(index.found(), segment) : index.look(segment);
        }
    }

    private final ITmfTrace fTrace;
    private final EntryIds fIds = new EntryIds();
    private final Map<Long, Shown> fShown = new ConcurrentHashMap<>();
    /** Of the path whose tree was asked for last: the entries of its rows. */
    private volatile Tree fTree = new Tree(null, new long[0]);

    /** The entries of the rows of a path. */
    private record Tree(PathIndex index, long[] entries) { }

    /** @param trace a trace or experiment */
    public PathDataProvider(ITmfTrace trace) {
        fTrace = trace;
    }

    @Override
    public String getId() {
        return ID;
    }

    /** @return the path whose tree was asked for last, null if there is none */
    public PathIndex index() {
        return fTree.index;
    }

    /**
     * @param time
     *            ns since the epoch
     * @return the entry of the one who is waited for at that time; -1 if there is no path
     */
    public long entry(long time) {
        Tree tree = fTree;
        int segment = tree.index == null ? -1 : tree.index.segment(time);
        return segment < 0 ? -1 : tree.entries[tree.index.row(segment)];
    }

    @Override
    public synchronized TmfModelResponse<TmfTreeModel<@NonNull TimeGraphEntryModel>> fetchTree(Map<String, Object> parameters,
            IProgressMonitor monitor) {
        CompletableFuture<AskedPaths.Answer> asked = AskedPaths.of(fTrace).answer(fTrace, parameters);
        if (!asked.isDone()) {
            return Responses.running(PlainTree.of(List.of("Name"), List.of()));
        }
        AskedPaths.Answer answer = asked.join();
        TraceSpan span = TraceSpan.of(fTrace);
        List<TimeGraphEntryModel> entries = new ArrayList<>();
        fShown.values().removeIf(shown -> shown.index != null && !AskedPaths.of(fTrace).isKept(shown.index));
        if (answer.index() == null) {
            fTree = new Tree(null, new long[0]);
            long id = fIds.of(answer.sentence());
            entries.add(new TimeGraphEntryModel(id, -1, answer.sentence(), span.begin(), span.end()));
            fShown.put(id, new Shown(null, 0, StateRow.state(span.begin(), span.end(), new Look(answer.sentence(), Styles.note()))));
        } else {
            add(answer, span, entries);
        }
        return Responses.completed(PlainTree.of(List.of("Name"), entries));
    }

    private void add(AskedPaths.Answer answer, TraceSpan span, List<TimeGraphEntryModel> entries) {
        PathIndex index = answer.index();
        String key = String.join(" ", answer.query().words());
        long classes = fIds.of(key + '\n');
        entries.add(new TimeGraphEntryModel(classes, -1, CLASSES, span.begin(), span.end()));
        fShown.put(classes, new Shown(index, Shown.CLASSES, null));
        if (index.occupants().count() > 0) {
            long occupants = fIds.of(key + "\nby");
            entries.add(new TimeGraphEntryModel(occupants, -1, OCCUPANTS, span.begin(), span.end()));
            fShown.put(occupants, new Shown(index, Shown.OCCUPANTS, null));
        }
        // by place: all of one VM or host stand together
        Map<String, List<Integer>> places = new LinkedHashMap<>();
        for (int row = 0; row < index.rows().size(); row++) {
            places.computeIfAbsent(index.rows().get(row).place(), place -> new ArrayList<>()).add(row);
        }
        long[] ids = new long[index.rows().size()];
        places.forEach((place, rows) -> {
            long parent = fIds.of(key + '\n' + place + "\nplace");
            entries.add(new TimeGraphEntryModel(parent, -1, place, span.begin(), span.end(), false));
            Map<String, Integer> same = new HashMap<>();
            for (int row : rows) {
                PathIndex.Row of = index.rows().get(row);
                int nth = same.merge(of.name(), 1, Integer::sum);
                ids[row] = fIds.of(key + '\n' + place + '\n' + of.key());
                entries.add(new TimeGraphEntryModel(ids[row], parent, ThreadName.nth(of.name(), nth), span.begin(), span.end()));
                fShown.put(ids[row], new Shown(index, row, null));
            }
        });
        fTree = new Tree(index, ids);
    }

    @Override
    public TmfModelResponse<TimeGraphModel> fetchRowModel(Map<String, Object> parameters, IProgressMonitor monitor) {
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        List<Long> ids = DataProviderParameterUtils.extractSelectedItems(parameters);
        if (times == null || times.isEmpty() || ids == null) {
            return Responses.wrongParameters();
        }
        List<Long> ascending = times.stream().sorted().toList();
        List<ITimeGraphRowModel> rows = new ArrayList<>();
        for (Long id : ids) {
            Shown shown = fShown.get(id);
            if (shown != null) {
                if (monitor != null && monitor.isCanceled()) {
                    return Responses.cancelled();
                }
                List<ITimeGraphState> states = new ArrayList<>();
                draw(shown, ascending, states);
                rows.add(new TimeGraphRowModel(id, states));
            }
        }
        return Responses.completed(StateWords.filter(parameters, new TimeGraphModel(rows), row -> ""));
    }

    private void draw(Shown shown, List<Long> times, List<ITimeGraphState> to) {
        if (shown.index == null) {
            to.add(shown.sentence);
        } else {
            shown.pieces().draw(times, shown::look, to);
        }
    }

    @Override
    public TmfModelResponse<List<ITimeGraphArrow>> fetchArrows(Map<String, Object> parameters, IProgressMonitor monitor) {
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        if (times == null || times.isEmpty()) {
            return Responses.wrongParameters();
        }
        Tree tree = fTree;
        List<ITimeGraphArrow> arrows = new ArrayList<>();
        if (tree.index != null) {
            PathHops hops = tree.index.hops();
            for (int hop : hops.shown(times.get(0), times.get(times.size() - 1))) {
                arrows.add(new TimeGraphArrow(tree.entries[hops.from(hop)], tree.entries[hops.to(hop)], hops.time(hop), 0,
                        Styles.HOP.style()));
            }
        }
        return Responses.completed(arrows);
    }

    @Override
    public TmfModelResponse<Map<String, String>> fetchTooltip(Map<String, Object> parameters, IProgressMonitor monitor) {
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        List<Long> ids = DataProviderParameterUtils.extractSelectedItems(parameters);
        if (times == null || times.isEmpty() || ids == null || ids.isEmpty()) {
            return Responses.wrongParameters();
        }
        Shown shown = fShown.get(ids.get(0));
        Map<String, String> lines = Map.of();
        if (shown != null && shown.index != null) {
            if (parameters.get(DataProviderParameterUtils.REQUESTED_ELEMENT_KEY) instanceof ITimeGraphArrow arrow) {
                lines = PathTooltip.ofHop(shown.index, shown.row, row(shown.index, arrow.getDestinationId()), arrow.getStartTime());
            } else {
                Pieces pieces = shown.pieces();
                int piece = pieces.at(times.get(0));
                lines = piece < 0 ? Map.of() : shown.row == Shown.CLASSES ? PathTooltip.ofClass(shown.index, pieces, piece, times.get(0))
                        : PathTooltip.of(shown.index, shown.row < 0 ? shown.index.segment(times.get(0)) : pieces.segment(piece));
            }
        }
        return Responses.completed(PlainTree.of(lines));
    }

    private int row(PathIndex index, long entry) {
        Shown shown = fShown.get(entry);
        return shown == null || shown.index != index ? -1 : shown.row;
    }

    @Override
    public TmfModelResponse<OutputStyleModel> fetchStyle(Map<String, Object> parameters, IProgressMonitor monitor) {
        return Responses.completed(new OutputStyleModel(Styles.all()));
    }

    @Override
    public void dispose() {
        fShown.clear();
        fTree = new Tree(null, new long[0]);
    }
}
