/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.eclipse.core.runtime.ILogListener;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;
import org.hypertrace.core.report.command.ReportApplication;

/**
 * What a command printed about a recording; where the recording is, is left out.
 *
 * @param status
 *            its exit status
 * @param out
 *            standard output, JSON
 * @param err
 *            standard error
 * @param faults
 *            exceptions that came to light otherwise, with their stacks
 */
record Answer(int status, String out, String err, List<String> faults) {

    /** In a sentence about packets that are damaged. */
    private static final String LEFT_OUT = " left out, ";

    /**
     * Has a command answer.
     *
     * @param command
     *            with its options, separated by blanks
     */
    static Answer of(String command, Path recording, Path work) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> faults = Collections.synchronizedList(new ArrayList<>());
        ILogListener log = (status, plugin) -> {
            if (status.getSeverity() == IStatus.ERROR && status.getException() != null) {
                faults.add(stack(status.getException()));
            }
        };
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> faults.add("ends a thread: " + stack(thrown)));
        Platform.addLogListener(log);
        int status = -1;
        try {
            List<String> line = new ArrayList<>(List.of(command.split(" ")));
            line.addAll(List.of("--quiet", "--format", "json", recording.toString()));
            status = ReportApplication.run(line.toArray(String[]::new), work, new PrintWriter(out), new PrintWriter(err));
        } catch (RuntimeException | Error e) {
            faults.add(stack(e));
        } finally {
            Platform.removeLogListener(log);
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
        String path = recording.toString();
        return new Answer(status, out.toString().replace(path, ""), err.toString().replace(path, ""), List.copyOf(faults));
    }

    private static String stack(Throwable thrown) {
        StringWriter stack = new StringWriter();
        if (thrown != null) {
            thrown.printStackTrace(new PrintWriter(stack));
        }
        return stack.toString();
    }

    /** Whether it is an answer, and not a refusal. */
    boolean isAnswer() {
        return status == 0;
    }

    /** What is wrong with the answer itself: neither an answer nor a refusal in one sentence; null if nothing. */
    String fault() {
        // notes about a text's lines may stand above
        boolean refused = status == 1 && out.isEmpty() && err.lines().filter(line -> line.startsWith("hypertrace: ")).count() == 1
                && err.lines().skip(err.lines().count() - 1).allMatch(line -> line.startsWith("hypertrace: "));
        if (!refused && (status != 0 || out.isEmpty())) {
            return "ends with " + status + ": " + err + String.join("\n", faults);
        }
        // where packets are left out that nobody could read, somebody tried
        boolean tried = refused || err.contains(LEFT_OUT);
        return faults.stream().filter(fault -> !tried || isOurs(fault)).findFirst().orElse(null);
    }

    /** Whether an exception comes from our code and is no word of damage: where a trace is refused, readers of it may throw. */
    private static boolean isOurs(String fault) {
        return !fault.startsWith("org.hypertrace.core.trace.ctf.DamagedTrace") && fault.lines().map(String::strip)
                .filter(line -> line.startsWith("at ") && !line.startsWith("at java")).findFirst()
                .filter(line -> line.startsWith("at org.hypertrace.core.")).isPresent();
    }
}
