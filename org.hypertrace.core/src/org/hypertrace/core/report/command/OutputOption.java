/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.file.WholeFile;
import org.hypertrace.core.quantity.BudgetResult;
import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.render.Format;
import org.hypertrace.core.report.render.TapSuite;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --format} and {@code --output} of every command, and what its exit status is when budgets are exceeded. */
final class OutputOption {

    /** What users call standard output: the file behind it may have something in it already, to which this is to be added. */
    private static final Set<String> STANDARD = Set.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");
    /** The exit status if a budget is exceeded. */
    private static final int EXCEEDED = 3;

    /** Makes the text of a report. */
    interface Form {
        String text() throws IOException;
    }

    /** Makes a document. */
    interface Document {
        Page page() throws IOException, ReportException;
    }

    /** Makes the text of a report in a format that not every document has. */
    interface Own {
        String text(Format format) throws IOException;
    }

    /** Writes what may be too long to be a text first. */
    interface Stream {
        void to(Writer out) throws IOException, ReportException;
    }

    private Format fFormat;
    private Path fOutput;

    @Option(names = "--exact", description = "in text durations are in ns, without rounding")
    private boolean fExact;

    private final List<Format> fFormats;
    private CommandSpec fSpec;

    /** @param formats those that the command has, the usual one first */
    OutputOption(List<Format> formats) {
        fFormats = formats;
    }

    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec command) {
        fSpec = command;
        String endings = fFormats.stream().map(format -> '.' + format.ending()).collect(Collectors.joining(", "));
        command.addOption(OptionSpec.builder("--format").paramLabel(keys("|")).type(String.class).setter(new Setter(this::setFormat))
                .description("default: as FILE ends, else " + fFormats.get(0).key()).build());
        command.addOption(OptionSpec.builder("--output").paramLabel("FILE").type(String.class).setter(new Setter(file -> fOutput = Path.of(file)))
                .description("writes there instead of to standard output, in the format by which FILE ends if no other is asked for: " + endings)
                .build());
    }

    /** Gets the word after an option. */
    private record Setter(Consumer<String> to) implements ISetter {
        @Override
        public <T> T set(T value) {
            if (value != null) {
                to.accept((String) value);
            }
            return null;
        }
    }

    private void setFormat(String key) {
        fFormat = fFormats.stream().filter(format -> format.key().equals(key.toLowerCase(Locale.ROOT))).findFirst()
                .orElseThrow(() -> new ParameterException(fSpec.commandLine(), "--format: '" + key + "' is no format of " + fSpec.name()
                        + "; there are " + keys(", ") + '.'));
    }

    private String keys(String between) {
        return fFormats.stream().map(Format::key).collect(Collectors.joining(between));
    }

    /** What the user asks for, or as the name of the file ends. */
    Format format() {
        if (fFormat != null) {
            return fFormat;
        }
        Optional<Format> byFile = fFormats.stream().filter(format -> fOutput != null && fOutput.toString().endsWith('.' + format.ending()))
                .max(Comparator.comparingInt(format -> format.ending().length()));
        return byFile.orElse(fFormats.get(0));
    }

    /** Whether durations in text are in ns, without rounding. */
    boolean isExact() {
        return fExact;
    }

    /**
     * Writes a document to where the user wants it, in the format that he wants.
     *
     * @param document
     *            made only if the format is one of all documents
     * @param table
     *            which of its tables CSV has, null for all
     * @param own
     *            makes the other formats of the command
     */
    void write(Document document, String table, Own own) throws ReportException {
        Format format = format();
        Page page;
        try {
            page = format.isOfPages() ? document.page() : null;
        } catch (IOException e) {
            throw cannot(e);
        }
        write(() -> page == null ? own.text(format) : format.render(page, new Format.Choice(fExact, table)));
    }

    /**
     * Of what nothing is tested.
     *
     * @param what
     *            it is, for people
     * @param why
     *            nothing is
     * @param recordings
     *            each has tests of its own
     */
    record Untested(String suite, String what, String why, List<Recording> recordings) { }

    /**
     * Writes a document of which nothing is tested: TAP has the reason, and the tests of the recordings.
     *
     * @param page
     *            made only if the format needs it
     * @param table
     *            which of its tables CSV has, null for all
     * @param json
     *            makes its other format
     */
    void write(Supplier<Page> page, String table, Untested untested, Supplier<String> json) throws ReportException {
        write(page::get, table, format -> format != Format.TAP ? json.get()
                : TapSuite.untested(page.get(), untested.suite, untested.what, untested.why, untested.recordings));
    }

    /** @param form what is written to where the user wants it */
    void write(Form form) throws ReportException {
        try {
            String text = form.text();
            stream(out -> out.write(text));
        } catch (IOException e) {
            throw cannot(e);
        }
    }

    /** @param stream what is written to where the user wants it */
    void stream(Stream stream) throws ReportException {
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

    private ReportException cannot(IOException e) {
        return new ReportException("Cannot write " + (fOutput == null ? "the report" : fOutput) + ": " + IoReason.of(e) + "; choose another --output.", e);
    }

    /**
     * @param name
     *            of the traces, for people
     * @return where they were recorded; in TAP with the guests' panics, for which it may analyse them
     */
    Recording recording(OpenTraces traces, String name, IProgressMonitor progress) throws ReportException {
        if (format() == Format.TAP) {
            traces.model(progress);
        }
        return traces.recording(name);
    }

    /**
     * Reports which budgets are exceeded, and which could not be checked: that is no reason to fail.
     *
     * @return the exit status
     */
    int status(List<? extends BudgetResult> outcomes, List<NotChecked> notChecked) {
        notChecked.forEach(one -> fSpec.commandLine().getErr().println("hypertrace: " + one.sentence()));
        return status(outcomes);
    }

    /**
     * Reports which budgets are exceeded.
     *
     * @return the exit status
     */
    int status(List<? extends BudgetResult> outcomes) {
        PrintWriter err = fSpec.commandLine().getErr();
        List<? extends BudgetResult> exceeded = outcomes.stream().filter(BudgetResult::isExceeded).toList();
        exceeded.forEach(outcome -> err.println("hypertrace: " + outcome.sentence()));
        return exceeded.isEmpty() ? 0 : EXCEEDED;
    }
}
