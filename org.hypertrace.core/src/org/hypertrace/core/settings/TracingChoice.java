/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;

/**
 * Whether the user wants to see what the guests' tracers cost in the stacks and exits of a trace or experiment, in the file
 * {@value #FILE_NAME} beside what Trace Compass keeps of it:
 *
 * <pre>
 * { "version": 1, "withoutTracing": true }
 * </pre>
 *
 * @param withoutTracing
 *            whether the exits that only a guest's tracer causes are left out
 */
public record TracingChoice(boolean withoutTracing) {

    /** The name of the file. */
    public static final String FILE_NAME = "hypertrace-tracing.json";

    private static final int VERSION = 1;
    private static final TracingChoice DEFAULT = new TracingChoice(false);

    /** The form of the file. */
    private static final class Content {
        private int version;
        private boolean withoutTracing;
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return where its choices are kept
     */
    public static Path file(ITmfTrace trace) {
        return Path.of(TmfTraceManager.getSupplementaryFileDir(trace), FILE_NAME);
    }

    /**
     * @param file
     *            where the choices are kept; it need not exist
     * @return what was chosen
     * @throws IOException
     *             if it is wrong; the message is one sentence for the user
     */
    public static TracingChoice read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return DEFAULT;
        }
        try {
            Content content = new Gson().fromJson(Files.readString(file, StandardCharsets.UTF_8), Content.class);
            if (content == null || content.version != VERSION) {
                throw new IOException(file + " does not state in version " + VERSION + " whether tracing is wanted; remove it.");
            }
            return new TracingChoice(content.withoutTracing);
        } catch (JsonParseException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage() + "; remove it.", e);
        }
    }

    /**
     * @param file
     *            where the choices are to be kept; there is none if all is as usual
     * @throws IOException
     *             if that is not possible; the message is one sentence for the user
     */
    public void write(Path file) throws IOException {
        Content content = new Content();
        content.version = VERSION;
        content.withoutTracing = withoutTracing;
        try {
            if (equals(DEFAULT)) {
                Files.deleteIfExists(file);
            } else {
                Files.writeString(file, new Gson().toJson(content) + '\n');
            }
        } catch (IOException e) {
            throw new IOException("Cannot write " + file + ": " + e.getMessage() + '.', e);
        }
    }
}
