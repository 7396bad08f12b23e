/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
