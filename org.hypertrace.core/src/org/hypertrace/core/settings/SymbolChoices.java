/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.file.JsonPlace;

/**
 * Which files of kernel symbols the user chose for the guests of a trace or experiment. The file {@value #FILE_NAME} beside what Trace
 * Compass keeps of the trace has it:
 *
 * <pre>
 * { "version": 1, "symbols": [ { "vm": "384#1", "file": "/home/me/System.map" }, { "file": "/home/me/kallsyms.xz" } ] }
 * </pre>
 *
 * {@code vm} is as in {@link GuestSymbols.Chosen}, every VM if absent. Another choice changes names only: no model is rebuilt.
 */
public final class SymbolChoices {

    /** The name of the file. */
    public static final String FILE_NAME = "hypertrace-symbols.json";

    private static final ChoiceFile<List<GuestSymbols.Chosen>> CHOICES = ChoiceFile.ofVms(FILE_NAME, "symbols", "file",
            (vm, file) -> new GuestSymbols.Chosen(vm, path(file)), GuestSymbols.Chosen::vm, choice -> choice.file().toString(),
            "Choose again: Guest symbols… in the context menu of the trace.");

    private SymbolChoices() {
    }

    private static Path path(JsonPlace file) throws JsonPlace.Wrong {
        try {
            return Path.of(file.text());
        } catch (InvalidPathException e) {
            throw file.wrong("must be a path: " + e.getReason());
        }
    }

    /** @return how often choices were written since the program began: what was read at another number may be outdated */
    public static int changes() {
        return CHOICES.changes();
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return where its choices are kept
     */
    public static Path file(ITmfTrace trace) {
        return CHOICES.of(trace);
    }

    /**
     * @param file
     *            where the choices are kept; it need not exist
     * @return what was chosen; empty if nothing was
     * @throws IOException
     *             if it is wrong; the message is one sentence for the user and what to do
     */
    public static List<GuestSymbols.Chosen> read(Path file) throws IOException {
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
    public static void write(Path file, List<GuestSymbols.Chosen> choices) throws IOException {
        CHOICES.write(file, choices);
    }
}
