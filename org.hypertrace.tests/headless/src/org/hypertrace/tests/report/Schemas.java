/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.hypertrace.core.report.json.JsonText;

import com.google.gson.JsonObject;

import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.GsonNode;

/** The schemas of reports, asked by a library. */
public final class Schemas {

    private Schemas() {
    }

    /** @return what contradicts the schema of that name in a report: places and sentences */
    public static List<String> errors(String name, JsonObject report) throws IOException {
        try (InputStream schema = JsonText.class.getResourceAsStream("schema/" + name + ".schema.json")) {
            Validator.Result result = new ValidatorFactory().withJsonNodeFactory(new GsonNode.Factory())
                    .validate(new String(schema.readAllBytes(), StandardCharsets.UTF_8), report.toString());
            return result.getErrors().stream().map(error -> error.getInstanceLocation() + ": " + error.getError()).toList();
        }
    }
}
