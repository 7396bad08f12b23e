/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.machine.read.TraceLosses;
import org.hypertrace.core.stream.ring.RingFile;

/**
 * Opened kernel traces: one as it is, several as one experiment.
 *
 * @param whole
 *            the trace or experiment
 * @param parts
 *            the traces
 * @param folders
 *            of the traces, or their text files
 * @param leftOut
 *            guests' own traces that are damaged, and a sentence about each
 */
record KernelTraces(ITmfTrace whole, List<ITmfTrace> parts, List<Path> folders, Map<Path, String> leftOut) {

    /**
     * @param folders
     *            CTF traces and text files; CTF traces that are not of a kernel are left out if there is one that is
     * @param transforms
     *            puts the times of these on another clock
     * @throws ReportException
     *             if one is damaged that is no guest's own, or none is of a kernel; then none is open
     */
    static KernelTraces open(List<Path> folders, Map<Path, ITmfTimestampTransform> transforms) throws ReportException {
        List<ITmfTrace> parts = new ArrayList<>();
        List<Path> ofKernel = new ArrayList<>();
        NamedGuests guests = NamedGuests.among(folders);
        Map<Path, String> leftOut = new LinkedHashMap<>();
        ReportException refused = null;
        for (Path folder : folders) {
            if (Files.isRegularFile(folder)) {
                try {
                    parts.add(RingFile.isOne(folder) ? RingTraces.open(folder) : TextTraces.open(folder, transforms.get(folder)));
                    ofKernel.add(folder);
                    continue;
                } catch (ReportException e) {
                    parts.forEach(ITmfTrace::dispose);
                    throw e;
                }
            }
            try {
                ITmfTrace trace = KernelTraceCheck.open(folder, transforms.get(folder));
                if (trace != null) {
                    parts.add(trace);
                    ofKernel.add(folder);
                } else {
                    refused = new ReportException(folder + " is not an LTTng kernel trace; record one with lttng enable-event -k.");
                }
            } catch (ReportException e) {
                if (e instanceof ReadAgain || !guests.contains(folder)) {
                    parts.forEach(ITmfTrace::dispose);
                    throw e;
                }
                refused = e;
                leftOut.put(folder, e.getMessage().replace(KernelTraceCheck.WRITTEN, "").replaceFirst("\\.$", TraceLosses.LEFT_OUT));
            }
        }
        if (parts.isEmpty() && refused != null) {
            throw refused;
        }
        ITmfTrace whole = parts.get(0);
        if (parts.size() > 1) {
            whole = new TmfExperiment(ITmfEvent.class, experimentPath(ofKernel), parts.toArray(ITmfTrace[]::new),
                    TmfExperiment.DEFAULT_INDEX_PAGE_SIZE, null);
        }
        return new KernelTraces(whole, parts, ofKernel, leftOut);
    }

    /** Trace Compass keeps an experiment's history under its path: other traces must have another one. */
    private static String experimentPath(List<Path> folders) {
        return "traces-" + Integer.toHexString(folders.stream().map(folder -> folder.toAbsolutePath().normalize()).toList().hashCode());
    }

    /** @return the traces for people */
    String name() {
        return parts.size() == 1 ? whole.getPath() : parts.get(0).getPath() + " and " + (parts.size() - 1) + " more";
    }

    /** @return whether none has an event, as far as they were read; where a history is used again no event is counted */
    boolean areEmpty() {
        return whole.getNbEvents() == 0 && parts.stream().allMatch(part -> part.getStartTime().equals(TmfTimestamp.BIG_BANG));
    }
}
