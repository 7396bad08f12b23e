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

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.untrusted.PlainText;

/** A recording of trace-cmd, {@code trace.dat}: the installed trace-cmd prints it as the text that is read. */
final class TraceDat {

    /** How such a file begins; its version follows, as a text. */
    private static final byte[] MAGIC = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
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

    private final String fProgram;

    /** {@code program}: trace-cmd, or what stands in for it. */
    TraceDat(String program) {
        fProgram = program;
    }

    /** Whether a file is such a recording; not if it cannot be read. */
    static boolean is(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        } catch (IOException e) {
            return false;
        }
    }

    private static int version(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(MAGIC.length);
            String version = new String(in.readNBytes(MAX_VERSION), StandardCharsets.US_ASCII);
            Matcher number = FILE.matcher(version);
            return number.lookingAt() ? Integer.parseInt(number.group()) : 0;
        }
    }

    /**
     * @param file
     *            a recording
     * @param into
     *            a folder for its text
     * @param monitor
     *            gets what takes long, and can cancel it
     * @return its text; the same file into the same folder is printed once
     * @throws ReportException
     *             if trace-cmd is missing, too old, or cannot read the file
     */
    Path text(Path file, Path into, IProgressMonitor monitor) throws ReportException {
        try {
            Files.createDirectories(into);
            Path text = into.resolve(file.getFileName() + "-"
                    + Integer.toHexString(Objects.hash(file.toRealPath(), Files.size(file), Files.getLastModifiedTime(file))) + ".txt");
            if (Files.exists(text)) {
                return text;
            }
            requireVersion(file, into);
            Path part = Files.createTempFile(into, "partial-", ".txt");
            Path errors = Files.createTempFile(into, "partial-", ".err");
            try {
                print(file, part, errors, monitor);
                return Files.move(part, text);
            } finally {
                Files.deleteIfExists(part);
                Files.deleteIfExists(errors);
            }
        } catch (IOException e) {
            throw new ReportException(file + " cannot be printed as text: " + IoReason.of(e) + "; the disk may be full.", e);
        }
    }

    private void requireVersion(Path file, Path into) throws IOException, ReportException {
        Path out = Files.createTempFile(into, "partial-", ".out");
        try {
            // without a command it prints its version, and ends with a status of its own
            start(file, List.of(fProgram), out, out).waitFor(10, TimeUnit.SECONDS);
            Matcher version = PROGRAM.matcher(Files.readString(out, StandardCharsets.ISO_8859_1));
            if (version.find() && Integer.parseInt(version.group(1)) < NEWER_PROGRAM && version(file) >= NEWER_FILE) {
                throw new ReportException(file + " is of version " + version(file) + ", which trace-cmd reads from 3.0 on; the installed one is older.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ReportException(ReportException.CANCELLED, e);
        } finally {
            Files.deleteIfExists(out);
        }
    }

    private Process start(Path file, List<String> command, Path out, Path err) throws ReportException {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.from(file.toFile()))
                    .redirectOutput(out.toFile());
            builder = out.equals(err) ? builder.redirectErrorStream(true) : builder.redirectError(err.toFile());
            builder.environment().put("LC_ALL", "C");
            return builder.start();
        } catch (IOException e) {
            throw new ReportException(file + " is a recording of trace-cmd, and trace-cmd is not installed; install it (apt-get install trace-cmd), "
                    + "or give the text that trace-cmd report -t prints.", e);
        }
    }

    private void print(Path file, Path part, Path errors, IProgressMonitor monitor) throws IOException, ReportException {
        Process process = start(file, List.of(fProgram, "report", "-t", "-i", file.toAbsolutePath().toString()), part, errors);
        try {
            while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
                long size = Files.size(part);
                monitor.subTask("trace-cmd prints " + file.getFileName() + ": " + (size >> 20) + " MiB");
                if (monitor.isCanceled()) {
                    throw new ReportException(ReportException.CANCELLED);
                }
                if (size > MOST_TEXT) {
                    throw new ReportException("trace-cmd prints more than 1 TiB of " + file + "; record less.");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ReportException(ReportException.CANCELLED, e);
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            String[] lines = new String(Files.readAllBytes(errors), StandardCharsets.ISO_8859_1).strip().split("\n");
            String last = PlainText.line(lines[lines.length - 1]);
            throw new ReportException("trace-cmd report cannot read " + file + ": "
                    + (last.isBlank() ? "it ended with status " + process.exitValue() : last.substring(0, Math.min(MAX_SHOWN, last.length()))) + '.');
        }
    }
}
