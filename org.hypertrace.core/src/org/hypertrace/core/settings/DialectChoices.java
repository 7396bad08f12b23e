/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.timeline.Dialects;

/**
 * What the user chose as the dialects of the guests of a trace or experiment. The file {@value #FILE_NAME} beside what Trace Compass keeps
 * of the trace has it:
 *
 * <pre>
 * { "version": 1, "dialects": [ { "vm": "384#1", "dialect": "p3" }, { "dialect": "own" } ] }
 * </pre>
 *
 * {@code vm} is as in {@link Dialects.Chosen}, every VM if absent; the dialect is a built-in one or one of the workspace.
 */
public final class DialectChoices {

    /** The name of the file. */
    public static final String FILE_NAME = "hypertrace-dialects.json";

    private static final ChoiceFile<List<Choice>> CHOICES = ChoiceFile.ofVms(FILE_NAME, "dialects", "dialect",
            (vm, dialect) -> new Choice(vm, dialect.text()), Choice::vm, Choice::dialect,
            "Choose again: Guest dialects… in the context menu of the trace.");

    /**
     * A dialect for a VM.
     *
     * @param vm
     *            null: every VM
     * @param dialect
     *            its name
     */
    public record Choice(String vm, String dialect) { }

    private DialectChoices() {
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return what was chosen for it; empty if nothing was
     * @throws IOException
     *             if the file is wrong or a dialect is not there; the message is one sentence for the user, and what to do
     */
    public static List<Dialects.Chosen> of(ITmfTrace trace) throws IOException {
        return of(CHOICES.of(trace));
    }

    /**
     * @param file
     *            where the choices are kept; it need not exist
     * @return what was chosen; empty if nothing was
     * @throws IOException
     *             if the file is wrong or a dialect is not there; the message is one sentence for the user, and what to do
     */
    public static List<Dialects.Chosen> of(Path file) throws IOException {
        List<Dialects.Chosen> chosen = new ArrayList<>();
        for (Choice choice : read(file)) {
            try {
                chosen.add(new Dialects.Chosen(choice.vm, WorkspaceDialects.of(choice.dialect)));
            } catch (IOException e) {
                throw CHOICES.helped(e);
            }
        }
        return chosen;
    }

    /**
     * @param file
     *            where the choices are kept; it need not exist
     * @return what it reports
     * @throws IOException
     *             if it is wrong; the message is one sentence for the user, and what to do
     */
    public static List<Choice> read(Path file) throws IOException {
        return CHOICES.read(file);
    }

    /**
     * @param file
     *            where the choices are to be kept
     * @param choices
     *            the first that fits a VM counts; if there are none, there is no file
     * @throws IOException
     *             if that is not possible; the message is one sentence for the user
     */
    public static void write(Path file, List<Choice> choices) throws IOException {
        CHOICES.write(file, choices);
    }
}
