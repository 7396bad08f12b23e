/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The commands that lessons print answer what these print; "…" stands for what they leave out. */
@Tag("platform")
class LessonTest {

    private static final String PROMPT = "$ releng/hypertrace ";
    private static final String STATUS = "; echo $?";

    /** A command, and the lines below it but for "…". */
    private record Printed(String command, List<String> lines) { }

    private static List<Printed> printed(Path page) throws IOException {
        List<Printed> all = new ArrayList<>();
        boolean code = false;
        for (String line : Files.readAllLines(page)) {
            code = line.startsWith("```") ? !code : code;
            if (code && line.startsWith(PROMPT)) {
                all.add(new Printed(line.substring(PROMPT.length()), new ArrayList<>()));
            } else if (code && !line.startsWith("```") && !line.equals("…")) {
                all.get(all.size() - 1).lines.add(line.strip());
            }
        }
        return all;
    }

    @Test
    void whyDidItWait() throws IOException {
        answers("critical-path/why-did-it-wait.md", 5);
    }

    @Test
    void aRollingUpgrade() throws IOException {
        answers("rolling-upgrade/a-rolling-upgrade.md", 3);
    }

    private static void answers(String page, int commands) throws IOException {
        List<Printed> printed = printed(Samples.root().resolve("org.hypertrace.ui/doc").resolve(page));
        assertEquals(commands, printed.size());
        for (Printed one : printed) {
            boolean status = one.command.endsWith(STATUS);
            List<Object> arguments = new ArrayList<>(Arrays.asList((Object[]) one.command.replace(STATUS, "").replace("traces-samples/",
                    Samples.root() + "/traces-samples/").split(" ")));
            Command command = Command.run(arguments.toArray());
            List<String> lines = new ArrayList<>(one.lines);
            assertEquals(status ? Integer.parseInt(lines.remove(lines.size() - 1)) : 0, command.status(), one.command + command.err());
            List<String> message = command.out().lines().map(String::strip).toList();
            assertTrue(message.containsAll(lines), one.command + " does not say what of " + lines + ":\n" + command.out());
        }
    }
}
