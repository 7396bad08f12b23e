/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.io.IOException;
import java.nio.file.Files;

import org.hypertrace.testing.Samples;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** What was found in samples by the rules of critical paths alone, by names as reports have them. */
public final class PathGoldens {

    private PathGoldens() {
    }

    /**
     * @return by samples
     * @throws IOException
     *             if it cannot be read
     */
    public static JsonObject samples() throws IOException {
        return JsonParser.parseString(ours(read("critical-paths.json"))).getAsJsonObject().getAsJsonObject("samples");
    }

    /**
     * @param file
     *            beside it, with hashes only
     * @return what it holds
     * @throws IOException
     *             if it cannot be read
     */
    public static JsonObject hashes(String file) throws IOException {
        return JsonParser.parseString(read(file)).getAsJsonObject();
    }

    private static String read(String file) throws IOException {
        return Files.readString(Samples.root().resolve("org.hypertrace.tests/headless/src/org/hypertrace/core/path").resolve(file));
    }

    /** The definition has keys of its own for a class, a state, and an interrupt whose cause was not recorded. */
    private static String ours(String goldens) {
        return goldens.replace("\"taken\"", "\"preempted\"").replace("untold", "notRecorded").replace("interrupt not told", "interrupt not recorded");
    }
}
