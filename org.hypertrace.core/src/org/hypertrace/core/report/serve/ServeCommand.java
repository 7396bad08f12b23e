/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.serve;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.eclipse.core.runtime.Platform;
import org.hypertrace.core.file.FileTree;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.trace.ctf.TracePackets;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code serve}: reports of one recording after another, without a new start for each. Nothing of a request is kept for the next one. */
@Command(name = "serve", sortOptions = false,
        description = "Reads a request per line of standard input and answers each with a line of JSON on standard output, until the input ends.",
        footer = "A request: {\"recording\": \"TRACE\", \"reports\": [[\"boot\"], [\"path\", \"--boots\"]]}. The answer has the JSON of each report, as the "
                + "command prints it, or one sentence.")
public final class ServeCommand implements Callable<Integer> {

    /** Does what a command line asks for. */
    @FunctionalInterface
    public interface Commands {

        /**
         * @param arguments
         *            the command and what follows it
         * @param work
         *            a folder for what is unpacked
         * @param out
         *            gets the report
         * @param errors
         *            gets the reason of a failure
         * @return the exit status
         */
        int run(String[] arguments, Path work, PrintWriter out, PrintWriter errors);
    }

    private static final int FAILED = 1;

    @Option(names = "--for", paramLabel = "PID", description = "ends when that process ends, also in the middle of a request")
    private Long fAsker;

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "these options")
    private boolean fHelp;

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;
    private final Commands fCommands;

    /**
     * @param work
     *            a folder for what is unpacked
     * @param commands
     *            makes the reports
     */
    public ServeCommand(Path work, Commands commands) {
        fWork = work.resolve("serve");
        fCommands = commands;
    }

    @Override
    public Integer call() throws ReportException {
        if (fAsker != null) {
            ProcessHandle asker = ProcessHandle.of(fAsker)
                    .orElseThrow(() -> new ReportException("There is no process " + fAsker + "; give the id of the one that asks, or leave --for out."));
            // it may be killed while a request takes long, and nobody waits for the answer
            asker.onExit().thenRun(() -> Runtime.getRuntime().halt(FAILED));
        }
        PrintWriter out = fSpec.commandLine().getOut();
        RequestLines lines = new RequestLines(System.in);
        try {
            NewFiles files = new NewFiles(folders());
            for (String answer = next(lines, files); answer != null; answer = next(lines, files)) {
                out.write(answer);
                out.flush();
                if (out.checkError()) {
                    break;
                }
            }
        } catch (IOException e) {
            throw new ReportException("Requests cannot be served any longer: " + IoReason.of(e) + "; start it again.", e);
        }
        return 0;
    }

    /** Where Trace Compass and we keep what is needed for a while only. The folder of temporary files is ours if it is in the workspace. */
    private List<Path> folders() {
        Path workspace = Path.of(Platform.getLocation().toOSString());
        List<Path> folders = new ArrayList<>(List.of(workspace, workspace.resolve(".tracecompass-temp")));
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        if (temporary.startsWith(workspace)) {
            folders.add(temporary);
        }
        return folders;
    }

    private String next(RequestLines lines, NewFiles files) throws IOException {
        Request request;
        try {
            String line = lines.next();
            if (line == null) {
                return null;
            }
            request = request(line);
        } catch (RequestLines.Unreadable e) {
            return Answer.refusal(e.getMessage());
        }
        try {
            Answer answer = new Answer(request);
            for (List<String> report : request.reports()) {
                StringWriter out = new StringWriter();
                StringWriter err = new StringWriter();
                int status = fCommands.run(request.commandLine(report), fWork, new PrintWriter(out), new PrintWriter(err));
                answer.add(report, status, out.toString(), err.toString());
            }
            answer.label(RecordingLabels.of(request.recording(), fWork));
            return answer.line();
        } finally {
            TracePackets.forget();
            FileTree.delete(fWork);
            files.delete();
        }
    }

    private static Request request(String line) throws RequestLines.Unreadable {
        try {
            return Request.of(line);
        } catch (IOException e) {
            throw new RequestLines.Unreadable(e.getMessage());
        }
    }
}
