/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonObject;

/** A trace of one channel without an index lacks the stream of a processor: the other processors' events show that there was one. */
@Tag("platform")
class MissingStreamTest {

    /** The first vCPU runs on processor 0 to the end; the other one is sent to processor 1 at 300, where it runs. */
    private static final String STORY = """
            90 alpha cpu0 fork CPU_0/KVM:386 384
            90 alpha cpu0 fork CPU_1/KVM:387 384
            100 alpha cpu0 sched_switch qemu:384 S CPU_1/KVM:387
            110 alpha cpu0 kvm_entry
            200 alpha cpu0 kvm_exit HLT 1
            210 alpha cpu0 sched_switch CPU_1/KVM:387 S CPU_0/KVM:386
            220 alpha cpu0 kvm_entry
            300 alpha cpu0 SENT
            400 alpha cpu1 sched_switch swapper/1:0 R CPU_1/KVM:387
            410 alpha cpu1 kvm_entry
            500 alpha cpu0 kvm_exit INTR 0
            600 alpha cpu0 other
            """;

    @TempDir
    private Path fFolder;

    @ParameterizedTest
    @ValueSource(strings = { "sched_waking CPU_1/KVM:387 1", "sched_wakeup CPU_1/KVM:387 1", "sched_migrate_task CPU_1/KVM:387 1" })
    void isALossFromTheFirstEventThatShowsIt(String sent) throws IOException {
        Path trace = trace(sent);
        Files.delete(trace.resolve("channel0_1"));
        JsonObject report = Command.report(trace);
        assertEquals("[{\"begin\":300,\"end\":600,\"cpu\":1}]", host(report).get("missing").toString());
        assertTrue(Summary.of(report).contains("vCPU 1 thread 387 110-600: unknown 300, guest 90, hostKernel 10, halted 90; "), Summary.of(report));
        assertTrue(Summary.of(report).contains("vCPU 0 thread 386 220-600: guest 80, hostKernel 300; "), Summary.of(report));
        assertTrue(Command.run("exits", "--quiet", trace).out().contains("Events are missing: "));
    }

    @Test
    void isNoneWhereItIsThere() throws IOException {
        assertFalse(host(Command.report(trace("sched_waking CPU_1/KVM:387 1"))).has("missing"));
    }

    /** LTTng makes one for each processor, though nothing may have happened there. */
    @Test
    void isNoneWhereItIsEmpty() throws IOException {
        Path trace = trace("sched_waking CPU_1/KVM:387 2");
        assertEquals(300, host(Command.report(trace)).getAsJsonArray("missing").get(0).getAsJsonObject().get("begin").getAsLong());
        Files.createFile(trace.resolve("channel0_2"));
        assertFalse(host(Command.report(trace)).has("missing"));
    }

    private Path trace(String sent) throws IOException {
        return new RecordedStory(STORY.replace("SENT", sent)).in(fFolder);
    }

    private static JsonObject host(JsonObject report) {
        return report.getAsJsonArray("hosts").get(0).getAsJsonObject();
    }
}
