/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.provider.Outcome;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --output} of every command, and what its exit status is when budgets are exceeded. */
final class OutputOption {

    /** What users call standard output: the file behind it may have something in it already, to which this is to be added. */
    private static final Set<String> STANDARD = Set.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");
    /** The exit status if a budget is exceeded. */
    private static final int EXCEEDED = 3;

    /** Makes the text of a report. */
    interface Form {
        String text() throws IOException;
    }

    /** Writes what may be too long to be a text first. */
    interface Stream {
        void to(Writer out) throws IOException, CannotReport;
    }

    @Option(names = "--output", paramLabel = "FILE", description = "writes there instead of to standard output")
    private Path fOutput;

    @Option(names = "--exact", description = "in text durations are in ns, without rounding")
    private boolean fExact;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec fSpec;

    /** Whether durations in text are in ns, without rounding. */
    boolean isExact() {
        return fExact;
    }

    /** @param form what is written to where the user wants it */
    void write(Form form) throws CannotReport {
        try {
            String text = form.text();
            stream(out -> out.write(text));
        } catch (IOException e) {
            throw cannot(e);
        }
    }

    /** @param stream what is written to where the user wants it */
    void stream(Stream stream) throws CannotReport {
        try {
            if (isStandard()) {
                PrintWriter out = fSpec.commandLine().getOut();
                stream.to(out);
                out.flush();
            } else if (Files.exists(fOutput) && !Files.isRegularFile(fOutput)) {
                // a pipe or a terminal
                try (Writer out = Files.newBufferedWriter(fOutput)) {
                    stream.to(out);
                }
            } else {
                try (WholeFile file = new WholeFile(fOutput)) {
                    stream.to(file.out());
                    file.finish();
                }
            }
        } catch (IOException e) {
            throw cannot(e);
        }
    }

    private boolean isStandard() {
        return fOutput == null || STANDARD.contains(fOutput.toString());
    }

    private CannotReport cannot(IOException e) {
        return new CannotReport("Cannot write " + (fOutput == null ? "the report" : fOutput) + ": " + IoReason.of(e) + "; choose another --output.", e);
    }

    /**
     * Says which budgets are exceeded.
     *
     * @return the exit status
     */
    int status(List<? extends Outcome> outcomes) {
        PrintWriter err = fSpec.commandLine().getErr();
        List<? extends Outcome> exceeded = outcomes.stream().filter(Outcome::isExceeded).toList();
        exceeded.forEach(outcome -> err.println("hypertrace: " + outcome.sentence()));
        return exceeded.isEmpty() ? 0 : EXCEEDED;
    }
}
