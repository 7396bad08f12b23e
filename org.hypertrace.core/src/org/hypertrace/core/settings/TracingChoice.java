/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.io.IOException;
import java.nio.file.Path;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/**
 * Whether the user wants to see what the guests' tracers cost in the stacks and exits of a trace or experiment. The file
 * {@value #FILE_NAME} beside what Trace Compass keeps of the trace has it. Without the file it is as the user prefers for all traces:
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

    private static final ChoiceFile<TracingChoice> CHOICE = new ChoiceFile<>(FILE_NAME, () -> new TracingChoice(Preferences.isWithoutTracing()),
            document -> new TracingChoice(document.need("withoutTracing").bool()),
            (choice, document) -> document.addProperty("withoutTracing", choice.withoutTracing),
            "Remove the file, and choose again.");

    /**
     * @param trace
     *            a trace or experiment
     * @return where its choices are kept
     */
    public static Path file(ITmfTrace trace) {
        return CHOICE.of(trace);
    }

    /**
     * @param file
     *            where the choices are kept; it need not exist
     * @return what was chosen
     * @throws IOException
     *             if it is wrong; the message is one sentence for the user, and what to do
     */
    public static TracingChoice read(Path file) throws IOException {
        return CHOICE.read(file);
    }

    /**
     * @param file
     *            where the choices are to be kept; there is none if all is as usual
     * @throws IOException
     *             if that is not possible; the message is one sentence for the user
     */
    public void write(Path file) throws IOException {
        CHOICE.write(file, this);
    }
}
