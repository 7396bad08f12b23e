/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.tests.report.Schemas;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** Comparisons of commands as JSON. */
final class ComparedJson {

    private ComparedJson() {
    }

    /** What a command answers without a word on standard error; it keeps to its schema. */
    static JsonObject of(String command, String schema, List<Path> traces, Object a, Object b, Object... options) throws IOException {
        Command run = Command.compared(command, traces, a, b, Stream.concat(Stream.of("--format", "json"), Stream.of(options)).toArray());
        assertEquals("0 ", run.status() + " " + run.err());
        JsonObject report = JsonParser.parseString(run.out()).getAsJsonObject();
        assertEquals(List.of(), Schemas.errors(schema, report));
        return report;
    }
}
