/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.provider.Outcome;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --output} of every command, and what its exit status is when budgets are exceeded. */
final class OutputOption {

    /** The exit status if a budget is exceeded. */
    private static final int EXCEEDED = 3;

    /** Makes the text of a report. */
    interface Form {
        String text() throws IOException;
    }

    @Option(names = "--output", paramLabel = "FILE", description = "writes there instead of to standard output")
    private Path fOutput;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec fSpec;

    /** @param form what is written to where the user wants it */
    void write(Form form) throws CannotReport {
        try {
            String text = form.text();
            if (fOutput == null) {
                fSpec.commandLine().getOut().print(text);
                fSpec.commandLine().getOut().flush();
            } else {
                Files.writeString(fOutput, text);
            }
        } catch (IOException e) {
            throw new CannotReport("Cannot write " + fOutput + ": " + IoReason.of(e) + "; choose another --output.", e);
        }
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
