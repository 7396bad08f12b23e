/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.trace.ctf.TracePackets;
import org.hypertrace.core.trace.ctf.type.Ctf2NotTranslated;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/** Whether a folder is a kernel's trace that can be read, and in one sentence why not. */
final class KernelTraceCheck {

    static final String WRITTEN = "; if it is still being recorded, stop it first (lttng stop; lttng destroy)";

    /** Bytes; a kernel with all events and system calls declares them in 2 MiB. Trace Compass keeps all of it in memory. */
    private static final long MAX_METADATA = 64 << 20;

    private KernelTraceCheck() {
    }

    /** Opens a kernel's trace; null if it is none; when it is and is damaged, or cannot be read at all, that is reported. */
    static LttngKernelTrace open(Path folder, ITmfTimestampTransform transform) throws ReportException {
        requireReadable(folder);
        try {
            String damage = TracePackets.of(folder).damage();
            if (damage != null) {
                throw damaged(folder, damage, null);
            }
            return HypertraceKernelTrace.open(folder, transform);
        } catch (Ctf2NotTranslated e) {
            throw new ReportException(folder + " cannot be read: " + oneLine(e.getMessage()) + '.', e);
        } catch (IOException e) {
            throw unreadable(folder, e);
        } catch (StackOverflowError e) {
            throw damaged(folder, "what metadata declares is nested too deeply", e);
        } catch (TmfTraceException e) {
            return none(folder, e);
        } catch (RuntimeException e) {
            // the parser of metadata throws what it likes
            throw ReadAgain.or(damaged(folder, "metadata cannot be understood", e), List.of(folder), null, NamedGuests.NONE);
        }
    }

    /** Null if it is no trace at all. */
    private static LttngKernelTrace none(Path folder, TmfTraceException why) throws ReportException {
        IStatus declared = HypertraceKernelTrace.declared(folder.toString());
        if (declared.getSeverity() == IStatus.ERROR) {
            return null;
        }
        boolean isWarning = declared.getSeverity() == IStatus.WARNING;
        throw ReadAgain.or(damaged(folder, isWarning ? declared.getMessage() : why.getMessage(), isWarning ? declared.getException() : why),
                List.of(folder), null, NamedGuests.NONE);
    }

    /** Trace Compass opens every file in the folder, whatever it is. */
    static void requireReadable(Path folder) throws ReportException {
        Path metadata = folder.resolve("metadata");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                if (!Files.isReadable(file)) {
                    throw new ReportException(file + " cannot be read by you; ask for read permission (chmod -R u+rX).");
                }
                if (!Files.isRegularFile(file) && !Files.isDirectory(file)) {
                    throw new ReportException(file + " is neither a file nor a folder; remove it from the trace.");
                }
            }
            if (Files.isDirectory(metadata)) {
                throw new ReportException(metadata + " is a folder, not a trace's metadata; give the folder of a trace.");
            }
            if (Files.size(metadata) == 0) {
                throw new ReportException(metadata + " is empty, so nothing can be read" + WRITTEN + '.');
            }
            if (Files.size(metadata) > MAX_METADATA) {
                throw new ReportException(metadata + " is longer than 64 MiB: it is no metadata of a kernel's trace.");
            }
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    static ReportException unreadable(Path folder, IOException e) {
        return new ReportException(folder + " cannot be read: " + oneLine(IoReason.of(e)) + "; check its permissions.", e);
    }

    static ReportException damaged(Object trace, String how, Throwable cause) {
        return new ReportException(trace + " is damaged: " + oneLine(how) + WRITTEN + '.', cause);
    }

    static String oneLine(String message) {
        return String.valueOf(message).replaceAll("\\s+", " ").strip().replaceAll("\\.$", "");
    }
}
