/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.exceptions.TimeRangeException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.statesystem.core.statevalue.ITmfStateValue;
import org.eclipse.tracecompass.statesystem.core.statevalue.TmfStateValue;

/** What a state system answers from its columns. */
abstract class ColumnAnswers extends StateAttributes {

    final BlockFile fFile;
    final StateValues fValues;
    final ColumnTable fColumns;
    final long fStart;
    /** The latest change; the end, once it is closed. */
    volatile long fLatest;
    /** It is being filled. */
    volatile boolean fIsActive;
    volatile boolean fIsDisposed;

    ColumnAnswers(String id, BlockFile file, HistoryFile.Content content, boolean isActive) {
        super(id, content.attributes());
        fFile = file;
        fValues = content.values();
        fColumns = content.columns();
        fStart = content.start();
        fLatest = content.end();
        fIsActive = isActive;
    }

    @Override
    public int getNbAttributes() {
        return attributes().size();
    }

    @Override
    public long getCurrentEndTime() {
        return fLatest;
    }

    @Override
    public long getStartTime() {
        return fStart;
    }

    @Override
    public ITmfStateValue queryOngoingState(int quark) {
        return TmfStateValue.newValue(queryOngoing(quark));
    }

    @Override
    public Object queryOngoing(int quark) {
        return view(quark).ongoing();
    }

    @Override
    public List<Object> queryOngoing() {
        List<Object> states = new ArrayList<>();
        for (int quark = 0; quark < getNbAttributes(); quark++) {
            states.add(queryOngoing(quark));
        }
        return states;
    }

    @Override
    public long getOngoingStartTime(int quark) {
        return view(quark).ongoingStart();
    }

    private Column.View view(int quark) {
        try {
            return fColumns.view(quark);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check(long time) throws StateSystemDisposedException {
        if (fIsDisposed) {
            throw new StateSystemDisposedException();
        }
        if (time < fStart || time > fLatest) {
            throw new TimeRangeException(getSSID() + " lasts from " + fStart + " to " + fLatest + ", which " + time + " is not in");
        }
    }

    @Override
    public List<ITmfStateInterval> queryFullState(long time) throws StateSystemDisposedException {
        check(time);
        int count = getNbAttributes();
        List<ITmfStateInterval> states = new ArrayList<>(count);
        StateQuery query = query();
        for (int quark = 0; quark < count; quark++) {
            states.add(query.at(quark, time));
        }
        return states;
    }

    @Override
    public ITmfStateInterval querySingleState(long time, int quark) throws StateSystemDisposedException {
        if (fIsDisposed) {
            throw new StateSystemDisposedException();
        }
        StateQuery query = query();
        ITmfStateInterval ongoing = fIsActive ? query.ongoing(quark, time) : null;
        if (ongoing == null) {
            check(time);
        }
        return ongoing != null ? ongoing : query.at(quark, time);
    }

    private StateQuery query() {
        return new StateQuery(fColumns, fValues, fFile, fLatest);
    }

    private void check(Collection<Integer> quarks, long first) throws StateSystemDisposedException {
        if (fIsDisposed) {
            throw new StateSystemDisposedException();
        }
        if (first < fStart) {
            throw new TimeRangeException(getSSID() + " begins at " + fStart + ", which is after " + first);
        }
        for (int quark : quarks) {
            Objects.checkIndex(quark, fColumns.size());
        }
    }

    @Override
    public Iterable<ITmfStateInterval> query2D(Collection<Integer> quarks, Collection<Long> times) throws StateSystemDisposedException {
        if (times.isEmpty()) {
            check(List.of(), fStart);
            return List.of();
        }
        long[] sorted = times.stream().mapToLong(Long::longValue).sorted().distinct().toArray();
        check(quarks, sorted[0]);
        int[] asked = quarks.stream().mapToInt(Integer::intValue).distinct().toArray();
        return () -> query().at(asked, sorted);
    }

    @Override
    public Iterable<ITmfStateInterval> query2D(Collection<Integer> quarks, long start, long end) throws StateSystemDisposedException {
        long first = Math.min(start, end);
        long last = Math.max(start, end);
        check(quarks, first);
        int[] asked = quarks.stream().mapToInt(Integer::intValue).distinct().toArray();
        return () -> start <= end ? query().between(asked, first, last) : query().backwards(asked, first, last);
    }
}
