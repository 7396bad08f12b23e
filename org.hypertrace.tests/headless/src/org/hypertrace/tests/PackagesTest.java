/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** The data flows one way: a package of the core imports only what stands left of it. */
class PackagesTest {

    static final List<String> ORDER = List.of("untrusted", "quantity", "file", "event", "kvm", "text", "ftrace", "console", "stream", "symbol",
            "ctf", "failure", "machine", "guest", "provider", "oddity", "words", "vcpu", "nested", "task", "resource", "latency", "exit", "stack",
            "boot", "shutdown", "path", "model", "trace", "guesttrace", "report", "sample");
    private static final Pattern IMPORT = Pattern.compile("^import (?:static )?org\\.hypertrace\\.core\\.(\\w+)\\.");

    @Test
    void arrowsPointRight() throws IOException {
        Path core = Path.of(System.getProperty("hypertrace.root"), "org.hypertrace.core/src/org/hypertrace/core");
        List<String> wrong = new ArrayList<>();
        List<Path> sources;
        try (Stream<Path> walk = Files.walk(core)) {
            sources = walk.filter(path -> path.toString().endsWith(".java")).sorted().toList();
        }
        for (Path source : sources) {
            int place = ORDER.indexOf(core.relativize(source).getName(0).toString());
            if (place < 0) {
                wrong.add(source + " is in no package of the order");
            }
            for (String line : Files.readAllLines(source)) {
                Matcher matcher = IMPORT.matcher(line);
                if (matcher.find() && ORDER.indexOf(matcher.group(1)) > place) {
                    wrong.add(core.relativize(source) + ": " + line);
                }
                // what paths are found in knows nothing of paths
                if (source.getParent().endsWith("path/gather") && line.matches("import org\\.hypertrace\\.core\\.path\\.[A-Z].*")) {
                    wrong.add(core.relativize(source) + ": " + line);
                }
                // documents and what writes them know nothing of commands
                if (source.toString().matches(".*/report/(doc|page|render)/[^/]*") && line.matches("import (static )?org\\.hypertrace\\.core\\.report\\.[A-Z].*")
                        || source.getParent().endsWith("report/doc") && line.contains("core.report.render")) {
                    wrong.add(core.relativize(source) + ": " + line);
                }
                if (line.startsWith("import org.eclipse.swt") || line.startsWith("import org.eclipse.ui")) {
                    wrong.add(core.relativize(source) + ": " + line);
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertEquals(true, sources.size() > 50);
    }
}
