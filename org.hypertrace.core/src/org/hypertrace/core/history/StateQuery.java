/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.statesystem.core.interval.TmfStateInterval;

/** A question for states of several attributes: answered attribute after attribute, as the answer is taken. */
final class StateQuery {

    private final ColumnTable fColumns;
    private final StateCursor fCursor;
    private final long fLatest;

    /** {@code latest}: the end of the states that have none yet. */
    StateQuery(ColumnTable columns, StateValues values, BlockFile file, long latest) {
        fColumns = columns;
        fCursor = new StateCursor(values, file);
        fLatest = latest;
    }

    /** Null if there is none. */
    private static ITmfStateInterval ongoing(Column.View column, int quark, long latest) {
        return !column.isOpen() ? null : new TmfStateInterval(column.ongoingStart(), Math.max(latest, column.ongoingStart()), quark, column.ongoing());
    }

    private ITmfStateInterval current(int quark) {
        return new TmfStateInterval(fCursor.start(), fCursor.next() - 1, quark, fCursor.value());
    }

    /** The state at a time that is within the history. */
    ITmfStateInterval at(int quark, long time) throws StateSystemDisposedException {
        return at(quark, time, true);
    }

    /** The state that has no end yet, null if it begins after a time. */
    ITmfStateInterval ongoing(int quark, long time) throws StateSystemDisposedException {
        return at(quark, time, false);
    }

    private ITmfStateInterval at(int quark, long time, boolean past) throws StateSystemDisposedException {
        try {
            Column.View column = fColumns.view(quark);
            if (time >= column.ongoingStart()) {
                return ongoing(column, quark, fLatest);
            } else if (!past) {
                return null;
            }
            fCursor.set(column);
            fCursor.seek(time);
            return current(quark);
        } catch (ClosedChannelException e) {
            throw new StateSystemDisposedException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InternalError e) {
            throw shorter(e);
        }
    }

    private static RuntimeException shorter(InternalError e) {
        // so Java reports that a mapped file became shorter
        return new UncheckedIOException(new IOException("the history became shorter while it was open", e));
    }

    /** Goes through attributes, and in each through states, which follow each other. */
    private abstract class States implements Iterator<ITmfStateInterval> {
        private final int[] fQuarks;
        private int fAt = -1;
        private ITmfStateInterval fNext;
        Column.View fColumn;

        States(int[] quarks) {
            fQuarks = quarks;
        }

        int quark() {
            return fQuarks[fAt];
        }

        /** The first one of the attribute, null if there is none. */
        abstract ITmfStateInterval first() throws IOException;

        /** The one after another, null if there is none. */
        abstract ITmfStateInterval after(ITmfStateInterval last) throws IOException;

        @Override
        public boolean hasNext() {
            if (fNext == null && fAt < fQuarks.length) {
                find(null);
            }
            return fNext != null;
        }

        private void find(ITmfStateInterval last) {
            try {
                fNext = last == null ? null : after(last);
                while (fNext == null && ++fAt < fQuarks.length) {
                    fColumn = fColumns.view(quark());
                    fCursor.set(fColumn);
                    fNext = first();
                }
            } catch (ClosedChannelException e) {
                // the trace is closed: nobody looks at the answer
                fNext = null;
                fAt = fQuarks.length;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InternalError e) {
                throw shorter(e);
            }
        }

        @Override
        public ITmfStateInterval next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            ITmfStateInterval next = fNext;
            find(next);
            return next;
        }
    }

    /** The states at these times, which rise; each once. */
    Iterator<ITmfStateInterval> at(int[] quarks, long[] times) {
        return new States(quarks) {
            private int fTime;

            @Override
            ITmfStateInterval first() throws IOException {
                fTime = 0;
                return find();
            }

            @Override
            ITmfStateInterval after(ITmfStateInterval last) throws IOException {
                while (fTime < times.length && times[fTime] <= last.getEndTime()) {
                    fTime++;
                }
                return last.getStartTime() == fColumn.ongoingStart() ? null : find();
            }

            private ITmfStateInterval find() throws IOException {
                if (fTime == times.length) {
                    return null;
                } else if (times[fTime] >= fColumn.ongoingStart()) {
                    return ongoing(fColumn, quark(), fLatest);
                }
                fCursor.seek(times[fTime]);
                return current(quark());
            }
        };
    }

    /** The states that are within these times, both included, or reach into them. */
    Iterator<ITmfStateInterval> between(int[] quarks, long first, long last) {
        return new States(quarks) {

            @Override
            ITmfStateInterval first() throws IOException {
                if (first >= fColumn.ongoingStart()) {
                    return ongoing(fColumn, quark(), fLatest);
                }
                fCursor.seek(first);
                return current(quark());
            }

            @Override
            ITmfStateInterval after(ITmfStateInterval before) throws IOException {
                if (before.getStartTime() == fColumn.ongoingStart() || before.getEndTime() >= last) {
                    return null;
                } else if (fCursor.advance()) {
                    return current(quark());
                }
                return ongoing(fColumn, quark(), fLatest);
            }
        };
    }

    /** The same, in each attribute the last first. */
    Iterator<ITmfStateInterval> backwards(int[] quarks, long first, long last) {
        List<ITmfStateInterval> states = new ArrayList<>();
        between(quarks, first, last).forEachRemaining(states::add);
        Collections.reverse(states);
        return states.iterator();
    }
}
