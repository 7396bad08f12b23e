/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;

import com.google.gson.JsonObject;

/** The second opinion: the scripts in the folder {@code oracle}, each run once per question about a sample. */
public final class Oracle {

    private Oracle() {
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return what {@code vcpu_states.py} reports of the sample's only host, every interval of every vCPU's states included
     */
    public static JsonObject of(String sample, String... options) {
        List<String> all = new ArrayList<>(List.of("--intervals"));
        all.addAll(List.of(options));
        return OracleScripts.ask("vcpu_states", sample, all);
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return what {@code vcpu_intervals.py}, which shares nothing with {@code vcpu_states.py}, finds in the sample's only host
     */
    public static JsonObject again(String sample, String... options) {
        List<String> all = new ArrayList<>(List.of("--intervals"));
        all.addAll(List.of(options));
        return OracleScripts.ask("vcpu_intervals", sample, all);
    }

    /**
     * @param from
     *            the first seed
     * @param to
     *            the seed after the last
     * @return of each seed: a host's trace as a story, and the states of vCPUs that {@code vcpu_intervals.py} finds in it
     */
    public static JsonObject seeds(int from, int to) {
        return OracleScripts.answer("tests/seeds", "seeds", List.of(from, to));
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return what {@code resource_use.py} reports of the processors of the sample's only host
     */
    public static JsonObject resources(String sample, String... options) {
        return OracleScripts.ask("resource_use", sample, List.of(options));
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return what {@code stacks.py} reports of the stacks of guest threads
     */
    public static JsonObject stacks(String sample, String... options) {
        return OracleScripts.ask("stacks", sample, List.of(options));
    }

    /**
     * @param trace
     *            the folder of a host's trace
     * @param options
     *            of the script
     * @return what {@code stacks.py} reports of the stacks of guest threads
     */
    public static JsonObject stacksOf(Path trace, String... options) {
        List<Object> all = new ArrayList<>(List.of(options));
        all.add(trace);
        return OracleScripts.answer("stacks", "stacks-of-trace", all);
    }

    /**
     * @param trace
     *            the folder of a host's trace
     * @return what {@code vcpu_states.py} reports of the host, every interval included
     */
    public static JsonObject ofTrace(Path trace) {
        return OracleScripts.answer("vcpu_states", "trace", List.of("--intervals", trace));
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return what {@code guest_events.py} reports of the guests of the sample's only host
     */
    public static JsonObject guests(String sample, String... options) {
        return OracleScripts.ask("guest_events", sample, List.of(options));
    }

    /**
     * @param trace
     *            the folder of a host's trace
     * @return what {@code resource_use.py} reports of the processors of the host
     */
    public static JsonObject resourcesOf(Path trace) {
        return OracleScripts.answer("resource_use", "resources", List.of(trace));
    }

    /**
     * @param trace
     *            the folder of a host's trace
     * @return what {@code guest_events.py} reports of the guests on the host: counts, threads, texts
     */
    public static JsonObject guestsOf(Path trace) {
        return OracleScripts.answer("guest_events", "guests", List.of(trace));
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return what {@code boots.py} reports of the boots of the guests of the sample's only host
     */
    public static JsonObject boots(String sample, String... options) {
        return OracleScripts.ask("boots", sample, List.of(options));
    }

    /**
     * @param sample
     *            a name in traces-samples
     * @param options
     *            further options of the script
     * @return the rolling upgrade in it
     */
    public static JsonObject upgrades(String sample, String... options) {
        return OracleScripts.ask("upgrades", sample, List.of(options));
    }

    /**
     * @param sample
     *            a name in traces-samples
     * @param plan
     *            what its marks mean
     * @return the rolling upgrade in it
     */
    public static JsonObject upgrades(String sample, Path plan) {
        return OracleScripts.kept("upgrades", "upgrades-planned-" + sample, List.of("--plan", plan, Samples.trace(sample)));
    }

    /**
     * @param sample
     *            the name of a sample with the answers of a prober
     * @return when nodes did not answer it
     */
    public static JsonObject prober(String sample) {
        return OracleScripts.ask("prober", sample, List.of());
    }

    /**
     * @param sample
     *            the name of a recorded trace
     * @param symbols
     *            the System.map of its guests
     * @return what {@code shutdowns.py} reports of the shutdowns of the guests of the sample's only host
     */
    public static JsonObject shutdowns(String sample, Path symbols) {
        return OracleScripts.kept("shutdowns", "shutdowns-" + sample, List.of("--symbols", symbols, Samples.trace(sample)));
    }

    /**
     * @param trace
     *            the folder of a host's trace
     * @param symbols
     *            the System.map of its guests
     * @return what {@code shutdowns.py} reports of the shutdowns of its guests
     */
    public static JsonObject shutdownsOf(Path trace, Path symbols) {
        return OracleScripts.answer("shutdowns", "shutdowns", List.of("--symbols", symbols, trace));
    }

    /**
     * @param trace
     *            the folder of a host's trace
     * @return what {@code boots.py} reports of the boots of the guests on the host
     */
    public static JsonObject bootsOf(Path trace) {
        return OracleScripts.answer("boots", "boots", List.of(trace));
    }

    /**
     * @param text
     *            a guest's own boot, as text of ftrace or its log
     * @return what {@code initcalls.py} reports of its levels and initcalls
     */
    public static JsonObject initcallsOf(Path text) {
        return OracleScripts.answer("initcalls", "initcalls", List.of(text));
    }

    /**
     * @param trace
     *            the folder of a host's trace
     * @return every event of every guest, as {@code guest_events.py} lists them, a line each
     */
    public static String guestEventsOf(Path trace) {
        return Tool.run("python3", "-B", OracleScripts.script("guest_events"), "--list", trace);
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return what {@code exits.py} reports of the VM exits of the sample's only host
     */
    public static JsonObject exits(String sample, String... options) {
        return OracleScripts.ask("exits", sample, List.of(options));
    }

    /**
     * @param sample
     *            the name of a sample
     * @return what {@code exit_findings.py} finds in the VM exits of the sample's only host, in several ranges of time
     */
    public static JsonObject exitFindings(String sample) {
        return OracleScripts.ask("exit_findings", sample, List.of());
    }

    /**
     * @param text
     *            a host's trace as text
     * @return what {@code perf_stat.py} counts in it
     */
    public static JsonObject perfStat(Path text) {
        return OracleScripts.answer("perf_stat", "perf-stat", List.of(text));
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return what {@code latencies.py} reports of the guests on the sample's only host
     */
    public static JsonObject latencies(String sample, String... options) {
        return OracleScripts.ask("latencies", sample, List.of(options));
    }

    /**
     * @param trace
     *            the folder of a host's trace
     * @param options
     *            of the script
     * @return what {@code nested.py} reports of guests' guests on the host
     */
    public static JsonObject nestedOf(Path trace, Object... options) {
        List<Object> all = new ArrayList<>(List.of(options));
        all.add(trace);
        return OracleScripts.answer("nested", "nested", all);
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return every event of every guest on the sample's only host, as {@code guest_events.py} lists them
     */
    public static List<String> guestEvents(String sample, String... options) {
        List<Object> arguments = new ArrayList<>(List.of("--list"));
        arguments.addAll(List.of(options));
        arguments.add(Samples.trace(sample));
        try {
            return Files.readAllLines(CachedAnswers.of("guest_events_list" + sample + String.join("", options),
                    OracleScripts.script("guest_events"), arguments));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
