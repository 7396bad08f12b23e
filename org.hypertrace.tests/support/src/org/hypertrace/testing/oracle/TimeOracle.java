/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.google.gson.JsonObject;

/**
 * The second opinion on where time went: the scripts {@code processes}, {@code accounting}, {@code syscalls} and the comparisons of system
 * calls, VM exits, critical paths and states of vCPUs in the folder {@code oracle}.
 */
public final class TimeOracle {

    private TimeOracle() {
    }

    /**
     * @param sample
     *            the name of a sample
     * @return real, user and sys time of guests' threads and processes
     */
    public static JsonObject processes(String sample) {
        return OracleScripts.ask("processes", sample, List.of());
    }

    /**
     * @param trace
     *            the folder of a host's trace
     * @return the same of any trace
     */
    public static JsonObject processesOf(Path trace) {
        return OracleScripts.answer("processes", "processes", List.of(trace));
    }

    /**
     * @param trace
     *            the folder of a trace of a host, or of a guest's own
     * @return the machine's threads, and which containers they are in
     */
    public static JsonObject containersOf(Path trace) {
        return OracleScripts.answer("containers", "containers", List.of(trace));
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return system calls of guests, their floor and disturbance, by load
     */
    public static JsonObject syscalls(String sample, String... options) {
        return OracleScripts.ask("syscalls", sample, List.of(options));
    }

    /**
     * @param trace
     *            the folder of a host's trace
     * @return the same of any trace
     */
    public static JsonObject syscallsOf(Path trace) {
        return OracleScripts.answer("syscalls", "syscalls", List.of(trace));
    }

    /**
     * @param before
     *            folders of the hosts' traces of the recordings A
     * @param after
     *            of B
     * @param options
     *            of the script
     * @return system calls of A beside those of B, fractions as texts
     */
    public static JsonObject syscallComparison(List<Path> before, List<Path> after, String... options) {
        return compared("syscall_comparison", before, after, List.of(options));
    }

    /**
     * @param before
     *            folders of the hosts' traces of the recordings A
     * @param after
     *            of B
     * @return states of vCPUs of A beside those of B, fractions as texts
     */
    public static JsonObject vcpuComparison(List<Path> before, List<Path> after) {
        return compared("vcpu_comparison", before, after, List.of());
    }

    /**
     * @param before
     *            folders of the hosts' traces of the recordings A
     * @param after
     *            of B
     * @return VM exits of A beside those of B, fractions as texts
     */
    public static JsonObject exitComparison(List<Path> before, List<Path> after) {
        return compared("exit_comparison", before, after, List.of());
    }

    /**
     * @param subject
     *            whose path, as of {@code critical_path.py}
     * @param before
     *            folders of the hosts' traces of the recordings A
     * @param after
     *            of B
     * @return the critical path in A beside that in B, fractions as texts
     */
    public static JsonObject pathComparison(String subject, List<Path> before, List<Path> after) {
        // a word of its own would be an option of the script
        return compared("path_comparison", before, after, List.of("--subject=" + subject));
    }

    private static JsonObject compared(String script, List<Path> before, List<Path> after, List<?> options) {
        List<Object> all = new ArrayList<>(options);
        all.add("--a");
        all.addAll(before);
        all.add("--b");
        all.addAll(after);
        return OracleScripts.answer(script, script, all);
    }

    /**
     * @param sample
     *            the name of a sample
     * @param options
     *            of the script
     * @return overcommit, and what vCPUs got per period
     */
    public static JsonObject accounting(String sample, String... options) {
        return OracleScripts.ask("accounting", sample, List.of(options));
    }

    /**
     * @param trace
     *            the folder of a host's trace
     * @param options
     *            of the script
     * @return the same of any trace
     */
    public static JsonObject accountingOf(Path trace, String... options) {
        List<Object> all = new ArrayList<>(List.of(options));
        all.add(trace);
        return OracleScripts.answer("accounting", "accounting", all);
    }
}
