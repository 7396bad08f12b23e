/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.text;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventType;
import org.eclipse.tracecompass.tmf.core.event.TmfEventType;
import org.eclipse.tracecompass.tmf.core.event.aspect.ITmfEventAspect;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.project.model.ITmfPropertiesProvider;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.TmfContext;
import org.eclipse.tracecompass.tmf.core.trace.TmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TraceValidationStatus;
import org.eclipse.tracecompass.tmf.core.trace.indexer.ITmfPersistentlyIndexable;
import org.eclipse.tracecompass.tmf.core.trace.indexer.ITmfTraceIndexer;
import org.eclipse.tracecompass.tmf.core.trace.indexer.TmfBTreeTraceIndexer;
import org.eclipse.tracecompass.tmf.core.trace.indexer.checkpoint.TmfCheckpoint;
import org.eclipse.tracecompass.tmf.core.trace.location.ITmfLocation;
import org.hypertrace.core.clock.kept.KeptTransform;
import org.hypertrace.core.file.IoReason;

/**
 * A trace that is a text file, at the most one event a line. Whatever the file holds, reading it throws nothing. Lines that cannot be
 * understood, or whose times go back, are left out and counted. The trace's properties report how many.
 * Times are ns since the clock of the traced machine began, mostly since it booted.
 */
public abstract class LineTrace extends TmfTrace implements ITmfPersistentlyIndexable, ITmfPropertiesProvider {

    private static final String PLUGIN = "org.hypertrace.core";
    /** A type that has to be found in the text is less sure than one that has a format of its own. */
    private static final int CONFIDENCE = 50;
    /** More kinds of events than kernels have; those of hostile files share one. */
    private static final int MAX_TYPES = 1 << 13;
    private static final String EMPTY = "It is empty: if it is one of the kernel's own files, copy it first";
    private static final String MANY = "others";

    private final Map<String, ITmfEventType> fTypes = new HashMap<>();
    private final Clock fClock = new Clock();
    private final KeptTransform fKept = new KeptTransform();
    private LineFile fFile;
    private Place fAfter = Place.START;
    private long fCountedUntil;
    private long fNotParsed;
    private long fLate;
    private long fRestarts;

    /**
     * @param line
     *            a line
     * @param clock
     *            makes its time that of the event
     * @return its event, null if it has none
     */
    protected abstract ITmfEvent event(String line, Clock clock);

    /**
     * @param line
     *            a line that has no event
     * @return whether such lines belong there, as comments do
     */
    protected abstract boolean isExpected(String line);

    /**
     * @param head
     *            the beginning of a file
     * @return why it is not a file of this type, one sentence; null if it is one
     */
    protected abstract String whyNot(Head head);

    @Override
    public IStatus validate(IProject project, String path) {
        String why;
        try {
            Path file = Path.of(path);
            // reading what the kernel makes meanwhile, such as trace_pipe, need not end
            why = !Files.isRegularFile(file) ? "It is not a file" : Files.size(file) == 0 ? EMPTY : whyNot(Head.of(file));
        } catch (IOException | RuntimeException e) {
            why = "The file cannot be read: " + e.getMessage();
        }
        return why == null ? new TraceValidationStatus(CONFIDENCE, PLUGIN) : new Status(IStatus.ERROR, PLUGIN, why);
    }

    @Override
    public void initTrace(IResource resource, String path, Class<? extends ITmfEvent> type) throws TmfTraceException {
        try {
            synchronized (this) {
                fFile = new LineFile(Path.of(path));
            }
        } catch (IOException e) {
            throw new TmfTraceException(path + " cannot be read: " + IoReason.of(e), e);
        }
        fKept.read(resource);
        super.initTrace(resource, path, type);
        // when it begins is asked before it is read
        ITmfContext first = seekEvent(0L);
        if (getNext(first) == null) {
            setStartTime(TmfTimestamp.ZERO);
        }
        first.dispose();
    }

    @Override
    public ITmfTimestampTransform getTimestampTransform() {
        return fKept.or(super.getTimestampTransform());
    }

    /** A file is easily written again: where nobody watches it, nothing that was known of it is kept. */
    @Override
    protected ITmfTraceIndexer createIndexer(int interval) {
        return getResource() == null ? super.createIndexer(interval) : new TmfBTreeTraceIndexer(this, interval);
    }

    /** @return changes when the file is written again */
    public final int fileHash() {
        File file = new File(getPath());
        return Objects.hash(file.length(), file.lastModified());
    }

    @Override
    public synchronized ITmfEvent parseEvent(ITmfContext context) {
        if (fFile == null || context == null || !(context.getLocation() instanceof PlaceLocation location)) {
            return null;
        }
        fClock.at(location.place());
        try {
            fFile.seek(location.place().offset());
            for (long at = fFile.offset();; at = fFile.offset()) {
                String line = fFile.next();
                if (line == null) {
                    return null;
                }
                ITmfEvent event = event(line, fClock);
                count(at, event != null || isExpected(line), fClock.wasLate(), fClock.wasRestarted());
                if (event != null) {
                    fAfter = fClock.place(fFile.offset());
                    return event;
                }
            }
        } catch (IOException e) {
            // a file that went away ends there
            return null;
        }
    }

    /** Counts every line once, however often it is read. */
    private void count(long at, boolean isDecoded, boolean isLate, boolean isRestart) {
        if (at >= fCountedUntil) {
            fCountedUntil = fFile.offset();
            fNotParsed += isDecoded ? 0 : 1;
            fLate += isLate ? 1 : 0;
            fRestarts += isRestart ? 1 : 0;
        }
    }

    /**
     * @param name
     *            of an event
     * @return its kind, the same object for every event of the name
     */
    protected final ITmfEventType type(String name) {
        ITmfEventType type = fTypes.get(name);
        if (type == null) {
            String known = fTypes.size() < MAX_TYPES ? name : MANY;
            type = fTypes.computeIfAbsent(known, key -> new TmfEventType(key, null));
        }
        return type;
    }

    /** @return how many lines were not understood, of those that were read */
    public synchronized long notParsed() {
        return fNotParsed;
    }

    /** @return how many lines had a time before that of a line above them, of those that were read */
    public synchronized long late() {
        return fLate;
    }

    /** @return how often the times of the lines began anew, of those that were read: a machine that booted again */
    public synchronized long restarts() {
        return fRestarts;
    }

    @Override
    public Map<String, String> getProperties() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("lines not understood", Long.toString(notParsed()));
        properties.put("lines whose time goes back, shown at the time of the line above", Long.toString(late()));
        return properties;
    }

    @Override
    public synchronized ITmfLocation getCurrentLocation() {
        return new PlaceLocation(fAfter);
    }

    @Override
    public synchronized double getLocationRatio(ITmfLocation location) {
        long length = length();
        return length == 0 || !(location instanceof PlaceLocation at) ? 0
                : Math.min(1, (double) at.place().offset() / length);
    }

    private synchronized long length() {
        try {
            return fFile == null ? 0 : fFile.length();
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public synchronized ITmfContext seekEvent(ITmfLocation location) {
        fAfter = location instanceof PlaceLocation at ? at.place() : Place.START;
        return new TmfContext(new PlaceLocation(fAfter), location == null ? 0 : ITmfContext.UNKNOWN_RANK);
    }

    /** Times that began anew before that place are not known there; Trace Compass itself seeks by ranks and times. */
    @Override
    public synchronized ITmfContext seekEvent(double ratio) {
        long offset = (long) (Math.max(0, Math.min(1, ratio)) * length());
        try {
            if (offset > 0) {
                fFile.seek(offset - 1);
                fFile.next();
                offset = fFile.offset();
            }
        } catch (IOException e) {
            offset = 0;
        }
        return seekEvent(new PlaceLocation(new Place(offset, 0, 0)));
    }

    @Override
    public ITmfLocation restoreLocation(ByteBuffer from) {
        return new PlaceLocation(Place.read(from));
    }

    @Override
    public int getCheckpointSize() {
        ByteBuffer checkpoint = ByteBuffer.allocate(1 << 10);
        new TmfCheckpoint(TmfTimestamp.fromNanos(1), new PlaceLocation(Place.START), 0).serialize(checkpoint);
        return checkpoint.position();
    }

    @Override
    public Iterable<ITmfEventAspect<?>> getEventAspects() {
        return TextAspects.ALL;
    }

    @Override
    public synchronized void dispose() {
        super.dispose();
        try {
            if (fFile != null) {
                fFile.close();
            }
        } catch (IOException e) {
            // it was only read
        }
        fFile = null;
    }
}
