/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** Range, figures and evidence of each finding in VM exits agree: all of them are the oracle's, in ranges that cut exits, too. */
@Tag("platform")
class ExitFindingsAgainstOracleTest {

    private static final List<String> FIGURES = List.of("count", "time", "stolen", "worst", "worstDuration");
    /** Whose time is not only that of complete exits. */
    private static final Set<String> OTHERS = Set.of("incomplete");
    /** The others' sentences have the state with most of the time. */
    private static final Set<String> SENTENCE_HAS_STOLEN = Set.of("tracer", "halt");

    static Stream<String> samples() {
        // where events were lost, shares are not shown
        return Samples.recorded().filter(sample -> !sample.equals("lossy"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void eachFigureOfEachFindingIsTheOracles(String sample) {
        int found = 0;
        for (JsonObject range : Summary.objects(Oracle.exitFindings(sample), "ranges")) {
            Map<String, String> expected = expected(sample, range);
            assertEquals(text(expected), text(found(sample, range)), sample);
            found += expected.size();
        }
        assertTrue(found > 10, sample + ": " + found);
    }

    /** Without what was stolen in its exits: the host takes that from the guest whether it is traced or not. */
    @ParameterizedTest
    @MethodSource("samples")
    void tracingSlowsDownByItsOwnTime(String sample) {
        JsonObject range = Summary.objects(Oracle.exitFindings(sample), "ranges").get(0);
        Map<String, JsonObject> tracers = new TreeMap<>();
        for (JsonObject vm : Summary.objects(range, "vms")) {
            if (vm.getAsJsonObject("found").has("tracer")) {
                tracers.put(vm.get("pid").getAsString(), vm.getAsJsonObject("found").getAsJsonObject("tracer"));
            }
        }
        for (JsonObject vm : Summary.objects(report(sample, range), "vms")) {
            for (JsonObject finding : findings(vm)) {
                if (finding.get("rule").getAsString().equals("tracer")) {
                    JsonObject expected = tracers.remove(vm.get("vm").getAsString().replaceFirst("#.*", ""));
                    JsonObject tracer = vm.getAsJsonObject("tracer");
                    assertEquals(expected.get("stolen"), tracer.get("stolen"));
                    long own = expected.get("time").getAsLong() - (expected.has("stolen") ? expected.get("stolen").getAsLong() : 0);
                    double slowDown = (double) own / (vm.get("lifetime").getAsLong() - vm.get("halted").getAsLong() - own);
                    assertEquals(slowDown, tracer.get("slowDown").getAsDouble());
                    String percent = String.format(Locale.ROOT, "; the estimated slow-down is %.1f %%.", 100 * slowDown);
                    assertTrue(finding.get("sentence").getAsString().endsWith(percent), finding + " has not " + percent);
                }
            }
        }
        assertEquals(Map.of(), tracers, sample);
    }

    /** What is nested is in no figure of the oracle. */
    private static List<JsonObject> findings(JsonObject vm) {
        return vm.get("vm").getAsString().endsWith("/nested") ? List.of() : Summary.objects(vm, "findings");
    }

    private static JsonObject report(String sample, JsonObject range) {
        return Command.ofSample("exits", sample, "--from", range.get("from").getAsLong(), "--to", range.get("to").getAsLong());
    }

    private static String text(Map<String, String> findings) {
        return findings.entrySet().stream().map(finding -> finding.getKey() + ": " + finding.getValue()).collect(Collectors.joining("\n"));
    }

    private static Map<String, String> expected(String sample, JsonObject range) {
        Function<String, String> names = Samples.names(sample, "VM %s");
        Map<String, String> findings = new TreeMap<>();
        for (JsonObject vm : Summary.objects(range, "vms")) {
            vm.getAsJsonObject("found").entrySet().forEach(entry -> {
                JsonObject finding = entry.getValue().getAsJsonObject();
                String by = !finding.has("preemptors") ? "" : Summary.objects(finding, "preemptors").stream()
                        .map(one -> name(names, one.get("name").getAsString()) + " (" + Amount.ns(one.get("ns").getAsLong()) + ')')
                        .collect(Collectors.joining(" and "));
                findings.put(vm.get("pid").getAsString() + ' ' + entry.getKey(), line(finding, vm) + ' ' + by);
            });
        }
        return findings;
    }

    private static String name(Function<String, String> names, String label) {
        Matcher vcpu = Pattern.compile("pid (\\d+) (vCPU \\d+)").matcher(label);
        return vcpu.matches() ? names.apply(vcpu.group(1)) + ' ' + vcpu.group(2) : label;
    }

    private static Map<String, String> found(String sample, JsonObject range) {
        Map<String, String> findings = new TreeMap<>();
        for (JsonObject vm : Summary.objects(report(sample, range), "vms")) {
            for (JsonObject finding : findings(vm)) {
                String rule = finding.get("rule").getAsString();
                if (!OTHERS.contains(rule)) {
                    String by = rule.equals("preempted") ? finding.get("about").getAsString() : "";
                    findings.put(vm.get("vm").getAsString().replaceFirst("#.*", "") + ' ' + rule, line(finding, finding) + ' ' + by);
                    consistent(finding);
                }
            }
        }
        return findings;
    }

    /** The sentence has the same figures. */
    private static void consistent(JsonObject finding) {
        String sentence = finding.get("sentence").getAsString();
        String share = String.format(Locale.ROOT, "%s (%.1f %% of the vCPUs' non-idle time)",
                Amount.ns(finding.get("time").getAsLong()), 100 * finding.get("share").getAsDouble());
        assertTrue(sentence.contains(share), sentence + " has not " + share);
        if (finding.has("stolen") && SENTENCE_HAS_STOLEN.contains(finding.get("rule").getAsString())) {
            String stolen = Amount.ns(finding.get("stolen").getAsLong()) + " of it stolen";
            assertTrue(sentence.contains(share + ", " + stolen), sentence + " has not " + stolen);
        }
        if (finding.has("worst")) {
            long begin = finding.get("worst").getAsLong();
            assertTrue(begin >= finding.get("begin").getAsLong() && begin + finding.get("worstDuration").getAsLong() <= finding.get("end").getAsLong()
                    && finding.get("worstDuration").getAsLong() <= finding.get("time").getAsLong(), finding.toString());
        }
    }

    private static String line(JsonObject finding, JsonObject range) {
        return range.get("begin") + "-" + range.get("end") + ' '
                + FIGURES.stream().map(figure -> figure + ' ' + finding.get(figure)).collect(Collectors.joining(", "))
                + String.format(Locale.ROOT, ", share %.9f", finding.get("share").getAsDouble());
    }
}
