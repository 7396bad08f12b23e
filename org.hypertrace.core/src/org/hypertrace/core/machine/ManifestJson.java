/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.file.Quoted;
import org.hypertrace.core.machine.Manifest.Channel;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.untrusted.TextLimit;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** Reads the values of a manifest; a wrong one is an error that names file, key and value. */
final class ManifestJson {

    private ManifestJson() {
    }

    static Manifest.Vm vm(Path file, JsonObject vm) throws IOException {
        return new Manifest.Vm(name(file, vm, "name"), integer(file, vm, "pid", -1), tids(file, vm), dialect(file, vm),
                inside(file, vm, "symbols"), path(file, vm, "guestTrace"), rings(file, vm), nestedSymbols(file, vm));
    }

    static Channel channel(Path file, JsonObject root) throws IOException {
        String text = string(file, root, "channel");
        for (Channel channel : Channel.values()) {
            if (text != null && text.equals(channel.name().toLowerCase(Locale.ROOT))) {
                return channel;
            }
        }
        if (text != null) {
            throw wrong(file, "channel", root.get("channel"));
        }
        // who names rings wants them read
        return Channel.BOTH;
    }

    private static List<Path> rings(Path file, JsonObject vm) throws IOException {
        JsonElement rings = vm.get("rings");
        if (rings == null) {
            return List.of();
        }
        if (!rings.isJsonArray()) {
            throw wrong(file, "rings", rings);
        }
        List<Path> paths = new ArrayList<>();
        for (JsonElement ring : rings.getAsJsonArray()) {
            JsonObject one = new JsonObject();
            one.add("rings", ring);
            paths.add(path(file, one, "rings"));
        }
        return paths;
    }

    private static List<Path> nestedSymbols(Path file, JsonObject vm) throws IOException {
        JsonElement nested = vm.get("nested");
        if (nested == null) {
            return List.of();
        }
        if (!nested.isJsonArray()) {
            throw wrong(file, "nested", nested);
        }
        List<Path> symbols = new ArrayList<>();
        for (JsonElement guest : nested.getAsJsonArray()) {
            if (!guest.isJsonObject()) {
                throw wrong(file, "nested", nested);
            }
            Path path = inside(file, guest.getAsJsonObject(), "symbols");
            if (path != null) {
                symbols.add(path);
            }
        }
        return symbols;
    }

    private static List<Integer> tids(Path file, JsonObject vm) throws IOException {
        JsonElement vcpus = vm.get("vcpus");
        if (vcpus == null) {
            return List.of();
        }
        if (!vcpus.isJsonArray()) {
            throw wrong(file, "vcpus", vcpus);
        }
        List<Integer> tids = new ArrayList<>();
        for (JsonElement tid : vcpus.getAsJsonArray()) {
            tids.add(integer(file, "vcpus", tid));
        }
        return tids;
    }

    private static Dialect dialect(Path file, JsonObject vm) throws IOException {
        String name = string(file, vm, "dialect");
        return name == null ? null : Dialect.BUILT_IN.contains(name) ? Dialect.builtIn(name)
                : Dialect.read(inside(file, vm, "dialect"));
    }

    /** A file that is read: it lies there also where it is a link. */
    private static Path inside(Path file, JsonObject object, String key) throws IOException {
        Path path = path(file, object, key);
        if (path != null) {
            InputFile.requireInside(path, file.toAbsolutePath().normalize().resolveSibling(""));
        }
        return path;
    }

    /** Files that a manifest names lie below its folder. */
    private static Path path(Path file, JsonObject object, String key) throws IOException {
        String text = string(file, object, key);
        if (text == null) {
            return null;
        }
        try {
            Path folder = file.toAbsolutePath().normalize().resolveSibling("");
            Path path = folder.resolve(text).normalize();
            if (path.startsWith(folder) && !path.equals(folder)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // no path at all: said below
        }
        throw wrong(file, key, object.get(key));
    }

    static String name(Path file, JsonObject object, String key) throws IOException {
        return TextLimit.NAME.clip(string(file, object, key));
    }

    private static String string(Path file, JsonObject object, String key) throws IOException {
        JsonElement value = object.get(key);
        if (value == null) {
            return null;
        }
        if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString() || value.getAsString().isBlank()) {
            throw wrong(file, key, value);
        }
        return value.getAsString();
    }

    static int integer(Path file, JsonObject object, String key, int absent) throws IOException {
        JsonElement value = object.get(key);
        return value == null ? absent : integer(file, key, value);
    }

    static int integer(Path file, String key, JsonElement value) throws IOException {
        try {
            int number = value.getAsBigDecimal().intValueExact();
            if (value.getAsJsonPrimitive().isNumber() && number >= 0) {
                return number;
            }
        } catch (ArithmeticException | IllegalStateException | UnsupportedOperationException | NumberFormatException e) {
            // not a whole number: said below
        }
        throw wrong(file, key, value);
    }

    static IOException wrong(Path file, String key, JsonElement value) {
        return new IOException(file + ": the value of \"" + key + "\" cannot be " + Quoted.of(value.toString()) + '.');
    }
}
