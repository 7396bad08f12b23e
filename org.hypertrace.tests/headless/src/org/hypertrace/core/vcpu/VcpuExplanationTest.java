/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace in which there is no vCPU to see is never an empty view; several hosts are one tree. */
@Tag("platform")
class VcpuExplanationTest {

    private static final long T0 = 1_000_000_000L;

    @TempDir
    Path folder;

    @SafeVarargs
    private Path host(String name, boolean guest, List<CtfEventType>... declared) throws IOException {
        Path trace = folder.resolve(name).resolve("kernel");
        List<CtfEventType> types = new ArrayList<>();
        Arrays.asList(declared).forEach(types::addAll);
        UUID uuid = UUID.nameUUIDFromBytes(name.getBytes());
        try (CtfWriter writer = new CtfWriter(trace, uuid, CtfClock.monotonic(uuid, 0), KernelEvents.environment(name)).declare(types)) {
            if (types.containsAll(KernelEvents.SCHED)) {
                writer.event(0, T0, "sched_switch", "swapper/0", 0, 20, 0, "CPU 0/KVM", 100, 20);
                writer.event(1, T0 + 10, "sched_switch", "swapper/1", 0, 20, 0, "make", 200, 20);
            }
            if (guest) {
                writer.event(0, T0 + 100, "kvm_x86_entry", 0);
                writer.event(0, T0 + 200, "kvm_x86_exit", 12, 0, 1, 0, 0, 0, 0, 0);
            }
            if (types.containsAll(KernelEvents.SCHED)) {
                writer.event(0, T0 + 300, "sched_switch", "CPU 0/KVM", 100, 20, 1, "swapper/0", 0, 20);
            }
        }
        return trace;
    }

    private static String tree(Path... traces) throws Exception {
        try (OpenedTrace opened = traces.length == 1 ? OpenedTrace.of(traces[0]) : OpenedTrace.ofAll(List.of(traces))) {
            try {
                return new ProviderDump(Providers.VIRTUAL_CPU.create(opened.trace())).tree();
            } finally {
                opened.forget();
            }
        }
    }

    @Test
    void withoutEventsOfKvm() throws Exception {
        assertEquals("No VM can be seen without events of KVM: record on the host with lttng enable-event -k "
                + "kvm_x86_entry,kvm_x86_exit (older kernels: kvm_entry,kvm_exit).\n", tree(host("a", false, KernelEvents.SCHED)));
    }

    @Test
    void withoutEventsOfTheScheduler() throws Exception {
        assertEquals("No vCPU can be identified without events of the scheduler: record also lttng enable-event -k sched_switch.\n",
                tree(host("b", true, KernelEvents.KVM)));
    }

    @Test
    void withEventsOfKvmThatNeverHappened() throws Exception {
        assertEquals("No guest was entered or left while this was recorded: start the VM before the recording ends.\n",
                tree(host("c", false, KernelEvents.SCHED, KernelEvents.KVM)));
    }

    @Test
    void withAWrongManifest() throws Exception {
        Path trace = host("d", true, KernelEvents.SCHED, KernelEvents.KVM);
        Files.writeString(trace.resolveSibling("hypertrace.json"), "{ \"version\": 7 }");
        String sentence = tree(trace);
        assertEquals(1, sentence.lines().count(), sentence);
        assertTrue(sentence.contains("hypertrace.json") && sentence.contains("version"), sentence);
    }

    @Test
    void withDamagedChoicesOfDialects() throws Exception {
        Path trace = host("dialects", true, KernelEvents.SCHED, KernelEvents.KVM);
        try (OpenedTrace opened = OpenedTrace.of(trace)) {
            Path beside = Path.of(TmfTraceManager.getSupplementaryFileDir(opened.trace()));
            Files.writeString(Files.createDirectories(beside).resolve(DialectChoices.FILE_NAME), "[");
            String sentence = new ProviderDump(Providers.VIRTUAL_CPU.create(opened.trace())).tree();
            assertEquals(1, sentence.lines().count(), sentence);
            assertTrue(sentence.contains(DialectChoices.FILE_NAME) && sentence.contains("Choose again: Guest dialects…"), sentence);
            opened.forget();
        }
    }

    @Test
    void severalHostsAreOneTreeAndEachOfThemIsExplained() throws Exception {
        assertEquals("""
                one
                  VM of thread 100
                    vCPU 0
                      Physical CPU
                      Preempted by
                three
                  No guest was entered or left while this was recorded: start the VM before the recording ends.
                """, tree(host("one", true, KernelEvents.SCHED, KernelEvents.KVM), host("three", false, KernelEvents.SCHED, KernelEvents.KVM)));
    }

    /** A view asks for the traces of an experiment, too: all get the experiment's tree. */
    @Test
    void aTraceInAnExperimentHasTheTreeOfTheExperiment() throws Exception {
        List<Path> traces = List.of(host("e", true, KernelEvents.SCHED, KernelEvents.KVM), host("f", true, KernelEvents.SCHED, KernelEvents.KVM));
        try (OpenedTrace opened = OpenedTrace.ofAll(traces)) {
            ITmfTrace child = (ITmfTrace) opened.trace().getChild(1);
            String tree = new ProviderDump(Providers.VIRTUAL_CPU.create(opened.trace())).tree();
            assertEquals(2, tree.lines().filter(line -> line.equals("    vCPU 0")).count(), tree);
            assertEquals(tree, new ProviderDump(Providers.VIRTUAL_CPU.create(child)).tree());
            opened.forget();
        }
    }
}
