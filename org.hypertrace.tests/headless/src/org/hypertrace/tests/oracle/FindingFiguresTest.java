/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hypertrace.core.finding.NestedExitFigures;
import org.hypertrace.core.finding.PathFindingFigures;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.testing.ReportedSample;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * Each figure in the sentence of each finding, computed anew over the finding's range: from the tables of the reports, which hold one row
 * for each part, and of VM exits by the oracle. A kind of finding that is not computed here fails.
 */
@Tag("platform")
class FindingFiguresTest {

    private static final Pattern FIGURE = Pattern.compile("(?<![\\w.])[\\d.]+ (?:ns|µs|ms|s|%)(?!\\w)");
    private static final List<String> OWN = List.of("guest", "halted", "unknown");

    static Stream<String> samples() {
        return Samples.recorded("six-vm-boot", "panic-in-initcall", "preempted-guest");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void eachFigureOfEachFinding(String name) {
        ReportedSample sample = new ReportedSample(name);
        for (JsonObject finding : Summary.objects(sample.report("report"), "findings")) {
            List<String> expected = switch (text(finding, "notion")) {
            case "panic" -> panic(sample, finding);
            case "loss" -> loss(sample, finding);
            case "steal" -> steal(sample, finding);
            case "overcommit" -> overcommit(sample, finding);
            case "boot" -> boot(sample, finding);
            case "shutdown" -> shutdown(sample, finding);
            case "exits" -> exits(sample, finding);
            case "clock" -> clock(sample, finding);
            case "path" -> PathFindingFigures.of(sample, finding);
            default -> throw new AssertionError("nobody computes this anew: " + finding);
            };
            assertEquals(expected, figures(finding), finding.toString());
        }
    }

    /** All figures in the sentence, without those in names and in what a guest's kernel reports. */
    private static List<String> figures(JsonObject finding) {
        String sentence = text(finding, "sentence").replace(text(finding, "about"), "").replaceAll("`[^`]*`", "");
        if (text(finding, "notion").equals("panic")) {
            sentence = sentence.replaceFirst(": .*", "");
        }
        return FIGURE.matcher(sentence).results().map(MatchResult::group).toList();
    }

    private static List<String> panic(ReportedSample sample, JsonObject finding) {
        JsonObject boot = run(sample.vm("boot", text(finding, "about")), "boots", finding);
        JsonObject crash = boot.has("panic") ? boot.getAsJsonObject("panic") : Summary.objects(boot, "oopses").get(0);
        has(finding, crash, "initcall");
        assertEquals(number(crash, "time"), number(finding.getAsJsonObject("evidence"), "begin"));
        return List.of(Amount.ns(number(crash, "time") - number(boot, "begin")).text());
    }

    private static void has(JsonObject finding, JsonObject crash, String name) {
        assertTrue(!crash.has(name) || text(finding, "sentence").contains(text(crash, name)), finding + " has not " + crash.get(name));
    }

    /** The boot or shutdown that begins as the finding does. */
    private static JsonObject run(JsonObject vm, String runs, JsonObject finding) {
        return Summary.objects(vm, runs).stream().filter(run -> number(run, "begin") == number(finding, "begin")).findFirst().orElseThrow();
    }

    /** What the report counts by names; a label is such a name with blanks. */
    private static List<String> loss(ReportedSample sample, JsonObject finding) {
        JsonArray row = finding.getAsJsonObject("evidence").getAsJsonArray("row");
        String what = row.get(1).getAsString().replace(" ", "").toLowerCase(Locale.ROOT);
        long count = 0;
        for (JsonObject host : Summary.objects(sample.report("report"), "hosts")) {
            count += switch (what) {
            case "lostbyhost" -> number(host, "lost");
            case "lostuncounted" -> number(host, "uncountedLosses");
            case "missingpackets" -> Summary.objects(host, "missing").stream().filter(stretch -> stretch.has("packets"))
                    .filter(stretch -> text(finding, "sentence").contains(": " + Amount.count(Math.max(1, number(stretch, "packets"))).text() + ' '))
                    .mapToLong(stretch -> Math.max(1, number(stretch, "packets"))).findFirst().orElseThrow();
            case "missingstretch" -> 1;
            default -> counted(sample.vm("report", text(finding, "about")), what);
            };
        }
        assertTrue(text(finding, "sentence").startsWith(text(finding, "about") + ": " + Amount.count(count).text() + ' '), count + ", but " + finding);
        return List.of();
    }

    private static long counted(JsonObject vm, String what) {
        return Stream.of("losses", "rings").filter(vm::has).flatMap(of -> vm.getAsJsonObject(of).entrySet().stream())
                .filter(entry -> entry.getKey().equalsIgnoreCase(what.replaceFirst("^ring", "")))
                .mapToLong(entry -> entry.getValue().isJsonArray() ? 1 : entry.getValue().getAsLong()).sum();
    }

    /** The sums of states of all vCPUs; of the longest preemption a report of just that time. */
    private static List<String> steal(ReportedSample sample, JsonObject finding) {
        long stolen = 0;
        long life = 0;
        for (JsonObject vcpu : Summary.objects(sample.vm("report", text(finding, "about")), "vcpus")) {
            stolen += states(vcpu, "preempted") + states(vcpu, "waking");
            life += number(vcpu, "end") - number(vcpu, "begin");
        }
        assertEquals(stolen, number(finding, "time"), finding.toString());
        JsonObject evidence = finding.getAsJsonObject("evidence");
        long begin = number(evidence, "begin");
        long longest = number(evidence, "end") - begin;
        String row = evidence.getAsJsonArray("row").get(2).getAsString();
        JsonObject during = Summary.objects(sample.report("report", "--from", begin, "--to", begin + longest), "hosts").stream()
                .flatMap(host -> Summary.objects(host, "vms").stream()).filter(vm -> ReportedSample.label(vm).equals(text(finding, "about")))
                .flatMap(vm -> Summary.objects(vm, "vcpus").stream()).filter(vcpu -> row.equals("vCPU " + vcpu.get("number"))).findFirst().orElseThrow();
        boolean isPreempted = text(finding, "sentence").contains("the longest preemption took");
        assertEquals(longest, states(during, isPreempted ? "preempted" : "waking"), "all of it: " + during);
        if (text(finding, "sentence").contains(", mostly by ")) {
            JsonObject most = Summary.objects(during, "preemptors").stream().max(Comparator.comparingLong(one -> number(one, "ns"))).orElseThrow();
            // a vCPU has the name of its VM instead of its thread's
            assertTrue(text(most, "kind").equals("vcpu") ? text(finding, "sentence").contains(" vCPU ")
                    : text(finding, "sentence").contains(", mostly by " + text(most, "name")), finding + " by " + most);
        }
        return List.of(Amount.ns(stolen).text(), Amount.share(stolen, life).text(), Amount.ns(longest).text());
    }

    private static long states(JsonObject of, String state) {
        return of.getAsJsonObject("states").get(state).getAsLong();
    }

    /** Sweeps over the states of the oracle. */
    private static List<String> overcommit(ReportedSample sample, JsonObject finding) {
        List<long[]> changes = new ArrayList<>();
        for (JsonObject vcpu : Summary.objects(Oracle.of(sample.name()), "vcpus")) {
            for (JsonObject interval : Summary.objects(vcpu, "intervals")) {
                if (!List.of("halted", "blocked", "unknown").contains(text(interval, "state"))) {
                    changes.add(new long[] { number(interval, "begin"), 1 });
                    changes.add(new long[] { number(interval, "end"), -1 });
                }
            }
        }
        changes.sort(Comparator.<long[]>comparingLong(change -> change[0]).thenComparingLong(change -> change[1]));
        String sentence = text(finding, "sentence");
        int processors = sentence.contains("than the one processor ") ? 1 : Integer.parseInt(sentence.replaceFirst(".* than the (\\d+) processors .*", "$1"));
        long more = 0;
        long wanting = 0;
        long most = 0;
        long since = 0;
        for (long[] change : changes) {
            more += wanting > processors ? change[0] - since : 0;
            wanting += change[1];
            most = Math.max(most, wanting);
            since = change[0];
        }
        assertTrue(sentence.endsWith(": up to " + most + '.'), most + ", but " + sentence);
        return List.of(Amount.ns(more).text(), Amount.share(more, number(finding, "end") - number(finding, "begin")).text());
    }

    private static List<String> boot(ReportedSample sample, JsonObject finding) {
        JsonObject vm = sample.vm("boot", text(finding, "about"));
        if (!finding.getAsJsonObject("evidence").has("number") && text(finding, "sentence").contains("eboot loop")) {
            assertTrue(Summary.objects(vm, "boots").size() >= 3, finding.toString());
            return List.of();
        }
        JsonObject boot = run(vm, "boots", finding);
        JsonObject slowest = Summary.objects(boot, "initcalls").stream().filter(call -> !call.has("returnLost"))
                .max(Comparator.comparingLong(FindingFiguresTest::length).thenComparingLong(call -> number(call, "depth"))).orElseThrow();
        long up = Summary.objects(boot, "stages").stream().filter(stage -> List.of("userspace", "ready").contains(text(stage, "name")))
                .mapToLong(stage -> number(stage, "begin")).min().orElseGet(() -> Summary.objects(boot, "levels").stream()
                        .mapToLong(level -> level.has("end") ? number(level, "end") : boot.has("panic") ? number(boot.getAsJsonObject("panic"), "time") : number(boot, "end")).reduce((first, last) -> last).orElse(number(boot, "end")));
        long took = up - number(boot, "begin");
        // without symbols it has none
        String called = text(slowest, slowest.has("name") ? "name" : "address");
        assertTrue(text(finding, "sentence").contains('`' + called + '`'), finding + " has not " + called);
        return List.of(Amount.ns(took).text(), Amount.ns(length(slowest)).text(), Amount.share(length(slowest), took).text(), Amount.ns(host(slowest)).text());
    }

    private static long length(JsonObject part) {
        return number(part, "end") - number(part, "begin");
    }

    /** What is neither the guest's own nor unknown. */
    private static long host(JsonObject part) {
        return part.getAsJsonObject("states").entrySet().stream().filter(state -> !OWN.contains(state.getKey())).mapToLong(state -> state.getValue().getAsLong())
                .sum();
    }

    private static List<String> shutdown(ReportedSample sample, JsonObject finding) {
        JsonObject shutdown = run(sample.vm("shutdown", text(finding, "about")), "shutdowns", finding);
        JsonObject evidence = finding.getAsJsonObject("evidence");
        JsonObject longest = Stream.of("steps", "devices", "notifiers").filter(shutdown::has).flatMap(parts -> Summary.objects(shutdown, parts).stream())
                .filter(part -> number(part, "begin") == number(evidence, "begin") && (!part.has("end") || number(part, "end") == number(evidence, "end")))
                .findFirst().orElseThrow(() -> new AssertionError("no part of " + finding));
        assertTrue(text(finding, "sentence").contains(text(longest, "name")), finding + " has not " + longest.get("name"));
        long took = number(evidence, "end") - number(longest, "begin");
        // one that does not end lasts until the trace ends
        long end = number(shutdown.has("end") ? shutdown : sample.report("shutdown"), "end");
        List<String> figures = new ArrayList<>(List.of(Amount.ns(took).text(), Amount.ns(end - number(shutdown, "begin")).text()));
        if (text(finding, "sentence").contains(" of it until ")) {
            figures.add(Amount.ns(Summary.objects(shutdown, "processes").stream().filter(process -> process.has("waitedFor"))
                    .mapToLong(process -> number(process, "waitedFor")).max().orElseThrow()).text());
        } else if (longest.has("states")) {
            figures.add(Amount.ns(host(longest)).text());
        }
        return figures;
    }

    /** By the oracle; it has no exits of nested guests. */
    private static List<String> exits(ReportedSample sample, JsonObject finding) {
        String about = text(finding, "about");
        if (about.contains("/")) {
            return NestedExitFigures.of(sample, finding);
        }
        JsonObject reported = sample.vm("report", about);
        String title = finding.getAsJsonObject("evidence").getAsJsonArray("row").get(1).getAsString();
        String rule = Summary.objects(sample.report("exits"), "vms").stream().flatMap(vm -> Summary.objects(vm, "findings").stream())
                .filter(one -> text(one, "title").equals(title)).map(one -> text(one, "rule")).findFirst().orElseThrow();
        JsonObject vm = Summary.objects(Summary.objects(Oracle.exitFindings(sample.name()), "ranges").get(0), "vms").stream()
                .filter(one -> number(one, "pid") == number(reported, "pid") && number(one, "begin") == number(reported, "begin")).findFirst()
                .orElseThrow(() -> new AssertionError("no exits of " + finding));
        assertEquals(vm.get("begin") + " " + vm.get("end"), finding.get("begin") + " " + finding.get("end"), finding.toString());
        JsonObject found = vm.getAsJsonObject("found").getAsJsonObject(rule);
        long stolen = number(found, "stolen");
        long own = number(found, "time") - stolen;
        assertEquals(own, number(finding, "time"), finding.toString());
        List<String> figures = new ArrayList<>(List.of(Amount.ns(own).text(),
                Amount.share(found.get("share").getAsDouble() * own / number(found, "time")).text()));
        if (stolen > 0) {
            figures.add(Amount.ns(stolen).text());
        }
        return figures;
    }

    private static List<String> clock(ReportedSample sample, JsonObject finding) {
        if (text(finding, "sentence").contains("could not be put on")) {
            return List.of();
        }
        JsonObject violations = Summary.objects(sample.report("report"), "clocks").stream()
                .filter(clock -> text(clock, "vm").equals(text(finding, "about")))
                .map(clock -> clock.getAsJsonObject("violations").getAsJsonObject("synchronized")).findFirst().orElseThrow();
        assertTrue(text(finding, "sentence").startsWith(Amount.count(number(violations, "count")).text() + " "), finding + " of " + violations);
        return List.of(Amount.ns(number(violations, "worst")).text());
    }

    private static String text(JsonObject of, String name) {
        return of.get(name).getAsString();
    }

    private static long number(JsonObject of, String name) {
        JsonElement value = of.get(name);
        return value == null ? 0 : value.getAsLong();
    }
}
