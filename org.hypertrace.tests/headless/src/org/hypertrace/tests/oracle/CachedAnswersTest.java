/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.testing.oracle.CachedAnswers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An answer of an oracle is kept as long as nothing changes that it comes from. */
class CachedAnswersTest {

    @Test
    void ofAScriptAllThatItUsesCounts(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("pack"));
        for (Map.Entry<String, String> script : Map.of("asked", "import json, first\nfrom pack.second import Name\nimport third as other",
                "first", "    from fourth import a, b", "pack/second", "# as fifth.py", "third", "", "fourth", "import asked", "fifth", "",
                "unused", "import asked").entrySet()) {
            Files.writeString(folder.resolve(script.getKey() + ".py"), script.getValue());
        }
        assertEquals("asked.py fifth.py first.py fourth.py pack/second.py third.py", CachedAnswers.scripts(folder.resolve("asked.py")).stream()
                .map(script -> folder.relativize(script).toString()).sorted().collect(Collectors.joining(" ")));
    }

    /** The script prints the number of its calls. */
    @Test
    void whatItReadsCountsWithItsManifestAndItsName(@TempDir Path folder) throws IOException {
        Path script = Files.writeString(folder.resolve("calls.py"), "with open('" + folder.resolve("calls") + "', 'a+') as f: f.write('x'); print(f.tell())");
        Path trace = Files.createDirectories(folder.resolve("host/kernel"));
        Files.writeString(trace.resolve("channel"), "events");
        assertEquals("1 1", calls(script, trace) + ' ' + calls(script, trace), "asked once");
        Files.writeString(trace.resolve("channel"), "more");
        assertEquals("2", calls(script, trace), "another trace");
        Files.writeString(trace.resolveSibling("hypertrace.json"), "{}");
        assertEquals("3", calls(script, trace), "another manifest");
        Path other = Files.move(trace, trace.resolveSibling("other"));
        assertEquals("4 4", calls(script, other) + ' ' + calls(script, other), "another name");
        Files.writeString(script, Files.readString(script) + " # changed");
        assertEquals("5", calls(script, other), "another script");
    }

    private static String calls(Path script, Path trace) throws IOException {
        return Files.readString(CachedAnswers.made("test-of-cache", script, List.of(trace))).strip();
    }
}
