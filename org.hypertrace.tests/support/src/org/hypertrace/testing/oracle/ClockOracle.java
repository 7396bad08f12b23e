/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.testing.Tool;

import com.google.gson.JsonObject;

/** The second opinion on guests' clocks, and on the rings whose times hang on them: scripts in the folder {@code oracle}. */
public final class ClockOracle {

    private ClockOracle() {
    }

    /**
     * @param ring
     *            a file of rings
     * @param trace
     *            of the host
     * @return what {@code rings.py} reports of the records in it
     */
    public static JsonObject ringsOf(Path ring, Path trace) {
        return OracleScripts.answer("rings", "rings", List.of(ring, trace));
    }

    /** @return what {@code clocks.py} reports of the clock of a guest's own trace; vCPUs are threads of the host, in order */
    public static JsonObject clocksOf(Path host, Path guest, String vcpus, String... options) {
        List<Object> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("--vcpus", vcpus, host, guest));
        return OracleScripts.answer("clocks", "clocks" + String.join("", options), arguments);
    }

    /** @return what {@code ring_clock.py} reports of the TSC of a guest with rings; vCPUs are threads of the host, in the order of the rings */
    public static JsonObject ringClockOf(Path ring, Path host, String vcpus) {
        return OracleScripts.answer("ring_clock", "ring-clock", List.of("--vcpus", vcpus, ring, host));
    }

    /** @return when each record of a guest in a ring was, as {@code ring_clock.py} lists them: {@code sequence ring ns} */
    public static List<String> ringTimesOf(Path ring, Path host, String vcpus) {
        return Tool.run("python3", "-B", OracleScripts.script("ring_clock"), "--events", "--vcpus", vcpus, ring, host).lines().toList();
    }

    /**
     * @param rings
     *            files of rings
     * @param options
     *            of the script
     * @return what {@code ring_alone.py} reports of them, one after the other
     */
    public static JsonObject ringsAlone(List<Path> rings, String... options) {
        List<Object> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(rings);
        return OracleScripts.answer("ring_alone", "ring-alone", arguments);
    }

    /** @return what {@code ring_guests.py} reports of the guest of a file of rings that lost nothing */
    public static JsonObject ringGuests(Path ring, Object... options) {
        List<Object> arguments = new ArrayList<>(List.of(options));
        arguments.add(ring);
        return OracleScripts.answer("ring_guests", "ring-guests", arguments);
    }

    /** @return every state of every vCPU of a file of rings, as {@code ring_alone.py} lists them: {@code ring vcpu begin end state} */
    public static List<String> ringStates(Path ring, String... options) {
        List<Object> arguments = new ArrayList<>(List.of("python3", "-B", OracleScripts.script("ring_alone"), "--intervals"));
        arguments.addAll(List.of(options));
        arguments.add(ring);
        return Tool.run(arguments.toArray()).lines().toList();
    }

    /**
     * @param ring
     *            a file of rings
     * @return every record of it, as {@code ring_alone.py} lists them, a line each
     */
    public static List<String> ringEvents(Path ring) {
        return Tool.run("python3", "-B", OracleScripts.script("ring_alone"), "--events", ring).lines().toList();
    }
}
