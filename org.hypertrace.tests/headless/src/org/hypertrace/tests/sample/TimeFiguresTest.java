/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import com.google.gson.JsonObject;

/** The figures that the design has of samples, to the ns: real, user and sys time, overcommit, accounting. */
@Tag("platform")
class TimeFiguresTest {

    private static String line(JsonObject of, String... keys) {
        return Stream.of(keys).map(key -> key + ' ' + of.get(key)).collect(Collectors.joining(", "));
    }

    private static JsonObject ofHost(String command, String sample, String what) {
        return Summary.objects(Command.ofSample(command, sample), "hosts").get(0).getAsJsonObject(what);
    }

    @Test
    void whereTheTimeOfAProcessWent() {
        JsonObject dd = Summary.objects(Command.ofSample("report --table processes", "syscall-load"), "vms").stream()
                .flatMap(vm -> Summary.objects(vm, "processes").stream()).filter(process -> process.get("tgid").getAsInt() == 105).findFirst().orElseThrow();
        assertEquals("name \"dd\", real 87981819, user 26889703, sys 34769865, irq 0, softirq 902856, modeUnknown 91237, hypervisor 1458487, steal 0, "
                + "tracer 22760876, inconsistent 0, waiting 1020493, sleeping 88302, unknown 0", line(dd, "name", "real", "user", "sys", "irq", "softirq",
                        "modeUnknown", "hypervisor", "steal", "tracer", "inconsistent", "waiting", "sleeping", "unknown"));
        assertEquals("user 39742095, sys 45883369", line(dd.getAsJsonObject("guest"), "user", "sys"));
    }

    @Test
    void twoVcpusOnOneProcessor() {
        assertEquals("vcpus 2, processors 1, demand {\"0\":1096858462,\"1\":8849713695,\"2\":105900604288}, balanced 105900604288, unbalanced 0",
                line(ofHost("report --table overcommit", "preempted-guest", "overcommit"), "vcpus", "processors", "demand", "balanced", "unbalanced"));
    }

    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void twoVcpusOnTwoProcessors() {
        JsonObject overcommit = ofHost("report --table overcommit", "smp-guest", "overcommit");
        assertEquals("vcpus 2, processors 2, unbalanced 0, balanced 0", line(overcommit, "vcpus", "processors", "unbalanced", "balanced"));
        assertTrue(overcommit.get("most").getAsInt() <= 2, overcommit.toString());
    }

    private static List<JsonObject> periods(String vm) {
        return Summary.objects(ofHost("report --table accounting", "preempted-guest", "accounting"), "vcpus").stream()
                .filter(vcpu -> vcpu.get("vm").getAsString().equals(vm)).flatMap(vcpu -> Summary.objects(vcpu, "periods").stream()).toList();
    }

    private static long sum(List<JsonObject> periods, String key) {
        return periods.stream().mapToLong(period -> period.get(key).getAsLong()).sum();
    }

    private static String sums(String vm) {
        List<JsonObject> periods = periods(vm);
        return Stream.of("gotten", "blocked", "waiting", "executions").map(key -> key + ' ' + sum(periods, key)).collect(Collectors.joining(", ")) + ", mean "
                + sum(periods, "gotten") / sum(periods, "executions");
    }

    private static String period(String vm, int number) {
        return line(periods(vm).stream().filter(period -> period.get("n").getAsInt() == number).findFirst().orElseThrow(), "gotten", "blocked", "waiting",
                "executions");
    }

    @Test
    void whatAVcpuGotPerSecond() {
        assertEquals(117, periods("twin-a").size());
        assertEquals("gotten 55758794194, blocked 1934386447, waiting 57831035409, executions 2063, mean 27028014", sums("twin-a"));
        assertEquals("gotten 470202876, blocked 0, waiting 529797124, executions 12", period("twin-a", 14));
        assertEquals("gotten 52566613237, blocked 4166393811, waiting 54494479431, executions 1933, mean 27194316", sums("twin-b"));
        assertEquals("gotten 393974188, blocked 0, waiting 606025812, executions 53", period("twin-b", 19));
    }
}
