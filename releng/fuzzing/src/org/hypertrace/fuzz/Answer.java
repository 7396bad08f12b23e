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
import org.hypertrace.core.report.ReportApplication;

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

    /** Has a command answer. */
    static Answer of(String command, Path recording, Path work) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> faults = Collections.synchronizedList(new ArrayList<>());
        ILogListener log = (status, plugin) -> {
            Throwable thrown = status.getException();
            boolean ours = plugin.startsWith("org.hypertrace") || plugin.equals("org.eclipse.core.jobs");
            if (status.getSeverity() == IStatus.ERROR && (ours || thrown instanceof RuntimeException || thrown instanceof Error)) {
                faults.add(status.getMessage() + '\n' + stack(thrown));
            }
        };
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> faults.add("ends a thread: " + stack(thrown)));
        Platform.addLogListener(log);
        int status = -1;
        try {
            status = ReportApplication.run(new String[] { command, "--quiet", "--format", "json", recording.toString() }, work,
                    new PrintWriter(out), new PrintWriter(err));
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
        if (!faults.isEmpty()) {
            return String.join("\n", faults);
        }
        // notes about a text's lines may stand above
        boolean refused = status == 1 && out.isEmpty() && err.lines().filter(line -> line.startsWith("hypertrace: ")).count() == 1
                && err.lines().skip(err.lines().count() - 1).allMatch(line -> line.startsWith("hypertrace: "));
        return status == 0 && !out.isEmpty() || refused ? null : "ends with " + status + ": " + err;
    }
}
