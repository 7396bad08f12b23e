/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.path.PathClass;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.path.PathParts.Sum;
import org.hypertrace.core.path.PathState;
import org.hypertrace.core.path.Phase;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.path.answer.PathTitles;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.view.EntryIds;
import org.hypertrace.core.view.FigureRow;
import org.hypertrace.core.view.PlainTree;
import org.hypertrace.core.view.Responses;
import org.hypertrace.core.view.TimedCells;
import org.hypertrace.core.view.TimedCells.Cell;

/**
 * The table of what a critical path consists of: classes, participants, chains of waits, states and causes. The rows of each of
 * the first four sum to the path exactly. Behind every row is its longest stay. Which path:
 * {@link AskedPaths#QUERY}.
 */
public final class PathTableProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.path.parts";
    /** The headers of its columns. */
    public static final TableColumns COLUMNS = TableColumns.of("Part", "Duration", "Share", "Times", "Longest", "At most less", "ns")
            .adding("Duration", "Times", "ns");
    /** What is reported while that is gathered. */
    public static final String GATHERING = "Gathering who waits for whom …";

    /** More rows of one kind nobody looks at. */
    static final int MOST = 1_000;
    private static final int HEATED = 1;

    private final ITmfTrace fTrace;
    private final EntryIds fIds = new EntryIds();

    /** @param trace a trace or experiment */
    public PathTableProvider(ITmfTrace trace) {
        fTrace = trace;
    }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters, IProgressMonitor monitor) {
        CompletableFuture<AskedPaths.Answer> asked = AskedPaths.of(fTrace).answer(fTrace, parameters);
        if (!asked.isDone()) {
            return Responses.running(PlainTree.of(COLUMNS, List.of(note(GATHERING))));
        }
        AskedPaths.Answer answer = asked.join();
        return Responses.completed(PlainTree.of(COLUMNS, answer.index() == null ? List.of(note(answer.sentence()))
                : rows(answer.index(), String.join(" ", answer.query().words()))));
    }

    private TmfTreeDataModel note(String sentence) {
        List<String> labels = FigureRow.only(sentence, COLUMNS.size());
        return new TmfTreeDataModel(fIds.of(sentence), -1, labels, false, null);
    }

    /** The rows of one table. */
    private final class Rows {
        private final String fKey;
        private final Segments fPath;
        private final long fWhole;
        private final List<TmfTreeDataModel> fRows = new ArrayList<>();
        private long fSection;
        private int fInSection;

        Rows(PathIndex index, String key) {
            fKey = key;
            fPath = index.found().segments();
            fWhole = index.found().subject().end() - index.found().subject().begin();
        }

        void section(String name) {
            fSection = add(-1, name, new Sum(fWhole, 1, fWhole, fPath.begin()), -1);
            fInSection = 0;
        }

        /** @param less how much shorter the path could be without it, at most; less than 0: that is not reported of it */
        void add(String name, Sum sum, long less) {
            if (fInSection++ < MOST) {
                add(fSection, name, sum, less);
            }
        }

        private long add(long parent, String name, Sum sum, long less) {
            long id = fIds.of(fKey + '\n' + parent + '\n' + name + '\n' + fInSection);
            List<Object> labels = List.of(name, Amount.ns(sum.ns()), Amount.share(sum.ns(), fWhole),
                    sum.times() == 0 ? "" : Amount.count(sum.times()), sum.times() == 0 ? "" : Amount.ns(sum.longest()),
                    less < 0 ? "" : Amount.ns(less), Amount.count(sum.ns()));
            List<Cell> cells = new ArrayList<>();
            for (int column = 0; column < COLUMNS.size(); column++) {
                double heat = column == HEATED && parent >= 0 && fWhole > 0 ? (double) sum.ns() / fWhole : 0;
                cells.add(sum.times() == 0 ? new Cell(TimedCells.NO_TIME, TimedCells.NO_TIME, heat)
                        : new Cell(sum.longestBegin(), sum.longestBegin() + sum.longest(), heat));
            }
            fRows.add(new TimedCells(id, parent, labels, cells));
            return id;
        }

        void end() {
            if (fInSection > MOST) {
                List<String> labels = FigureRow.only((fInSection - MOST) + " more: make a report of this path", COLUMNS.size());
                fRows.add(new TimedCells(fIds.of(fKey + fSection + "more"), fSection, labels, List.of()));
            }
        }
    }

    private List<TmfTreeDataModel> rows(PathIndex index, String key) {
        PathParts parts = index.found().parts();
        Rows rows = new Rows(index, key);
        rows.section(PathTitles.CLASSES);
        classes(index).forEach((kind, sum) -> rows.add(kind.label(), sum, -1));
        rows.end();
        rows.section(PathTitles.PARTICIPANTS);
        parts.owners().forEach(owner -> rows.add(owner.name(), owner.sum(), -1));
        rows.end();
        rows.section(PathTitles.CHAINS);
        parts.chains().forEach(chain -> rows.add(chain.name().replace(";", " ← "), chain.sum(), -1));
        rows.end();
        rows.section(PathTitles.STATES);
        parts.causes().forEach(cause -> rows.add(PathWords.what(cause.phase(), cause.state()) + " (" + cause.cause() + ')', cause.sum(),
                isBound(cause) ? cause.sum().ns() : -1));
        rows.end();
        rows.section(PathTitles.CAUSES);
        parts.by().forEach(by -> rows.add(PathWords.what(by.phase(), by.state()) + ": " + by.name(), by.sum(),
                isBound(by) ? by.sum().ns() : -1));
        rows.end();
        return rows.fRows;
    }

    private static Map<PathClass, Sum> classes(PathIndex index) {
        Map<PathClass, Sum> sums = new EnumMap<>(PathClass.class);
        Pieces pieces = index.classes();
        for (int i = 0; i < pieces.count(); i++) {
            long length = pieces.end(i) - pieces.begin(i);
            sums.merge(PathIndex.classOf(index.found().segments(), pieces.segment(i)), new Sum(length, 1, length, pieces.begin(i)),
                    (a, b) -> b.longest() > a.longest() ? new Sum(a.ns() + b.ns(), a.times() + 1, b.longest(), b.longestBegin())
                            : new Sum(a.ns() + b.ns(), a.times() + 1, a.longest(), a.longestBegin()));
        }
        return sums;
    }

    /** Whether the path would be at most so much shorter without it, everything else being as it was. */
    private static boolean isBound(PathParts.Cause cause) {
        return cause.state() == PathState.PREEMPTED || cause.phase() == Phase.READY && cause.state() == PathState.GUEST
                || PathClass.of(cause.phase(), cause.state()) == PathClass.HOST && cause.state() != PathState.HOST;
    }
}
