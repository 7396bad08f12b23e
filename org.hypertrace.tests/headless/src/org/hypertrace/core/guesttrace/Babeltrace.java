/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What babeltrace2, a reader of CTF that is not ours, makes of a trace. */
final class Babeltrace {

    private Babeltrace() {
    }

    /** One line per event, with times as they stand in the trace: {@code [100] sched_switch: { cpu_id = 0 }, { ... }}. */
    static List<String> events(Path trace) throws IOException, InterruptedException {
        return run(trace, "--clock-cycles", "--no-delta").out().lines().map(Babeltrace::withoutHostAndZeros).toList();
    }

    /** What it warns of: events the tracer discarded. Folder names are left out. */
    static List<String> warnings(Path trace) throws IOException, InterruptedException {
        return run(trace, "--clock-cycles", "--no-delta").err().lines()
                .map(line -> line.replaceAll(" in trace .* within stream \"[^\"]*/([^\"/]*)\".*", " in $1")).toList();
    }

    /** Everything it knows of the trace: streams, packets, types, events. */
    static String details(Path trace) throws IOException, InterruptedException {
        return run(trace, "--component=sink.text.details").out();
    }

    private static String withoutHostAndZeros(String line) {
        return line.replaceFirst("^\\[0*(\\d+)\\] host ", "[$1] ");
    }

    private static Output run(Path trace, String... options) throws IOException, InterruptedException {
        Path out = Files.createTempFile("babeltrace", ".out");
        Path err = Files.createTempFile("babeltrace", ".err");
        try {
            List<String> command = new ArrayList<>(List.of("babeltrace2", trace.toString()));
            command.addAll(List.of(options));
            ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().put("LC_ALL", "C.UTF-8");
            int status = builder.start().waitFor();
            Output output = new Output(Files.readString(out, StandardCharsets.UTF_8), Files.readString(err, StandardCharsets.UTF_8));
            assertEquals(0, status, output.err());
            return output;
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private record Output(String out, String err) {
    }
}
