/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.file.Json;
import org.hypertrace.core.guesttrace.GuestTraceWriter.Written;
import org.hypertrace.core.machine.Incarnation;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.report.json.JsonText;
import org.hypertrace.core.stream.dialect.Dialect;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * The manifest of a folder with a host's trace and those of its guests: what the recording's manifest reports of the VMs, but
 * for dialects of their own, and which trace is whose. Under {@code extracted} it lists what the extraction wrote.
 */
final class ExtractionManifest {

    private static final String EXTRACTED = "extracted";

    private ExtractionManifest() {
    }

    /**
     * @param file
     *            is written
     * @param guests
     *            the traces and their folders' names
     * @param symbols
     *            files with symbols that the recording's manifest names, and where they are beside this one
     */
    static void write(Path file, HostTraces.Host host, Map<Written, String> guests, Map<Path, String> symbols) throws IOException {
        List<JsonObject> vms = new ArrayList<>();
        List<Integer> pids = new ArrayList<>();
        for (Manifest.Vm vm : host.manifest() == null ? List.<Manifest.Vm>of() : host.manifest().vms()) {
            vms.add(of(vm, symbols));
            pids.add(vm.pid());
        }
        guests.forEach((guest, folder) -> {
            if (guest.who().nested() == null && guest.who().pid() != HostEvent.UNKNOWN_ID) {
                JsonObject vm = entry(vms, pids, Incarnation.of(guest.who().key()));
                if (guest.who().given() != null && !vm.has("name")) {
                    vm.addProperty("name", guest.who().given());
                }
                if (!vm.has("guestTrace")) {
                    vm.addProperty("guestTrace", folder);
                }
            }
        });
        JsonObject root = new JsonObject();
        root.addProperty("version", 1);
        root.addProperty("host", host.name());
        root.add("vms", array(vms));
        JsonArray extracted = new JsonArray();
        for (Path written : children(file.getParent())) {
            extracted.add(String.valueOf(written.getFileName()));
        }
        root.add(EXTRACTED, extracted);
        Files.writeString(file, JsonText.of(root));
    }

    private static List<Path> children(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static JsonObject of(Manifest.Vm vm, Map<Path, String> symbols) {
        JsonObject object = new JsonObject();
        if (vm.name() != null) {
            object.addProperty("name", vm.name());
        }
        if (vm.pid() >= 0) {
            object.addProperty("pid", vm.pid());
        }
        if (!vm.vcpus().isEmpty()) {
            JsonArray tids = new JsonArray();
            vm.vcpus().forEach(tids::add);
            object.add("vcpus", tids);
        }
        if (vm.dialect() != null && Dialect.BUILT_IN.contains(vm.dialect().name())) {
            object.addProperty("dialect", vm.dialect().name());
        }
        addSymbols(object, symbols.get(vm.symbols()));
        if (!vm.nested().isEmpty()) {
            object.add("nested", array(vm.nested().stream().map(guest -> of(guest, symbols)).toList()));
        }
        return object;
    }

    private static JsonObject of(Manifest.Nested guest, Map<Path, String> symbols) {
        JsonObject object = new JsonObject();
        if (guest.name() != null) {
            object.addProperty("name", guest.name());
        }
        addSymbols(object, symbols.get(guest.symbols()));
        return object;
    }

    private static void addSymbols(JsonObject to, String symbols) {
        if (symbols != null) {
            to.addProperty("symbols", symbols);
        }
    }

    /** The n-th entry with the process's id is its n-th incarnation. */
    private static JsonObject entry(List<JsonObject> vms, List<Integer> pids, Incarnation process) {
        int incarnation = 0;
        for (int i = 0; i < pids.size(); i++) {
            incarnation += pids.get(i) == process.id() ? 1 : 0;
            if (incarnation == process.nth()) {
                return vms.get(i);
            }
        }
        for (; incarnation < process.nth(); incarnation++) {
            JsonObject vm = new JsonObject();
            vm.addProperty("pid", process.id());
            vms.add(vm);
            pids.add(process.id());
        }
        return vms.get(vms.size() - 1);
    }

    private static JsonArray array(List<? extends JsonElement> elements) {
        JsonArray array = new JsonArray();
        elements.forEach(array::add);
        return array;
    }

    /** @return what an earlier extraction wrote into a folder, its manifest too, sorted; nothing if it wrote no manifest there */
    static List<Path> extracted(Path folder) {
        Path file = folder.resolve(Manifest.FILE_NAME);
        List<Path> extracted = new ArrayList<>();
        try {
            if (Files.exists(file) && Json.parse(InputFile.text(file), file) instanceof JsonObject root
                    && root.get(EXTRACTED) instanceof JsonArray names) {
                for (JsonElement name : names) {
                    Path child = Path.of(name.getAsString());
                    if (child.getNameCount() == 1 && !child.isAbsolute() && !child.toString().startsWith(".")) {
                        extracted.add(folder.resolve(child));
                    }
                }
                extracted.add(file);
            }
        } catch (IOException | IllegalStateException | UnsupportedOperationException | InvalidPathException e) {
            return List.of();
        }
        extracted.sort(null);
        return extracted;
    }
}
