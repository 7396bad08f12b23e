/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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

    /** What the states are in. */
    record Store(BlockFile file, StateValues values, ColumnTable columns) { }

    private static final VarHandle LATEST;

    static {
        try {
            LATEST = MethodHandles.lookup().findVarHandle(ColumnAnswers.class, "fLatest", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final long fStart;
    /** Null once it is disposed of and nobody fills it any more: others may keep this object for long. */
    private volatile Store fStore;
    /** The latest change; the end, once it is closed. */
    volatile long fLatest;
    /** It is being filled. */
    volatile boolean fIsActive;
    volatile boolean fIsDisposed;

    ColumnAnswers(String id, BlockFile file, HistoryFile.Content content, boolean isActive) {
        super(id, content.attributes());
        fStore = new Store(file, content.values(), content.columns());
        fStart = content.start();
        fLatest = content.end();
        fIsActive = isActive;
    }

    /** Something changed. Only one thread writes that, many times: who reads it need not see each at once. */
    final void isAt(long time) {
        if (time > fLatest) {
            LATEST.setRelease(this, time);
        }
    }

    /** Null if nothing is there any more. */
    final Store store() {
        return fStore;
    }

    /** Nothing is there any more: neither states nor attributes. */
    final void release() {
        fStore = null;
        attributes().clear();
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
        Store store = fStore;
        return store == null ? null : view(store, quark).ongoing();
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
        Store store = fStore;
        return store == null ? fStart : view(store, quark).ongoingStart();
    }

    private static Column.View view(Store store, int quark) {
        try {
            return store.columns.view(quark);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Store undisposed() throws StateSystemDisposedException {
        Store store = fStore;
        if (fIsDisposed || store == null) {
            throw new StateSystemDisposedException();
        }
        return store;
    }

    private void check(long time) {
        if (time < fStart || time > fLatest) {
            throw new TimeRangeException(getSSID() + " lasts from " + fStart + " to " + fLatest + ", which " + time + " is not in");
        }
    }

    @Override
    public List<ITmfStateInterval> queryFullState(long time) throws StateSystemDisposedException {
        StateQuery query = query(undisposed());
        check(time);
        int count = getNbAttributes();
        List<ITmfStateInterval> states = new ArrayList<>(count);
        for (int quark = 0; quark < count; quark++) {
            states.add(query.at(quark, time));
        }
        return states;
    }

    @Override
    public ITmfStateInterval querySingleState(long time, int quark) throws StateSystemDisposedException {
        StateQuery query = query(undisposed());
        ITmfStateInterval ongoing = fIsActive ? query.ongoing(quark, time) : null;
        if (ongoing == null) {
            check(time);
        }
        return ongoing != null ? ongoing : query.at(quark, time);
    }

    private StateQuery query(Store store) {
        return new StateQuery(store.columns, store.values, store.file, fLatest);
    }

    private Store checked(Collection<Integer> quarks, long first) throws StateSystemDisposedException {
        Store store = undisposed();
        if (first < fStart) {
            throw new TimeRangeException(getSSID() + " begins at " + fStart + ", which is after " + first);
        }
        for (int quark : quarks) {
            Objects.checkIndex(quark, store.columns.size());
        }
        return store;
    }

    @Override
    public Iterable<ITmfStateInterval> query2D(Collection<Integer> quarks, Collection<Long> times) throws StateSystemDisposedException {
        if (times.isEmpty()) {
            undisposed();
            return List.of();
        }
        long[] sorted = times.stream().mapToLong(Long::longValue).sorted().distinct().toArray();
        Store store = checked(quarks, sorted[0]);
        int[] asked = quarks.stream().mapToInt(Integer::intValue).distinct().toArray();
        return () -> query(store).at(asked, sorted);
    }

    @Override
    public Iterable<ITmfStateInterval> query2D(Collection<Integer> quarks, long start, long end) throws StateSystemDisposedException {
        long first = Math.min(start, end);
        long last = Math.max(start, end);
        Store store = checked(quarks, first);
        int[] asked = quarks.stream().mapToInt(Integer::intValue).distinct().toArray();
        return () -> start <= end ? query(store).between(asked, first, last) : query(store).backwards(asked, first, last);
    }
}
