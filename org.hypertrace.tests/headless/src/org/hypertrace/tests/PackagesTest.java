/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.SourceFiles;
import org.junit.jupiter.api.Test;

/** The data flows one way: a package of the core imports only what stands left of it. So do the packages of one concept. */
class PackagesTest {

    static final List<String> ORDER = List.of(
            "untrusted", "quantity", "compare", "file", "event", "container", "clock.column", "clock.line", "clock.exit", "clock", "clock.kept", "kvm", "trace.text", "trace.ftrace", "trace.console",
            "stream", "stream.dialect", "stream.decode", "stream.ring", "symbol", "trace.ctf.type", "trace.ctf.layout", "trace.ctf", "failure", "lifetime", "history", "machine", "machine.clock", "machine.read",
            "timeline.order", "timeline", "container.read", "clock.read", "guest", "settings", "analysis", "losses", "describe", "ring", "ring.trace", "vcpu", "nested", "task", "cpu", "latency", "syscall",
            "exit.track", "exit.columns", "exit.statistics", "exit.finding", "exit.compare", "stack.track", "stack.frames", "stack.history",
            "stack.flame", "run", "run.compare", "boot.track", "boot", "boot.compare", "shutdown.track", "shutdown", "upgrade.track", "upgrade.plan", "upgrade", "upgrade.probe",
            "path.store", "path.gather", "path.latency", "path", "path.answer", "finding", "platform", "view", "losses.view", "vcpu.view", "task.view", "cpu.view",
            "syscall.view", "exit.view", "stack.view", "boot.view", "shutdown.view", "upgrade.view", "path.view", "finding.view", "provider", "model", "tracetype",
            "guesttrace", "report.doc", "report.render", "report.page", "report.page.run", "report.page.path", "report.page.upgrade", "report.page.time",
            "report.json", "report.json.upgrade", "report.json.time",
            "report.open", "report.export", "report.rules", "report.serve", "report.command", "sample");
    private static final Path ROOT = Path.of(System.getProperty("hypertrace.root"));
    private static final Pattern IMPORT = Pattern.compile("^import (?:static )?org\\.hypertrace\\.core\\.([a-z.]+)\\.[A-Z]");

    /** As many files as one can survey. */
    private static final int MOST_FILES = 26;
    /** As many lines as one reads at once. */
    private static final int MOST_LINES = 300;

    @Test
    void noFolderIsTooFull() throws IOException {
        Map<String, Integer> files = new TreeMap<>();
        for (String folder : List.of("org.hypertrace.core/src", "org.hypertrace.ui/src", "org.hypertrace.tests/headless/src",
                "org.hypertrace.tests/support/src", "org.hypertrace.tests/workbench/src")) {
            sources(ROOT.resolve(folder)).forEach(source -> files.merge(ROOT.relativize(source.getParent()).toString(), 1, Integer::sum));
        }
        files.values().removeIf(count -> count <= MOST_FILES);
        assertEquals(Map.of(), files);
    }

    @Test
    void noFileIsTooLong() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path source : SourceFiles.under(ROOT, ".java")) {
            int lines = Files.readAllLines(source).size();
            if (lines > MOST_LINES) {
                tooLong.add(ROOT.relativize(source) + ": " + lines + " lines");
            }
        }
        assertEquals(List.of(), tooLong);
    }

    @Test
    void everyPackageOfTheOrderIsThere() throws IOException {
        Set<String> there = sources().stream().map(source -> core().relativize(source.getParent()).toString().replace('/', '.'))
                .collect(Collectors.toSet());
        assertEquals(new TreeSet<>(there), new TreeSet<>(ORDER));
    }

    private static Path core() {
        return ROOT.resolve("org.hypertrace.core/src/org/hypertrace/core");
    }

    private static List<Path> sources() throws IOException {
        return sources(core());
    }

    private static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(path -> path.toString().endsWith(".java")).sorted().toList();
        }
    }

    @Test
    void arrowsPointRight() throws IOException {
        Path core = core();
        List<String> wrong = new ArrayList<>();
        List<Path> sources = sources();
        for (Path source : sources) {
            int place = ORDER.indexOf(core.relativize(source.getParent()).toString().replace('/', '.'));
            if (place < 0) {
                wrong.add(source + " is in no package of the order");
            }
            for (String line : Files.readAllLines(source)) {
                Matcher matcher = IMPORT.matcher(line);
                if (matcher.find() && ORDER.indexOf(matcher.group(1)) > place) {
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
