/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.file.Json;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.render.Format;
import org.hypertrace.core.report.render.TapSuite;
import org.hypertrace.core.report.rules.Rule;
import org.hypertrace.core.report.rules.Rules;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code check}: holds recordings against a file of rules, in one run for all commands. */
@Command(name = "check", sortOptions = false,
        description = "Holds recordings against the rules of a file. It prints a section for each command that has rules, with a test for each "
                + "rule and VM.",
        footer = "The exit status is 3 if a rule without \"todo\" is broken. What a recording cannot answer is skipped.")
final class CheckCommand implements Callable<Integer> {

    private static final int WRONG = 2;
    private static final int BROKEN = 3;
    /** What a result is of, the most exact name first. */
    private static final List<String> SUBJECTS = List.of("boot", "shutdown", "subject", "label", "vm");

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Option(names = "--rules", paramLabel = "FILE", required = true, description = "the rules, as JSON")
    private Path fRules;

    @Mixin
    private OutputOption fOutput = new OutputOption(List.of(Format.TAP));

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;
    private boolean fBroken;

    /** @param work a folder for what is unpacked */
    CheckCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws ReportException {
        Map<String, List<Rule>> rules = rules();
        StringBuilder text = new StringBuilder();
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr());
                OpenTraces traces = fTraces.open(fWork, progress)) {
            progress.subTask("analysing");
            ITmfStateSystem states = traces.model(progress);
            Recording recording = traces.recording(String.join(", ", fTraces.names()));
            String guests = NamesInModel.of(states).stream().map(VmName::labelOnHost).collect(Collectors.joining(", "));
            for (Map.Entry<String, List<Rule>> section : rules.entrySet()) {
                TapSuite suite = TapSuite.section("hypertrace-check", section.getKey(), guests, List.of(recording));
                for (Rule rule : section.getValue()) {
                    progress.subTask("checking " + rule.name());
                    check(rule, suite);
                }
                text.append(suite.text(List.of(recording)));
            }
        } catch (StateSystemDisposedException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        }
        fOutput.write(text::toString);
        return fBroken ? BROKEN : 0;
    }

    private Map<String, List<Rule>> rules() throws ReportException {
        try {
            return Rules.read(fRules);
        } catch (IOException e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    /** The command answers as it does to a user: one meaning of a budget, in all its forms. */
    private void check(Rule rule, TapSuite suite) throws ReportException {
        List<String> words = new ArrayList<>(List.of(rule.command(), "--quiet", "--format", "json", "--budget", rule.budget()));
        // an upgrade is of a group, whichever VM the other rules are for
        if (fTraces.vm() != null && !rule.command().equals("upgrade")) {
            words.addAll(List.of("--vm", fTraces.vm()));
        }
        fTraces.traces().forEach(trace -> words.add(trace.toString()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = ReportApplication.run(words.toArray(String[]::new), fWork, new PrintWriter(out), new PrintWriter(err));
        String why = err.toString().lines().findFirst().orElse("").replaceFirst("^hypertrace: ", "");
        if (status == WRONG) {
            throw new ParameterException(fSpec.commandLine(), fRules + ": rule '" + rule.name() + "': " + why);
        }
        if (status != 0 && status != BROKEN) {
            if (rule.needs().isEmpty()) {
                throw new ReportException(fRules + ": rule '" + rule.name() + "': " + why);
            }
            suite.skip(rule.name(), rule.notChecked(why.replaceFirst("\\.$", "")));
            return;
        }
        JsonObject report = parsed(rule, out.toString());
        List<JsonObject> held = objects(report, "budgets");
        held.forEach(one -> held(rule, one, suite));
        objects(report, "notChecked").forEach(one -> suite.skip(rule.name(), rule.notChecked(one.get("reason").getAsString())));
        if (held.isEmpty() && !report.has("notChecked")) {
            suite.skip(rule.name(), rule.notChecked("the recording has nothing of it"));
        }
    }

    private void held(Rule rule, JsonObject one, TapSuite suite) {
        String subject = rule.name() + ": " + SUBJECTS.stream().map(one::get).filter(Objects::nonNull).map(JsonElement::getAsString).findFirst().orElse(rule.what());
        String unit = one.has("unit") ? one.get("unit").getAsString() : "ms";
        if (rule.unit() != null && !rule.unit().equals(unit)) {
            throw new ParameterException(fSpec.commandLine(), fRules + ": rule '" + rule.name() + "': its unit is '" + unit + "', not '" + rule.unit() + "'.");
        }
        boolean isKept = !one.get("exceeded").getAsBoolean();
        fBroken |= !isKept && rule.todo() == null;
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("what", rule.what());
        if (one.has("trace")) {
            about.put("trace", one.get("trace").getAsString());
        }
        about.put("budget", rule.atMost());
        // a time of a boot is in ns
        Object value = one.has("took") ? Amount.ns(one.get("took").getAsBigDecimal().longValue()) : one.get("value").getAsBigDecimal().doubleValue();
        suite.test(isKept, subject, rule.todo(), new Check.Figure("hypertrace.check." + rule.command(), value, unit.isEmpty() ? null : unit, about));
    }

    private static JsonObject parsed(Rule rule, String report) throws ReportException {
        try {
            return Json.parse(report, rule.command()).getAsJsonObject();
        } catch (IOException e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    private static List<JsonObject> objects(JsonObject report, String key) {
        List<JsonObject> objects = new ArrayList<>();
        if (report.has(key)) {
            report.getAsJsonArray(key).forEach(one -> objects.add(one.getAsJsonObject()));
        }
        return objects;
    }
}
