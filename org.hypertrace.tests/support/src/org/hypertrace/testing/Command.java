/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.ILogListener;
import org.eclipse.core.runtime.Platform;
import org.hypertrace.core.report.command.ReportApplication;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * What a command of {@code releng/hypertrace} did.
 *
 * @param status
 *            its exit status
 * @param out
 *            standard output
 * @param err
 *            standard error
 * @param log
 *            what went to the platform's log meanwhile
 */
public record Command(int status, String out, String err, List<String> log) {

    private static final Map<List<Object>, Kept> OF_SAMPLES = new ConcurrentHashMap<>();

    /**
     * @param arguments
     *            the command, with options of its own after blanks, and what follows it
     * @return what it did
     */
    public static Command run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> log = new ArrayList<>();
        ILogListener listener = (status, plugin) -> log.add(status.toString());
        Platform.addLogListener(listener);
        try {
            String[] words = Stream.concat(Stream.of(arguments[0].toString().split(" ")), Stream.of(arguments).skip(1).map(Object::toString))
                    .toArray(String[]::new);
            int status = ReportApplication.run(words, workFolder(), new PrintWriter(out), new PrintWriter(err));
            return new Command(status, out.toString(), err.toString(), log);
        } finally {
            Platform.removeLogListener(listener);
        }
    }

    /**
     * @param command
     *            a command that compares recordings
     * @param traces
     *            all of them
     * @param a
     *            which are before
     * @param b
     *            which are after
     * @param options
     *            further arguments
     * @return what it did
     */
    public static Command compared(String command, List<Path> traces, Object a, Object b, Object... options) {
        List<Object> arguments = new ArrayList<>(List.of(command, "--quiet"));
        arguments.addAll(traces);
        arguments.addAll(List.of("--compare", a, b));
        arguments.addAll(List.of(options));
        return run(arguments.toArray());
    }

    /**
     * @param trace
     *            the trace
     * @param options
     *            further arguments
     * @return the JSON report of it, which must succeed and log nothing
     */
    public static JsonObject report(Object trace, Object... options) {
        return json("report", trace, options);
    }

    /**
     * @param trace
     *            the trace
     * @param options
     *            further arguments
     * @return the JSON report of its boots, which must succeed and log nothing
     */
    public static JsonObject boots(Object trace, Object... options) {
        return json("boot", trace, options);
    }

    /**
     * @param command
     *            a command that reports
     * @param trace
     *            the trace
     * @param options
     *            further arguments
     * @return its report as JSON, which must succeed and log nothing
     */
    public static JsonObject json(String command, Object trace, Object... options) {
        return JsonParser.parseString(jsonText(command, trace, options)).getAsJsonObject();
    }

    private static String jsonText(String command, Object trace, Object... options) {
        List<Object> arguments = new ArrayList<>(List.of(command, "--quiet", "--format", "json", trace));
        arguments.addAll(List.of(options));
        Command done = run(arguments.toArray());
        if (done.status() != 0 || !done.err().isEmpty() || !done.log().isEmpty()) {
            // what is wrong first: releng/test repeats only the first lines
            throw new AssertionError("status " + done.status() + ": " + done.err() + done.log() + '\n' + done.out());
        }
        return done.out();
    }

    /**
     * @param command
     *            a command that reports
     * @param sample
     *            the name of a sample
     * @param options
     *            further arguments
     * @return its report as JSON, made once per run of the tests: not to be changed
     */
    public static JsonObject ofSample(String command, String sample, Object... options) {
        return OF_SAMPLES.computeIfAbsent(List.of(command, sample, List.of(options)), key -> new Kept()).report(command, sample, options);
    }

    /** A report of a sample: its text in a file. All trees of a run with all samples are more than the memory holds. */
    private static final class Kept {

        private Path fText;
        private SoftReference<JsonObject> fTree = new SoftReference<>(null);

        synchronized JsonObject report(String command, String sample, Object... options) {
            JsonObject tree = fTree.get();
            if (tree == null) {
                try {
                    if (fText == null) {
                        String text = jsonText(command, Samples.trace(sample), options);
                        // no command is asked whether it leaves anything there
                        Path folder = Files.createDirectories(Path.of(Platform.getLocation().toOSString(), "reports"));
                        Path file = Files.createTempFile(folder, "report", ".json");
                        file.toFile().deleteOnExit();
                        Files.writeString(file, text);
                        fText = file;
                        tree = JsonParser.parseString(text).getAsJsonObject();
                    } else {
                        tree = JsonParser.parseString(Files.readString(fText)).getAsJsonObject();
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                fTree = new SoftReference<>(tree);
            }
            return tree;
        }
    }

    private static Path workFolder() {
        try {
            return Files.createDirectories(Path.of(Platform.getLocation().toOSString(), "unpacked"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
