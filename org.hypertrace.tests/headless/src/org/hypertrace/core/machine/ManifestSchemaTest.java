/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;

import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.GsonNode;

/**
 * The published schema of manifests and their reader agree. What the recorder's own tests write is compared with the schema by
 * these, in {@code traces-samples/recorder/tests}.
 */
class ManifestSchemaTest {

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded();
    }

    private static String schema() throws IOException {
        try (InputStream in = Manifest.class.getResourceAsStream("hypertrace.schema.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> errors(String manifest) throws IOException {
        Validator.Result result = new ValidatorFactory().withJsonNodeFactory(new GsonNode.Factory()).validate(schema(), manifest);
        return result.getErrors().stream().map(error -> error.getInstanceLocation() + ": " + error.getError()).toList();
    }

    private boolean isRead(String manifest) throws IOException {
        Path file = Files.writeString(fFolder.resolve(Manifest.FILE_NAME), manifest);
        try {
            Manifest.read(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void itAcceptsAndRefusesWhatTheReaderDoes() throws IOException {
        List<String> cases = Files.readAllLines(Samples.root().resolve("traces-samples/recorder/tests/manifests.txt"));
        List<String> wrong = new ArrayList<>();
        for (String line : cases.subList(1, cases.size())) {
            boolean right = line.startsWith("+ ");
            String manifest = line.substring(2);
            if (isRead(manifest) != right || errors(manifest).isEmpty() != right) {
                wrong.add(line + " read " + isRead(manifest) + ' ' + errors(manifest));
            }
        }
        assertEquals(List.of(), wrong);
        assertEquals(true, cases.size() > 60);
    }

    @Test
    void itNamesTheBuiltInDialects() throws IOException {
        JsonArray names = JsonParser.parseString(schema()).getAsJsonObject().getAsJsonObject("$defs").getAsJsonObject("vm")
                .getAsJsonObject("properties").getAsJsonObject("dialect").getAsJsonArray("anyOf").get(0).getAsJsonObject().getAsJsonArray("enum");
        List<String> built = new ArrayList<>();
        names.forEach(name -> built.add(name.getAsString()));
        assertEquals(Dialect.BUILT_IN, built);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("samples")
    void ofRecordedTraces(String sample) throws IOException {
        Path file = Samples.trace(sample).resolveSibling(Manifest.FILE_NAME);
        // those of the older recorder have none
        if (Files.exists(file)) {
            assertEquals(List.of(), errors(Files.readString(file)));
        }
    }
}
