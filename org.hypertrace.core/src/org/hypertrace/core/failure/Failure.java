/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.failure;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.Status;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;

/** Why something ended that should not have: whose doing it is, and what helps, in one sentence for the user. */
public final class Failure {

    /** Whose doing it is. */
    public enum Kind {
        /** There is not enough memory. */
        MEMORY,
        /** A file cannot be written or read. */
        STORAGE,
        /** The reader of the trace cannot read it. */
        TRACE,
        /** A fault of Hypertrace. */
        FAULT
    }

    private static final String OURS = "org.hypertrace.";
    private static final String PLUGIN = "org.hypertrace.core";
    /** Whose exceptions show of the trace. */
    private static final Set<String> READERS = Set.of("org.eclipse.tracecompass.ctf.", "org.eclipse.tracecompass.internal.ctf.",
            "org.eclipse.tracecompass.tmf.ctf.", "org.eclipse.tracecompass.internal.tmf.ctf.", "org.antlr.");

    private final Kind fKind;
    private final Throwable fCause;

    private Failure(Kind kind, Throwable cause) {
        fKind = kind;
        fCause = cause;
    }

    /**
     * @param thrown
     *            what ended it
     * @return the failure
     */
    public static Failure of(Throwable thrown) {
        Throwable last = thrown;
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable cause = thrown; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                return new Failure(Kind.MEMORY, cause);
            }
            if (cause instanceof IOException && !isOfReader(cause)) {
                return new Failure(Kind.STORAGE, cause);
            }
            if (cause instanceof InternalError) {
                // so Java reports that a mapped file became shorter, wherever it is by then
                return new Failure(Kind.STORAGE, new IOException("a file became shorter while it was open", cause));
            }
            if (cause instanceof DamagedTrace) {
                return new Failure(Kind.TRACE, cause);
            }
            last = cause;
        }
        return new Failure(isOfReader(last) ? Kind.TRACE : Kind.FAULT, last);
    }

    /** Whether the code that threw it reads traces; what other code throws is of who called it. */
    private static boolean isOfReader(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            String name = frame.getClassName();
            if (READERS.stream().anyMatch(name::startsWith)) {
                return true;
            }
            if (name.startsWith(OURS) || name.contains(".statesystem.")) {
                return false;
            }
        }
        return false;
    }

    /** @return whose doing it is */
    public Kind kind() {
        return fKind;
    }

    /** @return what ended it, without what was only passing it on */
    public Throwable cause() {
        return fCause;
    }

    /** @return what happened and what helps; a fault with what to report it with */
    public String sentence() {
        return switch (fKind) {
        case MEMORY -> "There is not enough memory: give the Java machine more than its " + (Runtime.getRuntime().maxMemory() >> 20)
                + " MiB (HYPERTRACE_JAVA_OPTS=-Xmx4g).";
        case STORAGE -> "A file cannot be kept: " + message() + inTheWay() + "; make room on the disk, or name another folder for temporary files "
                + "(TMPDIR).";
        case TRACE -> "The trace cannot be read: " + message() + '.';
        case FAULT -> what() + " is a fault of Hypertrace " + version() + ": please report it with what you did and the log ("
                + "HYPERTRACE_LOG=FILE keeps a command's).";
        };
    }

    /** @return what its thrower reports, in one line */
    public String message() {
        String message = fCause.getMessage();
        return (message == null ? fCause.getClass().getSimpleName() : message).replaceAll("\\s+", " ").strip().replaceAll("\\.$", "");
    }

    /** A folder that is where a file should be: Java's message is only its name. */
    private String inTheWay() {
        return fCause instanceof DirectoryNotEmptyException e ? " (" + IoReason.of(e) + ')' : "";
    }

    private String what() {
        String name = fCause.getClass().getSimpleName();
        for (StackTraceElement frame : fCause.getStackTrace()) {
            if (frame.getClassName().startsWith(OURS)) {
                return name + " at " + frame.getFileName() + ':' + frame.getLineNumber();
            }
        }
        return name;
    }

    private static String version() {
        Bundle bundle = FrameworkUtil.getBundle(Failure.class);
        return bundle == null ? "" : bundle.getVersion().toString();
    }

    /**
     * Keeps it in the platform's log, with where it was thrown, unless that is only what a trace is like.
     *
     * @return this
     */
    public Failure log() {
        Bundle bundle = FrameworkUtil.getBundle(Failure.class);
        ILog log = bundle == null ? null : Platform.getLog(bundle);
        if (log != null && fKind != Kind.TRACE) {
            log.log(new Status(IStatus.ERROR, PLUGIN, sentence(), fCause));
        }
        return this;
    }
}
