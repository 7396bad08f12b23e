/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.file.StandardOutput;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.ReadAgain;
import org.hypertrace.core.report.serve.ServeCommand;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands without a display. The exit status is 0 if done, 1 if it cannot be, 2 if the command line is wrong, 3 if a threshold was
 * exceeded. One sentence on standard error reports why it cannot be.
 */
public final class ReportApplication implements IApplication {

    private static final int FAILED = 1;
    /** A trace is to be read again, without packets that were found to be damaged. */
    private static final int AGAIN = -1;
    /** So often a trace is read at most. */
    private static final int MAX_TIMES = 8;
    /** Made while there is memory. */
    private static final byte[] NO_MEMORY = "hypertrace: There is not enough memory: give the Java machine more (HYPERTRACE_JAVA_OPTS=-Xmx4g).\n"
            .getBytes(StandardCharsets.UTF_8);

    private static final PrintStream NO_MEMORY_TO = System.err;

    /** By their names, made for a folder for what is unpacked; in the order of the help. */
    private static final Map<String, Function<Path, Object>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("report", ReportCommand::new);
        COMMANDS.put("boot", BootCommand::new);
        COMMANDS.put("shutdown", ShutdownCommand::new);
        COMMANDS.put("upgrade", UpgradeCommand::new);
        COMMANDS.put("exits", ExitsCommand::new);
        COMMANDS.put("stacks", StacksCommand::new);
        COMMANDS.put("syscalls", SyscallsCommand::new);
        COMMANDS.put("path", PathCommand::new);
        COMMANDS.put("check", CheckCommand::new);
        COMMANDS.put("extract", ExtractCommand::new);
        COMMANDS.put("serve", work -> new ServeCommand(work, ReportApplication::run));
    }

    @Command(name = "releng/hypertrace", synopsisSubcommandLabel = "COMMAND")
    private static final class Commands {
        // the commands are added below
    }

    @Override
    public Object start(IApplicationContext context) {
        Object arguments = context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.setErr(ofOthers());
        Thread.setDefaultUncaughtExceptionHandler((thread, death) -> {
            // whoever waits for that thread would wait for ever
            sayFailure(death, err);
            System.exit(FAILED);
        });
        StandardOutput standard = new StandardOutput();
        PrintWriter out = new PrintWriter(new OutputStreamWriter(standard, StandardCharsets.UTF_8), true);
        int status = run(arguments instanceof String[] strings ? strings : new String[0],
                Path.of(Platform.getLocation().toOSString(), "unpacked"), out, err);
        out.flush();
        return standard.failure() == null || status != 0 ? status : cannotPrint(standard, err);
    }

    /** What the platform, its log and libraries print besides is kept with the log: standard error is for our sentences. */
    private static PrintStream ofOthers() {
        try {
            return new PrintStream(Files.newOutputStream(Path.of(Platform.getLocation().toOSString(), ".metadata", "stderr")), true,
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            return new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        }
    }

    private static int cannotPrint(StandardOutput standard, PrintWriter err) {
        if (!standard.isClosedByReader()) {
            err.println("hypertrace: Standard output cannot be written: " + IoReason.of(standard.failure())
                    + "; make room there or choose a file with --output.");
        }
        return FAILED;
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
        Diagnostics err = new Diagnostics(errors);
        for (int times = 1;; times++) {
            int status = run(arguments, work, out, err, times < MAX_TIMES);
            if (status != AGAIN) {
                return status;
            }
            err.again();
        }
    }

    private static int run(String[] arguments, Path work, PrintWriter out, Diagnostics err, boolean again) {
        CommandLine line = new CommandLine(new Commands());
        // to describe a command to the parser takes longer than to read a short trace
        String asked = arguments.length == 0 ? "" : arguments[0];
        COMMANDS.forEach((name, command) -> {
            if (name.equals(asked) || !COMMANDS.containsKey(asked)) {
                line.addSubcommand(command.apply(work));
            }
        });
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
            if (exception instanceof ReadAgain damage && again) {
                if (damage.isOfMetadata()) {
                    err.withoutMetadata(damage.getMessage());
                }
                return AGAIN;
            }
            if (exception instanceof ReportException why) {
                err.refuse(why);
                return FAILED;
            }
            sayFailure(exception, err);
            return FAILED;
        });
        if (arguments.length == 0) {
            line.usage(err);
            return 2;
        }
        try {
            return line.execute(arguments);
        } catch (RuntimeException | Error e) {
            sayFailure(e, err);
            return FAILED;
        }
    }

    private static void sayFailure(Throwable thrown, PrintWriter err) {
        try {
            err.println("hypertrace: " + Failure.of(thrown).log().sentence());
            err.flush();
        } catch (OutOfMemoryError e) {
            NO_MEMORY_TO.write(NO_MEMORY, 0, NO_MEMORY.length);
            NO_MEMORY_TO.flush();
            Runtime.getRuntime().halt(FAILED);
        }
    }

    @Override
    public void stop() {
        // the process ends with its command
    }
}
