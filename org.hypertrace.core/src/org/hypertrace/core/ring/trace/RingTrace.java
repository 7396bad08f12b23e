/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.aspect.ITmfEventAspect;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.TmfContext;
import org.eclipse.tracecompass.tmf.core.trace.TmfTrace;
import org.eclipse.tracecompass.tmf.core.project.model.ITmfPropertiesProvider;
import org.eclipse.tracecompass.tmf.core.trace.TraceValidationStatus;
import org.eclipse.tracecompass.tmf.core.trace.location.ITmfLocation;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.LoneVmTrace;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * The shared memory of a guest as a trace of its own. It has the records of all rings of a file, merged by time, and marks where records are
 * lost. Times are by the guest's TSC alone; a hello in the rings gives the date, else they count from the first record.
 * A host's trace with the same guest takes the file by {@code rings} of its manifest instead.
 */
public final class RingTrace extends TmfTrace implements ITmfPropertiesProvider, LoneVmTrace {

    /** The id of the trace type. */
    public static final String TYPE = "org.hypertrace.core.tracetype.ring";

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 3;
    private static final String PLUGIN = "org.hypertrace.core";
    /** The file begins with words that no other has. */
    private static final int CONFIDENCE = 100;
    /** So many readers go on where they were; each further one searches its place again. */
    private static final int READERS = 4;

    private final Map<RingPlace, RingMerge> fReaders = new LinkedHashMap<>();
    private RingIndex fIndex;
    private RingPlace fAfter = RingPlace.START;

    @Override
    public IStatus validate(IProject project, String path) {
        Path file = Path.of(path);
        if (!RingFile.isOne(file)) {
            return new Status(IStatus.ERROR, PLUGIN, "It is no file of rings: it does not begin with GTRRING1");
        }
        try (RingFile rings = new RingFile(file)) {
            return new TraceValidationStatus(CONFIDENCE, PLUGIN);
        } catch (IOException e) {
            return new Status(IStatus.ERROR, PLUGIN, e.getMessage());
        }
    }

    @Override
    public void initTrace(IResource resource, String path, Class<? extends ITmfEvent> type) throws TmfTraceException {
        try {
            synchronized (this) {
                fIndex = new RingIndex(Path.of(path));
            }
        } catch (IOException e) {
            throw new TmfTraceException(path + " cannot be read: " + IoReason.of(e), e);
        }
        super.initTrace(resource, path, type);
        ITmfContext first = seekEvent(0L);
        if (getNext(first) == null) {
            setStartTime(TmfTimestamp.ZERO);
        }
        first.dispose();
    }

    @Override
    public synchronized ITmfEvent parseEvent(ITmfContext context) {
        if (fIndex == null || context == null || !(context.getLocation() instanceof RingLocation location)) {
            return null;
        }
        try {
            RingPlace from = location.place();
            RingMerge reader = fReaders.remove(from);
            reader = reader == null ? new RingMerge(fIndex, from) : reader;
            RingItem item = reader.take();
            fAfter = reader.place();
            if (fAfter != RingPlace.END) {
                if (fReaders.size() >= READERS) {
                    fReaders.remove(fReaders.keySet().iterator().next());
                }
                fReaders.put(fAfter, reader);
            }
            return item == null ? null : item.entry() == null ? new RingLoss(this, item, fIndex.time(item.place().ticks()),
                    fIndex.time(item.until())) : new RingEvent(this, item, fIndex.time(item.place().ticks()));
        } catch (IOException e) {
            // a file that went away ends there
            return null;
        }
    }

    @Override
    public synchronized ITmfLocation getCurrentLocation() {
        return new RingLocation(fAfter);
    }

    @Override
    public synchronized double getLocationRatio(ITmfLocation location) {
        if (fIndex == null || !(location instanceof RingLocation at)) {
            return 0;
        }
        return fIndex.ratio(at.place());
    }

    @Override
    public synchronized ITmfContext seekEvent(ITmfLocation location) {
        fAfter = location instanceof RingLocation at ? at.place() : RingPlace.START;
        return new TmfContext(new RingLocation(fAfter), location == null ? 0 : ITmfContext.UNKNOWN_RANK);
    }

    @Override
    public synchronized ITmfContext seekEvent(double ratio) {
        return ratio <= 0 || fIndex == null ? seekEvent((ITmfLocation) null) : seekEvent(new RingLocation(fIndex.at(ratio)));
    }

    @Override
    public synchronized Long end() {
        return fIndex == null ? null : fIndex.end();
    }

    @Override
    public Iterable<ITmfEventAspect<?>> getEventAspects() {
        return RingAspect.ALL;
    }

    @Override
    public synchronized Map<String, String> getProperties() {
        Map<String, String> properties = new LinkedHashMap<>();
        if (fIndex != null) {
            properties.put("date", fIndex.isDated() ? "by the guest's clock" : "unknown: times count from the first record");
            properties.put("with the host's trace", "name this file in \"rings\" of the hypertrace.json beside that trace");
            for (int i = 0; i < fIndex.headers().size(); i++) {
                properties.put(ringName(i), counts(i, true));
            }
        }
        return properties;
    }

    private static void add(long count, String what, List<String> to) {
        if (count > 0) {
            to.add(count + what);
        }
    }

    @Override
    public synchronized Reader reader(int host) {
        if (fIndex == null) {
            return (event, to) -> { };
        }
        RingHostEvents events = new RingHostEvents(host, vmName(), fIndex);
        return (event, to) -> {
            long time = event.getTimestamp().toNanos();
            if (event instanceof RingEvent record) {
                events.record(time, record.ring(), record.entry(), to);
            } else if (event instanceof RingLoss loss) {
                events.lost(time, loss.ring(), loss.until(), to);
            }
        };
    }

    /** The file's name without what shows that it is one of rings. */
    private String vmName() {
        return TextLimit.NAME.clip(String.valueOf(Path.of(getPath()).getFileName()).replaceFirst("\\.ring$", ""));
    }

    @Override
    public String id() {
        return "ring " + Integer.toHexString(Path.of(getPath()).toAbsolutePath().normalize().hashCode()) + ' ' + vmName();
    }

    @Override
    public synchronized RecordedEvents recorded() {
        return RecordedEvents.ofRings(fIndex != null && fIndex.hasHost());
    }

    @Override
    public synchronized List<String> losses() {
        List<String> losses = new ArrayList<>();
        for (int i = 0; fIndex != null && i < fIndex.headers().size(); i++) {
            String counts = counts(i, false);
            if (!counts.isEmpty()) {
                losses.add("of " + ringName(i) + ", " + counts + "; what happened then is unknown.");
            }
        }
        return losses;
    }

    private String ringName(int ring) {
        RingFile.Header header = fIndex.headers().get(ring);
        return "ring " + ring + (header.cpu() < 0 ? " of all vCPUs" : " of vCPU " + header.cpu());
    }

    private String counts(int ring, boolean withRead) {
        RingFile.Counts counts = fIndex.counts().get(ring);
        List<String> words = new ArrayList<>(withRead ? List.of(counts.read() + " records") : List.of());
        add(counts.overwritten(), " overwritten", words);
        add(counts.torn(), " torn", words);
        add(counts.missing(), " behind the end of the file", words);
        add(fIndex.headers().get(ring).lost(), " not written", words);
        return String.join(", ", words);
    }

    @Override
    public synchronized void dispose() {
        super.dispose();
        fReaders.clear();
        try {
            if (fIndex != null) {
                fIndex.close();
            }
        } catch (IOException e) {
            // it was only read
        }
        fIndex = null;
    }
}
