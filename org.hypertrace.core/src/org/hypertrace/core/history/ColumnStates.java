/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateValueTypeException;
import org.eclipse.tracecompass.statesystem.core.statevalue.ITmfStateValue;
import org.hypertrace.core.lifetime.Kept;

/**
 * A state system whose history is kept in columns, one per attribute. It answers as Trace Compass' own does with its history tree,
 * in a fraction of the time and of the bytes. One thread fills it; any ask, also meanwhile.
 */
public final class ColumnStates extends ColumnAnswers implements UnnamedStates {

    private final Path fPath;
    private int fVersion;
    /** The end of the latest state of the past. */
    private long fPast;
    private volatile boolean fIsCancelled;
    private final CountDownLatch fBuilt = new CountDownLatch(1);
    /** Null: who fills it writes. */
    private volatile ChangeQueue fQueue;

    private ColumnStates(String id, Path path, int version, BlockFile file, HistoryFile.Content content, boolean isActive) {
        super(id, file, content, isActive);
        fPath = path;
        fVersion = version;
        fPast = fLatest;
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
        return create(id, path, version, start, ColumnTable.MOST);
    }

    /** The same with so many columns in memory. */
    static ColumnStates create(String id, Path path, int version, long start, int most) throws IOException {
        BlockFile file = BlockFile.create(path);
        StateValues values = new StateValues(List.of());
        ColumnTable columns = new ColumnTable(file, values, start, most);
        return new ColumnStates(id, path, version, file, new HistoryFile.Content(start, start, new AttributeTree(), columns, values), true);
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
            ColumnStates states = new ColumnStates(id, path, version, file, HistoryFile.read(file, version), false);
            states.fBuilt.countDown();
            return states;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e instanceof IOException ? (IOException) e : new IOException("the history is damaged", e);
        }
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

    private void stopWriting() {
        if (fQueue != null) {
            fQueue.stop();
        }
    }

    /** It will not be filled any more, and is not whole: nobody waits for it. */
    public synchronized void abort() {
        stopWriting();
        if (fIsActive) {
            fIsActive = false;
            fIsCancelled = true;
            fBuilt.countDown();
        }
    }

    /** To be called again when nobody fills it any more, if that was so: then nothing of it is left in memory. */
    @Override
    public synchronized void dispose() {
        fIsDisposed = true;
        close();
        Kept.close(this);
        if (fIsActive) {
            fIsActive = false;
            fIsCancelled = true;
        } else {
            release();
        }
    }

    private void close() {
        Store store = store();
        try {
            if (store != null) {
                store.file().close();
            }
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
    int add(int parent, String name) {
        // whoever finds the attribute finds its column
        addUnnamed();
        return attributes().add(parent, name);
    }

    @Override
    public int addUnnamed() {
        Store store = store();
        if (store == null) {
            return INVALID_ATTRIBUTE;
        }
        store.columns().add();
        return store.columns().size() - 1;
    }

    @Override
    public void name(int parent, String name) {
        attributes().add(parent, name);
    }

    /**
     * From now on another thread writes what changes, beside the one that fills this. To be called by that one; it then asks nothing of this, and
     * sets no ongoing states.
     */
    public void writeBeside() {
        fQueue = new ChangeQueue(getSSID() + " history", this::write);
    }

    /** @return all before is written, as far as changes came: ns since the epoch */
    public long written() {
        ChangeQueue queue = fQueue;
        return queue == null ? Long.MAX_VALUE : queue.written();
    }

    @Override
    public void modifyAttribute(long time, Object value, int quark) throws StateValueTypeException {
        if (value instanceof Integer number) {
            change(time, quark, StateValues.INT, number, null);
        } else if (value instanceof Long number) {
            change(time, quark, StateValues.LONG, number, null);
        } else {
            change(time, quark, StateValues.typeOf(value), OngoingValue.bits(value), value instanceof String text ? text : null);
        }
    }

    private void change(long time, int quark, int type, long number, String text) {
        if (!fIsActive) {
            return;
        }
        ChangeQueue queue = fQueue;
        if (queue != null) {
            queue.put(time, quark, type, number, text);
        } else {
            write(time, quark, type, number, text);
        }
    }

    private void write(long time, int quark, int type, long number, String text) {
        Store store = store();
        if (store == null) {
            return;
        }
        Column.Change change;
        try {
            change = store.columns().column(quark).change(time, type, number, text, store.values(), store.file());
        } catch (ClosedChannelException e) {
            // it was disposed of meanwhile
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        switch (change) {
        case OF_ANOTHER_TYPE -> throw new StateValueTypeException(getSSID() + ": the states of " + getFullAttributePath(quark) + " were of another type");
        case STATE -> {
            fPast = Math.max(fPast, time - 1);
            isAt(time);
        }
        case VALUE -> isAt(time);
        case NONE -> {
            // it is as it was
        }
        }
    }

    @Override
    public void updateOngoingState(ITmfStateValue value, int quark) {
        updateOngoingState(value.unboxValue(), quark);
    }

    @Override
    public void updateOngoingState(Object value, int quark) {
        Store store = store();
        if (store == null) {
            return;
        }
        try {
            store.columns().column(quark).setOngoing(value);
        } catch (ClosedChannelException e) {
            // it was disposed of meanwhile
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@link #closeHistory(long)}, of a history that has another version than at its begin. */
    public synchronized void closeHistory(long endTime, int version) {
        fVersion = version;
        closeHistory(endTime);
    }

    @Override
    public synchronized void closeHistory(long endTime) {
        if (!fIsActive) {
            stopWriting();
            return;
        }
        if (fQueue != null) {
            fQueue.finish();
            fQueue = null;
        }
        long end = Math.max(endTime, fPast);
        Store store = store();
        try {
            store.columns().close(end);
            HistoryFile.write(store.file(), fVersion, new HistoryFile.Content(fStart, end, attributes(), store.columns(), store.values()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        fIsActive = false;
        fLatest = end;
        fBuilt.countDown();
    }
}
