/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;

/**
 * Which files of kernel symbols the user chose for the guests of a trace or experiment, in the file {@value #FILE_NAME} beside
 * what Trace Compass keeps of it:
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

    private static final int VERSION = 1;
    private static final String NEXT = " Choose again: Guest symbols… in the context menu of the trace.";
    private static final AtomicInteger CHANGES = new AtomicInteger();

    /** The form of the file. */
    private static final class Content {
        private int version;
        private List<Line> symbols;
    }

    private static final class Line {
        private String vm;
        private String file;
    }

    private SymbolChoices() {
    }

    /** @return how often choices were written since the program began: what was read at another number may be outdated */
    public static int changes() {
        return CHANGES.get();
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
     * @return what was chosen; empty if nothing was
     * @throws IOException
     *             if it is wrong; the message is one sentence for the user and what to do
     */
    public static List<GuestSymbols.Chosen> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<GuestSymbols.Chosen> choices = new ArrayList<>();
        try {
            Content content = new Gson().fromJson(Files.readString(file, StandardCharsets.UTF_8), Content.class);
            if (content == null || content.version != VERSION || content.symbols == null) {
                throw new IOException(file + " is not a list of chosen symbols of version " + VERSION + '.' + NEXT);
            }
            for (Line line : content.symbols) {
                if (line == null || line.file == null || line.file.isBlank()) {
                    throw new IOException(file + " has a choice without a file." + NEXT);
                }
                choices.add(new GuestSymbols.Chosen(line.vm, Path.of(line.file)));
            }
        } catch (JsonParseException | InvalidPathException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(file + " cannot be read: " + cause.getMessage() + '.' + NEXT, e);
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
    public static void write(Path file, List<GuestSymbols.Chosen> choices) throws IOException {
        Content content = new Content();
        content.version = VERSION;
        content.symbols = new ArrayList<>();
        for (GuestSymbols.Chosen choice : choices) {
            Line line = new Line();
            line.vm = choice.vm();
            line.file = choice.file().toString();
            content.symbols.add(line);
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
        CHANGES.incrementAndGet();
    }
}
