/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.file.Json;
import org.hypertrace.core.file.JsonPlace;
import org.hypertrace.core.file.WholeFile;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/**
 * What the user chose for a trace or experiment, as JSON beside what Trace Compass keeps of it. The file is whole, or as it
 * was before. It is absent if nothing was chosen.
 *
 * @param <C>
 *            the choice
 */
final class ChoiceFile<C> {

    private static final int VERSION = 1;
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    /**
     * Reads a choice.
     *
     * @param <C>
     *            the choice
     */
    @FunctionalInterface
    interface Reader<C> {
        /** @return what the document describes */
        C of(JsonPlace.Keys document) throws JsonPlace.Wrong;
    }

    /**
     * Reads a choice for a VM.
     *
     * @param <C>
     *            the choice
     */
    @FunctionalInterface
    interface VmReader<C> {
        /** @return the choice for a VM, null: every VM */
        C of(String vm, JsonPlace chosen) throws JsonPlace.Wrong;
    }

    private final String fName;
    private final Supplier<C> fUsual;
    private final Reader<C> fReader;
    private final BiConsumer<C, JsonObject> fWriter;
    private final String fNext;
    private final AtomicInteger fChanges = new AtomicInteger();

    /**
     * @param name
     *            of the file
     * @param usual
     *            what counts if nothing was chosen
     * @param reader
     *            reads a choice
     * @param writer
     *            adds it to a document
     * @param next
     *            what helps if the file is wrong, one sentence
     */
    ChoiceFile(String name, Supplier<C> usual, Reader<C> reader, BiConsumer<C, JsonObject> writer, String next) {
        fName = name;
        fUsual = usual;
        fReader = reader;
        fWriter = writer;
        fNext = next;
    }

    /**
     * @param name
     *            of the file
     * @param list
     *            the key of the list
     * @param key
     *            the key of what is chosen for a VM
     * @param reader
     *            reads a choice for a VM
     * @param vm
     *            the VM of a choice, null: every VM
     * @param chosen
     *            what is chosen for it
     * @param next
     *            what helps if the file is wrong, one sentence
     * @return a file with choices for VMs
     */
    static <C> ChoiceFile<List<C>> ofVms(String name, String list, String key, VmReader<C> reader, Function<C, String> vm,
            Function<C, String> chosen, String next) {
        return new ChoiceFile<>(name, List::of, document -> {
            List<C> choices = new ArrayList<>();
            for (JsonPlace place : document.need(list).list()) {
                JsonPlace.Keys keys = place.object();
                choices.add(reader.of(keys.text("vm"), keys.need(key)));
            }
            return choices;
        }, (choices, document) -> {
            JsonArray array = new JsonArray();
            for (C choice : choices) {
                JsonObject line = new JsonObject();
                if (vm.apply(choice) != null) {
                    line.addProperty("vm", vm.apply(choice));
                }
                line.addProperty(key, chosen.apply(choice));
                array.add(line);
            }
            document.add(list, array);
        }, next);
    }

    /** @return where the choices for a trace or experiment are kept */
    Path of(ITmfTrace trace) {
        return Path.of(TmfTraceManager.getSupplementaryFileDir(trace), fName);
    }

    /** @return how often this program wrote such files: what was read at another count may be outdated */
    int changes() {
        return fChanges.get();
    }

    /**
     * @throws IOException
     *             if the file is wrong; the message is for the user: one sentence, and one about what helps
     */
    C read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return fUsual.get();
        }
        try {
            return Json.read(InputFile.text(file), file, document -> {
                document.requireVersion(VERSION);
                return fReader.of(document);
            });
        } catch (IOException e) {
            throw helped(e);
        }
    }

    /** @return the error, with what helps */
    IOException helped(IOException e) {
        return new IOException(e.getMessage() + ' ' + fNext, e);
    }

    /**
     * @throws IOException
     *             if that is not possible; the message is one sentence for the user
     */
    void write(Path file, C choice) throws IOException {
        try {
            if (choice.equals(fUsual.get())) {
                Files.deleteIfExists(file);
            } else {
                JsonObject document = new JsonObject();
                document.addProperty("version", VERSION);
                fWriter.accept(choice, document);
                try (WholeFile whole = new WholeFile(file)) {
                    whole.out().append(GSON.toJson(document)).append('\n');
                    whole.finish();
                }
            }
        } catch (IOException e) {
            throw new IOException("Cannot write " + file + ": " + IoReason.of(e) + '.', e);
        }
        fChanges.incrementAndGet();
    }
}
