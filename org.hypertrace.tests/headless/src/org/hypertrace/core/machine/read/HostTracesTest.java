/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfField;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which machines the traces of an experiment are of: hosts, guests of which a manifest or the trace itself reports whose they are. */
class HostTracesTest {

    private static final String ALPHA = """
            100 alpha cpu0 sched_switch bash:10 S CPU_0/KVM:386
            110 alpha cpu0 kvm_entry
            500 alpha cpu0 other
            """;
    private static final String BETA = """
            150 beta cpu0 sched_switch bash:10 S CPU_0/KVM:386
            160 beta cpu0 kvm_entry
            400 beta cpu0 other
            """;

    private static final CtfEventType INITCALL = new CtfEventType("initcall_start", List.of(CtfField.address("func")));

    @TempDir
    private Path fFolder;

    private final List<ITmfTrace> fOpen = new ArrayList<>();

    @AfterEach
    void close() {
        fOpen.forEach(ITmfTrace::dispose);
    }

    private ITmfTrace trace(String name) throws TmfTraceException {
        Path folder = fFolder.resolve(name);
        LttngKernelTrace trace = HypertraceKernelTrace.of(folder);
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class, name, null);
        fOpen.add(trace);
        return trace;
    }

    /** The experiment of these traces; it disposes of them. */
    private HostTraces of(String... names) throws IOException, TmfTraceException {
        ITmfTrace[] traces = new ITmfTrace[names.length];
        for (int i = 0; i < names.length; i++) {
            traces[i] = trace(names[i]);
        }
        return HostTraces.of(experiment(traces));
    }

    private TmfExperiment experiment(ITmfTrace... traces) {
        return new TmfExperiment(ITmfEvent.class, fFolder.resolve("experiment").toString(), traces,
                TmfExperiment.DEFAULT_INDEX_PAGE_SIZE, null);
    }

    private static String hosts(HostTraces traces) {
        return traces.hosts().stream().map(HostTraces.Host::name).collect(Collectors.joining(", "));
    }

    private static String guests(HostTraces traces) {
        return traces.guests().stream().map(guest -> guest.trace().getName() + " of " + guest.host() + ' ' + guest.key() + ' ' + guest.name())
                .collect(Collectors.joining(", "));
    }

    private void manifest(String text) throws IOException {
        Files.writeString(fFolder.resolve(Manifest.FILE_NAME), text);
    }

    @Test
    void eachHostIsAMachine() throws IOException, TmfTraceException {
        new RecordedStory(ALPHA + BETA).in(fFolder);
        ITmfTrace alpha = trace("alpha");
        ITmfTrace beta = trace("beta");
        TmfExperiment both = experiment(alpha, beta);
        HostTraces traces = HostTraces.of(both);
        assertEquals("alpha, beta", hosts(traces));
        assertEquals("0 1 -1", traces.hostOf(alpha) + " " + traces.hostOf(beta) + ' ' + traces.hostOf(both));
        assertEquals("-1 -1", traces.ownGuestOf(alpha) + " " + traces.ownGuestOf(both));
        assertEquals(List.of(alpha), traces.tracesOf(0));
        assertEquals(List.of(beta), traces.tracesOf(1));
        assertEquals("", guests(traces));
        assertTrue(traces.hasTransitions());
        assertFalse(traces.hasOwnGuests());
        assertEquals(List.of(), traces.losses().sentences());
        assertEquals(List.of(), traces.losses().missing());
        assertEquals("100 150 100", HostTraces.begin(alpha) + " " + HostTraces.begin(beta) + ' ' + HostTraces.begin(both));
        // each has other events, and what it lacks is reported once
        assertEquals(traces.missing().stream().distinct().count(), traces.missing().size());
        assertEquals(HostTraces.of(alpha).recordingHash() + HostTraces.of(beta).recordingHash(), traces.recordingHash());
        assertNotEquals(0, traces.recordingHash());
    }

    /** Two traces of one machine are one host. */
    @Test
    void tracesOfOneMachine() throws IOException, TmfTraceException {
        new RecordedStory(ALPHA).in(fFolder.resolve("one"));
        new RecordedStory(ALPHA.replace("00 alpha", "01 alpha")).in(fFolder.resolve("two"));
        HostTraces traces = of("one/alpha", "two/alpha");
        assertEquals("alpha", hosts(traces));
        assertEquals(2, traces.tracesOf(0).size());
    }

    @Test
    void aTraceWithoutTheHypervisorsEventsRunsNoGuests() throws IOException, TmfTraceException {
        new RecordedStory(ALPHA).in(fFolder);
        new RecordedStory(BETA).without(name -> name.startsWith("kvm")).in(fFolder);
        ITmfTrace beta = trace("beta");
        HostTraces traces = HostTraces.of(experiment(trace("alpha"), beta));
        assertEquals("alpha, beta", hosts(traces));
        assertEquals(-1, traces.hostOf(beta));
        assertTrue(traces.hasTransitions());
        HostTraces alone = HostTraces.of(beta);
        assertFalse(alone.hasTransitions());
        assertEquals("-1 0", traces.aloneOf(beta) + " " + alone.aloneOf(beta));
        assertEquals(List.of(), traces.alone());
        assertEquals("beta", alone.alone().get(0).name());
        assertEquals(List.of(), alone.missing());
    }

    /** Without a guest's entries and exits, and with its initcalls: the kernel that booted was traced itself. */
    @Test
    void aTraceWithInitcallsIsOfAGuestItself() throws IOException, TmfTraceException {
        new RecordedStory(ALPHA).with(INITCALL).in(fFolder);
        new RecordedStory(BETA).without(name -> name.startsWith("kvm")).with(INITCALL).in(fFolder);
        ITmfTrace alpha = trace("alpha");
        ITmfTrace beta = trace("beta");
        HostTraces traces = HostTraces.of(experiment(alpha, beta));
        assertEquals("-1 1", traces.ownGuestOf(alpha) + " " + traces.ownGuestOf(beta));
        assertTrue(traces.hasOwnGuests());
        assertFalse(HostTraces.of(alpha).hasOwnGuests());
    }

    /** Whose the guest is changes nothing about what it reports of its boot. */
    @Test
    void aManifestTakesNoBootAway() throws IOException, TmfTraceException {
        new RecordedStory(ALPHA).with(INITCALL).in(fFolder);
        new RecordedStory(BETA).without(name -> name.startsWith("kvm")).with(INITCALL).in(fFolder);
        manifest("{ \"vms\": [ { \"name\": \"web\", \"guestTrace\": \"beta\" } ] }");
        ITmfTrace alpha = trace("alpha");
        ITmfTrace beta = trace("beta");
        HostTraces traces = HostTraces.of(experiment(alpha, beta));
        assertEquals("alpha, web", hosts(traces));
        assertEquals("beta of 0 null web", guests(traces));
        assertEquals("-1 1", traces.ownGuestOf(alpha) + " " + traces.ownGuestOf(beta));
        HostTraces alone = HostTraces.of(trace("beta"));
        assertEquals("web true", hosts(alone) + ' ' + alone.hasOwnGuests());
    }

    @Test
    void whatAManifestNamesAndNoTraceHasIsReported() throws IOException, TmfTraceException {
        new RecordedStory(ALPHA).in(fFolder);
        manifest("""
                { "host": "node-a", "vms": [ { "name": "web", "pid": 10 }, { "name": "db", "pid": 20 }, { "vcpus": [386] },
                  { "vcpus": [7, 8] }, { "name": "web" }, { "name": "gone" } ] }
                """);
        HostTraces traces = of("alpha");
        Machines.Vm web = new Machines.Vm(VmName.of("10#1", 10, "web", 1), HostProcess.Evidence.REPORTED, 0, 0,
                List.of(new Machines.Vcpu(0, 0, 386, 0, 0, null)));
        String not = ", but no vCPU of the trace belongs to it.";
        assertEquals(List.of("The manifest of node-a names the VM \"db\" of process 20" + not,
                "The manifest of node-a names a VM of threads 7, 8" + not,
                "The manifest of node-a names the VM \"gone\" without process or vCPUs" + not),
                UnmatchedVms.of(traces, List.of(new Machines.Host(0, traces.hosts().get(0).id(), "node-a", 0, 0, 0, null, List.of(web)))));
    }

    /** A trace that is named wrongly must not go unnoticed, nor one that cannot be read. */
    @Test
    void aNamedGuestTraceThatIsNoneIsReported() throws IOException, TmfTraceException {
        new RecordedStory(ALPHA).in(fFolder);
        new RecordedStory(BETA).in(fFolder);
        manifest("{ \"host\": \"node-a\", \"vms\": [ { \"name\": \"web\", \"guestTrace\": \"beta\" }, { \"pid\": 7, \"guestTrace\": \"gone\" } ] }");
        String gone = "The manifest of node-a names " + fFolder.resolve("gone")
                + " as the trace of a VM of process 7, but there is no trace that can be read; correct the manifest or record again.";
        assertEquals(List.of(gone), UnmatchedVms.guestTraces(of("alpha", "beta")));
        // the host alone may be what the user wants to see
        assertEquals(List.of(gone), UnmatchedVms.guestTraces(of("alpha")));
        Files.writeString(fFolder.resolve("beta/metadata"), "/* CTF 1.8 */ trace {");
        assertEquals(2, UnmatchedVms.guestTraces(of("alpha")).size());
    }

    @Test
    void whatAHostDidNotRecord() throws IOException, TmfTraceException {
        new RecordedStory(ALPHA + BETA).without(name -> name.startsWith("sched_wak")).in(fFolder);
        List<RecordedEvents.Missing> missing = HostTraces.of(trace("alpha")).missing();
        assertFalse(missing.isEmpty());
        assertEquals(missing, of("alpha", "beta").missing());
    }

    @Test
    void theManifestNamesTheHostAndItsGuests() throws IOException, TmfTraceException {
        new RecordedStory(ALPHA + BETA).in(fFolder);
        manifest("""
                { "host": "node-a", "vms": [
                  { "name": "db", "pid": 20 },
                  { "name": "web", "pid": 10, "guestTrace": "beta" },
                  { "name": "known by its name", "guestTrace": "gone" } ] }
                """);
        HostTraces traces = of("alpha", "beta");
        assertEquals("node-a", hosts(traces));
        assertEquals("beta of 0 10#1 null", guests(traces));
        assertTrue(traces.guests().get(0).isOf(vm("10#1", "other")));
        assertFalse(traces.guests().get(0).isOf(vm("20#1", "web")));
        manifest("{ \"vms\": [ { \"name\": \"web\", \"guestTrace\": \"beta\" } ] }");
        HostTraces byName = of("alpha", "beta");
        assertEquals("beta of 0 null web", guests(byName));
        assertTrue(byName.guests().get(0).isOf(vm("10#1", "web")));
        assertFalse(byName.guests().get(0).isOf(vm("10#1", null)));
    }

    private static Machines.Vm vm(String key, String name) {
        return new Machines.Vm(VmName.of(key, 10, name, 1), HostProcess.Evidence.REPORTED, 0, 0, List.of());
    }

    /** A trace that was extracted reports itself of which VM of which host it is; of a nested guest, in which VM that is. */
    @Test
    void extractedTracesSayWhoseTheyAre() throws IOException, TmfTraceException {
        new RecordedStory(ALPHA + BETA).in(fFolder);
        String beta = TraceEnvironment.plain(trace("beta").getHostId());
        for (String[] guest : new String[][] { { "web", "10#1", beta }, { "inner", "20#1/1.5", "nobody" } }) {
            new RecordedStory(ALPHA.replace("alpha", guest[0])).withEnvironment(TraceEnvironment.GUEST_VM, guest[1])
                    .withEnvironment(TraceEnvironment.GUEST_HOST, guest[2]).in(fFolder);
        }
        HostTraces traces = of("alpha", "web", "beta", "inner");
        assertEquals("alpha, beta", hosts(traces));
        assertEquals("web of 1 10#1 null, inner of -1 20#1 null", guests(traces));
    }

    /** It changes with a manifest, and not with the traces. */
    @Test
    void whenAManifestChanges() throws IOException, TmfTraceException {
        new RecordedStory(ALPHA + BETA).in(fFolder);
        int none = of("alpha", "beta").filesHash();
        manifest("{ \"vms\": [] }");
        int empty = of("alpha", "beta").filesHash();
        assertNotEquals(none, empty);
        assertEquals(empty, of("alpha", "beta").filesHash());
        manifest("{ \"vms\": [ { \"name\": \"web\" } ] }");
        assertNotEquals(empty, of("alpha", "beta").filesHash());
        assertNotEquals(of("alpha").filesHash(), of("alpha", "beta").filesHash());
    }

    @Test
    void quotesOfMetadata() {
        assertEquals("a b\"c ", String.join(" ", TraceEnvironment.plain("\"a\""), TraceEnvironment.plain("b\"c"), TraceEnvironment.plain("\"\"")));
    }
}
