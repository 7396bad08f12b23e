/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateValueTypeException;
import org.eclipse.tracecompass.statesystem.core.exceptions.TimeRangeException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.statesystem.core.interval.TmfStateInterval;
import org.eclipse.tracecompass.statesystem.core.statevalue.ITmfStateValue;
import org.eclipse.tracecompass.statesystem.core.statevalue.TmfStateValue;

/**
 * A state system whose history is kept in columns, one per attribute. It answers as Trace Compass' own does with its history tree,
 * in a fraction of the time and of the bytes. One thread fills it; any ask, also meanwhile.
 */
public final class ColumnStates extends StateAttributes {

    private final Path fPath;
    private final int fVersion;
    private final long fStart;
    private final BlockFile fFile;
    private final StateValues fValues;
    /** Is only appended to; its size counts from when a column is in it. */
    private volatile Column[] fColumns;
    private volatile int fCount;
    /** The latest change; the end, once it is closed. */
    private volatile long fLatest;
    /** The end of the latest state of the past. */
    private long fPast;
    private volatile boolean fIsActive;
    private volatile boolean fIsDisposed;
    private volatile boolean fIsCancelled;
    private final CountDownLatch fBuilt = new CountDownLatch(1);

    private ColumnStates(String id, Path path, int version, long start, BlockFile file, HistoryFile.Content content) {
        super(id, content == null ? new AttributeTree() : content.attributes());
        fPath = path;
        fVersion = version;
        fStart = start;
        fFile = file;
        fValues = new StateValues(content == null ? List.of() : content.texts());
        fColumns = content == null ? new Column[64] : content.columns().toArray(Column[]::new);
        fCount = content == null ? 0 : fColumns.length;
        fLatest = content == null ? start : content.end();
        fPast = fLatest;
        fIsActive = content == null;
    }

    /**
     * @param id
     *            of the state system
     * @param path
     *            keeps the history; what is there is overwritten
     * @param version
     *            of what fills it
     * @param start
     *            its first time, ns since the epoch
     * @return an empty one, to be filled
     * @throws IOException
     *             if the file cannot be written
     */
    public static ColumnStates create(String id, Path path, int version, long start) throws IOException {
        return new ColumnStates(id, path, version, start, BlockFile.create(path), null);
    }

    /**
     * @param id
     *            of the state system
     * @param path
     *            keeps the history
     * @param version
     *            of what would fill it
     * @return the one that is kept
     * @throws IOException
     *             if it is not whole, or of another version
     */
    public static ColumnStates open(String id, Path path, int version) throws IOException {
        BlockFile file = BlockFile.open(path);
        try {
            HistoryFile.Content content = HistoryFile.read(file, version);
            ColumnStates states = new ColumnStates(id, path, version, content.start(), file, content);
            states.fBuilt.countDown();
            return states;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e instanceof IOException ? (IOException) e : new IOException("the history is damaged", e);
        }
    }

    @Override
    public long getStartTime() {
        return fStart;
    }

    @Override
    public long getCurrentEndTime() {
        return fLatest;
    }

    @Override
    public boolean isCancelled() {
        return fIsCancelled;
    }

    @Override
    public void waitUntilBuilt() {
        try {
            fBuilt.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean waitUntilBuilt(long timeout) {
        try {
            return fBuilt.await(timeout, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** It will not be filled any more, and is not whole: nobody waits for it. */
    public synchronized void abort() {
        if (fIsActive) {
            fIsActive = false;
            fIsCancelled = true;
            fBuilt.countDown();
        }
    }

    @Override
    public synchronized void dispose() {
        fIsDisposed = true;
        if (fIsActive) {
            fIsActive = false;
            fIsCancelled = true;
        }
        close();
    }

    private void close() {
        try {
            fFile.close();
        } catch (IOException e) {
            // what was to be kept is there, or is not whole
        }
    }

    @Override
    public void removeFiles() {
        close();
        try {
            Files.deleteIfExists(fPath);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int getNbAttributes() {
        return attributes().size();
    }

    @Override
    int add(int parent, String name) {
        int count = fCount;
        Column[] columns = fColumns;
        if (count == columns.length) {
            columns = Arrays.copyOf(columns, 2 * count);
            fColumns = columns;
        }
        // whoever finds the attribute finds its column
        columns[count] = new Column(fStart);
        fCount = count + 1;
        return attributes().add(parent, name);
    }

    private Column column(int quark) {
        if (quark < 0 || quark >= fCount) {
            throw new IndexOutOfBoundsException("there is no attribute " + quark);
        }
        return fColumns[quark];
    }

    @Override
    public void modifyAttribute(long time, Object value, int quark) throws StateValueTypeException {
        if (!fIsActive) {
            return;
        }
        Column.Change change;
        try {
            change = column(quark).change(time, value, fValues, fFile);
        } catch (ClosedChannelException e) {
            // it was disposed of meanwhile
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        switch (change) {
        case OF_ANOTHER_TYPE -> throw new StateValueTypeException(getSSID() + ": the states of " + getFullAttributePath(quark) + " are of another type than " + value);
        case STATE -> {
            fPast = Math.max(fPast, time - 1);
            fLatest = Math.max(fLatest, time);
        }
        case VALUE -> fLatest = Math.max(fLatest, time);
        case NONE -> {
            // it is as it was
        }
        }
    }

    @Override
    public void updateOngoingState(ITmfStateValue value, int quark) {
        column(quark).setOngoing(value.unboxValue());
    }

    @Override
    public void updateOngoingState(Object value, int quark) {
        column(quark).setOngoing(value);
    }

    @Override
    public synchronized void closeHistory(long endTime) {
        if (!fIsActive) {
            return;
        }
        long end = Math.max(endTime, fPast);
        try {
            List<Column> columns = Arrays.asList(fColumns).subList(0, fCount);
            for (Column column : columns) {
                column.close(end, fValues, fFile);
            }
            HistoryFile.write(fFile, fVersion, new HistoryFile.Content(fStart, end, attributes(), columns, fValues.texts()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        fIsActive = false;
        fLatest = end;
        fBuilt.countDown();
    }

    @Override
    public ITmfStateValue queryOngoingState(int quark) {
        return TmfStateValue.newValue(queryOngoing(quark));
    }

    @Override
    public Object queryOngoing(int quark) {
        return column(quark).ongoing();
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
        return column(quark).ongoingStart();
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
        Column.View column = column(quark).view();
        if (fIsActive && time >= column.ongoingStart()) {
            return new TmfStateInterval(column.ongoingStart(), fLatest, quark, column.ongoing());
        }
        check(time);
        return query().at(quark, time);
    }

    private StateQuery query() {
        return new StateQuery(this::column, fValues, fFile, fLatest);
    }

    private void check(Collection<Integer> quarks, long first) throws StateSystemDisposedException {
        if (fIsDisposed) {
            throw new StateSystemDisposedException();
        }
        if (first < fStart) {
            throw new TimeRangeException(getSSID() + " begins at " + fStart + ", which is after " + first);
        }
        quarks.forEach(this::column);
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
