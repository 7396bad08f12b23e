/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.timeline.Dialects;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;

/**
 * What the user chose as the dialects of the guests of a trace or experiment, in the file {@value #FILE_NAME} beside what
 * Trace Compass keeps of it:
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

    private static final int VERSION = 1;
    private static final String NEXT = " Choose again: Guest dialects… in the context menu of the trace.";

    /**
     * A dialect for a VM.
     *
     * @param vm
     *            null: every VM
     * @param dialect
     *            its name
     */
    public record Choice(String vm, String dialect) { }

    /** The form of the file. */
    private static final class Content {
        private int version;
        private List<Line> dialects;
    }

    private static final class Line {
        private String vm;
        private String dialect;
    }

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
        return of(Path.of(TmfTraceManager.getSupplementaryFileDir(trace), FILE_NAME));
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
        try {
            for (Choice choice : read(file)) {
                chosen.add(new Dialects.Chosen(choice.vm, WorkspaceDialects.of(choice.dialect)));
            }
        } catch (IOException e) {
            throw new IOException(e.getMessage() + NEXT, e);
        }
        return chosen;
    }

    /**
     * @param file
     *            where the choices are kept; it need not exist
     * @return what it reports
     * @throws IOException
     *             if it is wrong; the message is one sentence for the user
     */
    public static List<Choice> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<Choice> choices = new ArrayList<>();
        try {
            Content content = new Gson().fromJson(Files.readString(file, StandardCharsets.UTF_8), Content.class);
            if (content == null || content.version != VERSION || content.dialects == null) {
                throw new IOException(file + " is not a list of chosen dialects of version " + VERSION + '.');
            }
            for (Line line : content.dialects) {
                if (line == null || line.dialect == null || line.dialect.isBlank()) {
                    throw new IOException(file + " has a choice without a dialect.");
                }
                choices.add(new Choice(line.vm, line.dialect));
            }
        } catch (JsonParseException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(file + " cannot be read: " + cause.getMessage() + '.', e);
        }
        return choices;
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
        Content content = new Content();
        content.version = VERSION;
        content.dialects = new ArrayList<>();
        for (Choice choice : choices) {
            Line line = new Line();
            line.vm = choice.vm;
            line.dialect = choice.dialect;
            content.dialects.add(line);
        }
        try {
            if (choices.isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                Gson gson = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
                Files.writeString(file, gson.toJson(content) + '\n');
            }
        } catch (IOException e) {
            throw new IOException("Cannot write " + file + ": " + e.getMessage() + '.', e);
        }
    }
}
