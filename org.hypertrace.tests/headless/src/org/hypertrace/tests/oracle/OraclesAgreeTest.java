/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** The two oracles of vCPU states share neither parser nor structure: what both find is no misreading of one. */
@Tag("long")
class OraclesAgreeTest {

    static Stream<String> samples() {
        return Samples.recorded("quiet-boot", "preempted-guest", "syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyIntervalAndPreemptorIsTheSame(String sample) {
        assertEquals(lines(Oracle.of(sample)), lines(Oracle.again(sample)));
    }

    @Test
    void theComparisonFailsWhenOneEventIsMissing() {
        assertNotEquals(lines(Oracle.of("syscall-load")), lines(Oracle.again("syscall-load", "--drop", "kvm_x86_exit:6")));
    }

    private static String lines(JsonObject host) {
        List<String> lines = new ArrayList<>(List.of("from " + host.get("begin") + " to " + host.get("end")));
        for (JsonObject vcpu : Summary.objects(host, "vcpus")) {
            String thread = "thread " + vcpu.get("tid") + ' ';
            lines.add(thread + vcpu.get("name") + " from " + vcpu.get("begin") + " to " + vcpu.get("end"));
            vcpu.getAsJsonObject("ns").entrySet().forEach(state -> lines.add(thread + state));
            Summary.objects(vcpu, "preemptors").forEach(preemptor -> lines.add(thread + "preemptor " + preemptor.get("tid") + ' '
                    + preemptor.get("comm") + ' ' + preemptor.get("ns")));
            Summary.objects(vcpu, "intervals").forEach(part -> lines.add(thread + part.get("begin") + " to " + part.get("end") + ' '
                    + part.get("state")));
        }
        return String.join("\n", lines.stream().sorted().toList());
    }
}
