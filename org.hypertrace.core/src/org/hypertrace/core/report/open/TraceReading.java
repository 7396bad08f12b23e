/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfAnalysisException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.failure.LoggedErrors;
import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.hypertrace.core.trace.ctf.MendedKernelTrace;

/** Reads traces that are open, and reports in one sentence whose doing it is if not all could be read. */
final class TraceReading {

    /** A way of reading the traces; returns whether all was read. */
    interface Way {
        boolean isComplete() throws ReportException;
    }

    private final ITmfTrace fTrace;
    private final List<ITmfTrace> fParts;
    private final String fName;
    private final NamedGuests fGuests;
    private final Map<Path, Long> fSizes = new HashMap<>();

    /** Remembers how long the files are: they must not grow while they are read. */
    TraceReading(KernelTraces traces) throws ReportException {
        fTrace = traces.whole();
        fParts = traces.parts();
        fName = traces.name();
        fGuests = NamedGuests.among(traces.folders());
        for (Path folder : traces.folders()) {
            try (Stream<Path> files = Files.isDirectory(folder) ? Files.list(folder) : Stream.of(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    fSizes.put(file, Files.size(file));
                }
            } catch (IOException e) {
                throw KernelTraceCheck.unreadable(folder, e);
            }
        }
    }

    /** Reads the traces in some way, and reports what was wrong with them; {@code failed}: what failed besides, null if nothing did. */
    void read(IProgressMonitor monitor, Supplier<Failure> failed, Way reading) throws ReportException {
        try (LoggedErrors errors = new LoggedErrors("org.eclipse.tracecompass.", IStatus.WARNING, first -> { })) {
            Failure failure = null;
            boolean complete = false;
            try {
                complete = reading.isComplete();
            } catch (UncheckedIOException e) {
                // who wanted the events knows what could not be written
                throw e;
            } catch (RuntimeException | Error e) {
                failure = Failure.of(e).log();
            }
            for (Map.Entry<Path, Long> file : fSizes.entrySet()) {
                if (file.getKey().toFile().length() != file.getValue()) {
                    throw new ReportException(file.getKey().getParent() + " is being written while it is read: stop the recording "
                            + "first (lttng stop; lttng destroy).");
                }
            }
            if (monitor.isCanceled()) {
                throw new ReportException(ReportException.CANCELLED);
            }
            refuse(failure != null ? failure : failed.get(), complete, errors.first());
        }
    }

    /** Reports whose doing it is that not all could be read: the traces', or another's. */
    private void refuse(Failure failure, boolean complete, IStatus logged) throws ReportException {
        Failure why = failure;
        if (why == null && logged != null && logged.getException() != null) {
            why = Failure.of(logged.getException());
        }
        if (why != null && why.kind() != Failure.Kind.TRACE) {
            throw new ReportException(why.sentence(), why.cause());
        }
        if (!complete || logged != null) {
            ReportException refused = KernelTraceCheck.damaged(fName, failure != null ? failure.message()
                    : logged != null ? logged.getMessage() : "its events cannot be read", null);
            throw ReadAgain.or(refused, fParts.stream().filter(MendedKernelTrace.class::isInstance).map(part -> Path.of(part.getPath()))
                    .toList(), why != null && why.cause() instanceof DamagedTrace damage ? damage.place() : null, fGuests);
        }
    }

    /** Has several analyses read the traces in one reading; returns whether the first did. */
    boolean analyse(TmfAbstractAnalysisModule module, List<? extends TmfAbstractAnalysisModule> others, IProgressMonitor monitor) throws ReportException {
        for (TmfAbstractAnalysisModule other : others) {
            try {
                other.setTrace(fTrace);
            } catch (TmfAnalysisException e) {
                throw cannot(e);
            }
            other.schedule();
        }
        boolean complete = analyse(module, monitor);
        others.forEach(other -> other.waitForCompletion(monitor));
        return complete;
    }

    /** Has an analysis read the traces, and another reader in the same reading; returns whether both did. */
    boolean analyse(TmfAbstractAnalysisModule module, IProgressMonitor monitor, Way other) throws ReportException {
        try {
            module.setTrace(fTrace);
        } catch (TmfAnalysisException e) {
            throw cannot(e);
        }
        module.schedule();
        boolean complete = other.isComplete();
        return module.waitForCompletion(monitor) && complete;
    }

    private ReportException cannot(TmfAnalysisException e) {
        return new ReportException(fName + " could not be analysed: " + KernelTraceCheck.oneLine(e.getMessage()) + '.', e);
    }

    /** Has an analysis read the traces; returns whether it did. */
    boolean analyse(TmfAbstractAnalysisModule module, IProgressMonitor monitor) throws ReportException {
        try {
            module.setTrace(fTrace);
            module.schedule();
            return module.waitForCompletion(monitor);
        } catch (TmfAnalysisException e) {
            throw cannot(e);
        }
    }
}
