/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.LatencyLines;
import org.hypertrace.testing.log.LockLines;
import org.hypertrace.testing.story.PathStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who waited for whom in stories that can be reported by hand; the oracle of critical paths reads the same ones. */
@Tag("plain")
class PathStoriesTest {

    private static final Pattern LINE = Pattern.compile("(\\d+) (\\d+) (.*) (run|ready|deliver|wait)(/.*)?");

    @TempDir
    Path fFolder;

    static Stream<String> stories() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }

    private static Path folder() {
        return Samples.root().resolve("org.hypertrace.tests/headless/src/org/hypertrace/core/path/stories");
    }

    @ParameterizedTest
    @MethodSource("stories")
    void theStoryHasThesePaths(String name) throws Exception {
        PathStory story = new PathStory(Files.readString(folder().resolve(name)));
        PathRows rows = story.rows(fFolder);
        assertTrue(!story.asked().isEmpty());
        for (PathStory.Asked asked : story.asked()) {
            if (asked.options().equals(PathStory.WAITS)) {
                assertEquals(asked.lines(), LatencyLines.of(rows));
                continue;
            }
            if (asked.options().equals(PathStory.LOCKS)) {
                assertEquals(asked.lines(), LockLines.of(rows));
                continue;
            }
            AskedPath path = new AskedPath(rows, (vm, nested, function, address) -> false, asked.options());
            assertEquals(String.join("\n", asked.lines()), reported(path.path(), new PathNames(rows), asked.lines()), asked.options());
        }
    }

    /** What the path is where the lines report it: with states, or put together by chain and phase where they have none. */
    private static String reported(Segments path, PathNames names, List<String> lines) {
        List<String> reported = new ArrayList<>();
        for (String line : lines) {
            String before = "";
            for (int i = 0; i < path.size(); i++) {
                if (path.end(i) <= begin(line) || path.begin(i) >= end(line)) {
                    continue;
                }
                String by = names.by(path, i);
                String what = names.keys(path, path.chain(i)) + ' ' + path.phase(i).key()
                        + (isCoarse(line) ? "" : '/' + path.state(i).canonical() + (by.isEmpty() ? "" : ' ' + by));
                boolean goesOn = isCoarse(line) && what.equals(before);
                long begin = isCoarse(line) ? Math.max(path.begin(i), begin(line)) : path.begin(i);
                long end = isCoarse(line) ? Math.min(path.end(i), end(line)) : path.end(i);
                begin = goesOn ? begin(reported.remove(reported.size() - 1)) : begin;
                reported.add(begin + " " + end + ' ' + what);
                before = what;
            }
        }
        return String.join("\n", reported);
    }

    private static long begin(String line) {
        return Long.parseLong(line.substring(0, line.indexOf(' ')));
    }

    private static long end(String line) {
        return Long.parseLong(line.split(" ")[1]);
    }

    private static boolean isCoarse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches() && matcher.group(5) == null;
    }
}
