/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.clock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.QualifiedName;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceType;
import org.eclipse.tracecompass.tmf.core.project.model.TraceTypeHelper;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentFolder;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceTypeUIUtils;
import org.hypertrace.core.clock.kept.KeptClock;
import org.hypertrace.core.clock.kept.KeptTransform;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;
import org.hypertrace.core.tracetype.GuestKernelTrace;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/** A guest's own trace in a project, and on which clock its times are there. */
public final class GuestElement {

    /** What a trace's times are by. */
    enum State {
        /** By what we found for these recordings. */
        IN_PLACE,
        /** By what the user has set in Trace Compass. */
        SET_BY_USER,
        /** As recorded, or by what was found for other recordings, or before it was kept how well it fits. */
        OUTDATED
    }

    /** Files of this name are settings of the user: they are of any clock. */
    private static final String SETTINGS = "hypertrace-";
    private static final QualifiedName REPORTED = new QualifiedName("org.hypertrace.ui", "clock.reported");
    /** Types of ours read by themselves what is kept. */
    private static final Set<String> READERS = Set.of(GuestKernelTrace.TYPE, HypertraceKernelTrace.TYPE, FtraceTextTrace.TYPE);
    /** A time in 2006: a line is known by two of its points. */
    private static final long FAR = 1L << 60;

    private final TmfTraceElement fTrace;

    /** @param trace below an experiment or the folder of traces */
    public GuestElement(TmfTraceElement trace) {
        fTrace = trace.getElementUnderTraceFolder();
    }

    TmfTraceElement trace() {
        return fTrace;
    }

    Path path() {
        return Path.of(fTrace.getResource().getLocation().toOSString()).toAbsolutePath().normalize();
    }

    State state(String guest, String hosts) {
        fTrace.refreshSupplementaryFolder();
        ITmfTimestampTransform set = set();
        KeptClock kept = kept();
        boolean isKept = kept != null && !kept.fits().isEmpty() && kept.guest().equals(guest) && kept.host().equals(hosts);
        if (!KeptTransform.isNone(set)) {
            boolean isOurs = kept != null && kept.isLine() && isSame(set, kept.transform());
            return !isOurs ? State.SET_BY_USER : isKept ? State.IN_PLACE : State.OUTDATED;
        }
        return isKept && (kept.clock() == null || READERS.contains(String.valueOf(fTrace.getTraceType()))) ? State.IN_PLACE : State.OUTDATED;
    }

    private ITmfTimestampTransform set() {
        return TimestampTransformFactory.getTimestampTransform(fTrace.getResource());
    }

    KeptClock kept() {
        try {
            return KeptClock.of(fTrace.getResource());
        } catch (IOException e) {
            // opening the trace reports it; here it is made anew
            return null;
        }
    }

    private static boolean isSame(ITmfTimestampTransform one, ITmfTimestampTransform other) {
        return one.transform(0) == other.transform(0) && one.transform(FAR) == other.transform(FAR);
    }

    /** @return whether what the user has set is to be reported: once for what was set */
    boolean isToBeReported() throws CoreException {
        String now = set().toString();
        boolean isNew = !now.equals(fTrace.getResource().getPersistentProperty(REPORTED));
        fTrace.getResource().setPersistentProperty(REPORTED, now);
        return isNew;
    }

    /**
     * Puts the trace's times on a clock. It is closed, and so are the experiments that contain it. What was analysed by its times before is
     * removed.
     *
     * @param clock
     *            what counts from now on, and is kept
     * @param monitor
     *            gets the progress
     * @throws IOException
     *             if that cannot be kept; the message is one sentence for the user
     * @throws CoreException
     *             if the workspace does not take it
     */
    public void put(KeptClock clock, IProgressMonitor monitor) throws IOException, CoreException {
        Display.getDefault().syncExec(fTrace::closeEditors);
        TmfExperimentFolder folder = fTrace.getProject().getExperimentsFolder();
        List<TmfExperimentElement> experiments = folder == null ? List.of() : folder.getExperiments().stream()
                .filter(experiment -> experiment.getTraces().stream().anyMatch(this::isThis)).toList();
        forget(fTrace);
        experiments.forEach(GuestElement::forget);
        fTrace.refreshSupplementaryFolder();
        clock.write(fTrace.prepareSupplementaryFolder(monitor).getLocation().append(KeptClock.FILE_NAME).toFile().toPath());
        boolean isText = FtraceTextTrace.TYPE.equals(fTrace.getTraceType());
        TimestampTransformFactory.setTimestampTransform(fTrace.getResource(), clock.isLine() && !isText ? clock.transform() : null);
        if (clock.clock() != null && !clock.isLine() && !READERS.contains(String.valueOf(fTrace.getTraceType()))) {
            TraceTypeHelper type = TmfTraceType.getTraceType(GuestKernelTrace.TYPE);
            TmfTraceTypeUIUtils.setTraceType(fTrace.getResource(), type);
            for (TmfExperimentElement experiment : experiments) {
                for (TmfTraceElement child : experiment.getTraces()) {
                    if (isThis(child)) {
                        TmfTraceTypeUIUtils.setTraceType(child.getResource(), type);
                    }
                }
            }
        }
        fTrace.refreshSupplementaryFolder(monitor);
    }

    private boolean isThis(TmfTraceElement trace) {
        return trace.getElementPath().equals(fTrace.getElementPath());
    }

    private static void forget(TmfCommonProjectElement element) {
        element.deleteSupplementaryResources(Arrays.stream(element.getSupplementaryResources())
                .filter(file -> !file.getName().startsWith(SETTINGS)).toArray(IResource[]::new));
    }
}
