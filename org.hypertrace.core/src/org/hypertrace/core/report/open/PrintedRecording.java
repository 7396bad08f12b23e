/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.untrusted.PlainText;

/** A recording of trace-cmd ({@code trace.dat}) or perf ({@code perf.data}): the installed program prints it as the text that is read. */
final class PrintedRecording {

    /**
     * Without it perf leaves out what it takes for a guest's: on arm64 all events of vCPUs' threads, elsewhere interrupts while a guest
     * runs.
     */
    private static final String GUESTS = "--guestkallsyms=/dev/null";

    /** Who records, and how it prints. */
    private enum Tracer {
        /** Its file begins so; its version follows, as a text. */
        TRACE_CMD("\u0017\bDtracing", "trace-cmd", "trace-cmd", List.of("report", "-t", "-i")),
        PERF("PERFILE2", "perf", "linux-perf", List.of("script", GUESTS, "--ns", "-F", "comm,pid,tid,cpu,time,event,trace", "-i"));

        private final byte[] fBegin;
        private final String fProgram;
        private final String fPackage;
        private final List<String> fPrints;

        Tracer(String begin, String program, String debian, List<String> prints) {
            fBegin = begin.getBytes(StandardCharsets.ISO_8859_1);
            fProgram = program;
            fPackage = debian;
            fPrints = prints;
        }

        /** What prints, as a user would call it. */
        private String command() {
            return fProgram + ' ' + String.join(" ", fPrints.subList(0, fPrints.size() - 1));
        }

        /** Whose file it is; null if nobody's, or if it cannot be read. */
        static Tracer of(Path file) {
            try (InputStream in = Files.newInputStream(file)) {
                byte[] begin = in.readNBytes(LONGEST);
                return Stream.of(values()).filter(tracer -> begin.length >= tracer.fBegin.length
                        && Arrays.equals(begin, 0, tracer.fBegin.length, tracer.fBegin, 0, tracer.fBegin.length)).findFirst().orElse(null);
            } catch (IOException e) {
                return null;
            }
        }
    }

    private static final int LONGEST = 16;
    private static final int MAX_VERSION = 8;
    /** Since trace-cmd 3.0 files have version 7, which older ones do not read. */
    private static final int NEWER_FILE = 7;
    private static final int NEWER_PROGRAM = 3;
    private static final Pattern PROGRAM = Pattern.compile("version (\\d{1,4})\\.");
    private static final Pattern FILE = Pattern.compile("\\d{1,4}");
    /** Bytes of text; a record of some bytes is a line of some hundred. */
    private static final long MOST_TEXT = 1L << 40;
    private static final long POLL_MS = 100;
    private static final int MAX_SHOWN = 200;
    /** How perf refuses an option. */
    private static final String UNKNOWN = "unknown option";

    private final Path fFile;
    private final Tracer fTracer;
    private final String fProgram;

    private PrintedRecording(Path file, Tracer tracer, String program) {
        fFile = file;
        fTracer = tracer;
        fProgram = program;
    }

    /** The recording that a file is; null if it is none, or cannot be read. A system property may name another program. */
    static PrintedRecording of(Path file) {
        Tracer tracer = Tracer.of(file);
        return tracer == null ? null
                : new PrintedRecording(file, tracer, System.getProperty("hypertrace.program." + tracer.fProgram, tracer.fProgram));
    }

    /** The same with what stands in for the program. */
    PrintedRecording by(String program) {
        return new PrintedRecording(fFile, fTracer, program);
    }

    private int version() throws IOException {
        try (InputStream in = Files.newInputStream(fFile)) {
            in.skipNBytes(fTracer.fBegin.length);
            String version = new String(in.readNBytes(MAX_VERSION), StandardCharsets.US_ASCII);
            Matcher number = FILE.matcher(version);
            return number.lookingAt() ? Integer.parseInt(number.group()) : 0;
        }
    }

    /**
     * @param into
     *            a folder for its text
     * @param monitor
     *            gets what takes long, and can cancel it
     * @return the text; the same file into the same folder is printed once
     * @throws ReportException
     *             if the program is missing, too old, or cannot read the file
     */
    Path text(Path into, IProgressMonitor monitor) throws ReportException {
        try {
            Files.createDirectories(into);
            Path text = into.resolve(fFile.getFileName() + "-"
                    + Integer.toHexString(Objects.hash(fFile.toRealPath(), Files.size(fFile), Files.getLastModifiedTime(fFile))) + ".txt");
            if (Files.exists(text)) {
                return text;
            }
            requireVersion(into);
            Path part = Files.createTempFile(into, "partial-", ".txt");
            Path errors = Files.createTempFile(into, "partial-", ".err");
            try {
                print(part, errors, monitor);
                return Files.move(part, text);
            } finally {
                Files.deleteIfExists(part);
                Files.deleteIfExists(errors);
            }
        } catch (IOException e) {
            throw new ReportException(fFile + " cannot be printed as text: " + IoReason.of(e) + "; the disk may be full.", e);
        }
    }

    private void requireVersion(Path into) throws IOException, ReportException {
        if (fTracer != Tracer.TRACE_CMD) {
            return;
        }
        Path out = Files.createTempFile(into, "partial-", ".out");
        try {
            // without a command it prints its version, and ends with a status of its own
            start(List.of(fProgram), out, out).waitFor(10, TimeUnit.SECONDS);
            Matcher version = PROGRAM.matcher(Files.readString(out, StandardCharsets.ISO_8859_1));
            if (version.find() && Integer.parseInt(version.group(1)) < NEWER_PROGRAM && version() >= NEWER_FILE) {
                throw new ReportException(fFile + " is of version " + version() + ", which trace-cmd reads from 3.0 on; the installed one is older.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ReportException(ReportException.CANCELLED, e);
        } finally {
            Files.deleteIfExists(out);
        }
    }

    private Process start(List<String> command, Path out, Path err) throws ReportException {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.from(fFile.toFile()))
                    .redirectOutput(out.toFile());
            builder = out.equals(err) ? builder.redirectErrorStream(true) : builder.redirectError(err.toFile());
            builder.environment().put("LC_ALL", "C");
            return builder.start();
        } catch (IOException e) {
            throw new ReportException(fFile + " is a recording of " + fTracer.fProgram + ", and " + fTracer.fProgram
                    + " is not installed; install it (apt-get install " + fTracer.fPackage + "), or give the text that " + fTracer.command()
                    + " prints.", e);
        }
    }

    private void print(Path part, Path errors, IProgressMonitor monitor) throws IOException, ReportException {
        int status = print(fTracer.fPrints, part, errors, monitor);
        if (status != 0 && fTracer == Tracer.PERF && Files.readString(errors, StandardCharsets.ISO_8859_1).contains(UNKNOWN)) {
            // perf before 5.12
            status = print(fTracer.fPrints.stream().filter(word -> !word.equals(GUESTS)).toList(), part, errors, monitor);
        }
        if (status != 0) {
            String[] lines = new String(Files.readAllBytes(errors), StandardCharsets.ISO_8859_1).strip().split("\n");
            String last = PlainText.line(lines[lines.length - 1]);
            throw new ReportException(fTracer.fProgram + ' ' + fTracer.fPrints.get(0) + " cannot read " + fFile + ": "
                    + (last.isBlank() ? "it ended with status " + status : last.substring(0, Math.min(MAX_SHOWN, last.length()))) + '.');
        }
    }

    /** Returns the status of the program. */
    private int print(List<String> prints, Path part, Path errors, IProgressMonitor monitor) throws IOException, ReportException {
        Process process = start(Stream.of(List.of(fProgram), prints, List.of(fFile.toAbsolutePath().toString()))
                .flatMap(List::stream).toList(), part, errors);
        try {
            while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
                long size = Files.size(part);
                monitor.subTask(fTracer.fProgram + " prints " + fFile.getFileName() + ": " + (size >> 20) + " MiB");
                if (monitor.isCanceled()) {
                    throw new ReportException(ReportException.CANCELLED);
                }
                if (size > MOST_TEXT) {
                    throw new ReportException(fTracer.fProgram + " prints more than 1 TiB of " + fFile + "; record less.");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ReportException(ReportException.CANCELLED, e);
        } finally {
            process.destroyForcibly();
        }
        return process.exitValue();
    }
}
