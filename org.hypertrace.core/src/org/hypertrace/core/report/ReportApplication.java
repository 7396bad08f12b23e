/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands without a display. The exit status is 0 if done, 1 if it cannot be (one sentence on standard error says
 * why), 2 if the command line is wrong, 3 if a threshold was exceeded.
 */
public final class ReportApplication implements IApplication {

    @Command(name = "releng/hypertrace", synopsisSubcommandLabel = "COMMAND")
    private static final class Commands {
        // the commands are added below
    }

    @Override
    public Object start(IApplicationContext context) {
        Object arguments = context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        return run(arguments instanceof String[] strings ? strings : new String[0],
                Path.of(Platform.getLocation().toOSString(), "unpacked"), out, err);
    }

    /**
     * @param arguments
     *            the command and what follows it
     * @param work
     *            a folder for what is unpacked
     * @param out
     *            gets the report
     * @param errors
     *            gets progress and the reason of a failure
     * @return the exit status
     */
    public static int run(String[] arguments, Path work, PrintWriter out, PrintWriter errors) {
        PrintWriter err = new Diagnostics(errors);
        CommandLine line = new CommandLine(new Commands());
        line.addSubcommand(new ReportCommand(work));
        line.addSubcommand(new BootCommand(work));
        line.addSubcommand(new ShutdownCommand(work));
        line.addSubcommand(new ExitsCommand(work));
        line.addSubcommand(new StacksCommand(work));
        line.addSubcommand(new ExtractCommand(work));
        line.setOut(out).setErr(err).setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((exception, args) -> {
            CommandLine at = exception.getCommandLine();
            if (at == line && exception instanceof CommandLine.UnmatchedArgumentException unmatched) {
                err.println("hypertrace: There is no command '" + unmatched.getUnmatched().get(0) + "'.");
            } else {
                err.println("hypertrace: " + exception.getMessage());
            }
            err.println("Try: releng/hypertrace " + (at == line ? "" : at.getCommandName() + ' ') + "--help");
            return 2;
        });
        line.setExecutionExceptionHandler((exception, commandLine, parsed) -> {
            if (exception instanceof CannotReport) {
                err.println("hypertrace: " + exception.getMessage());
                return 1;
            }
            throw exception;
        });
        if (arguments.length == 0) {
            line.usage(err);
            return 2;
        }
        return line.execute(arguments);
    }

    @Override
    public void stop() {
        // the process ends with its command
    }
}
