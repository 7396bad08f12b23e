/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.machine.HostProcess.Evidence;
import org.hypertrace.testing.log.TrackerLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which VM a manifest means: by its process, where that id was used again by its incarnation, else by its vCPUs' threads. */
@Tag("plain")
class ManifestOfVmsTest {

    private static final String VMS = """
            { "host": "node-a", "channel": "both", "vms": [
              { "name": "web", "pid": 10, "vcpus": [11, 12] },
              { "name": "web again", "pid": 10, "vcpus": [31], "rings": ["r/0", "r/1"] },
              { "name": "db", "pid": 20, "nested": [ { "name": "inner", "symbols": "map" } ] },
              { "name": "known by its thread", "vcpus": [41] } ] }
            """;

    @TempDir
    private Path fFolder;

    private Manifest manifest(String text) throws IOException {
        return Manifest.read(Files.writeString(fFolder.resolve(Manifest.FILE_NAME), text));
    }

    private static HostProcess process(int pid, int incarnation) {
        return new HostProcess(0, pid, incarnation, Evidence.REPORTED);
    }

    private static HostThread thread(int tid, HostProcess process) {
        HostThread thread = new HostThread(0, tid, 1, "CPU 0/KVM");
        thread.setProcess(process);
        return thread;
    }

    /** Which of several nested guests has which number, a manifest does not report. */
    @Test
    void onlyTheNameOfTheOnlyNestedGuestIsUsed() throws IOException {
        Manifest manifest = manifest(VMS);
        assertEquals("inner, null", manifest.innerNameOf(thread(1, process(20, 1))) + ", " + manifest.innerNameOf(thread(1, process(10, 1))));
        assertNull(manifest("{ \"vms\": [ { \"pid\": 20, \"nested\": [ { \"name\": \"a\" }, { \"name\": \"b\" } ] } ] }").innerNameOf(thread(1, process(20, 1))));
        assertNull(manifest("{ \"vms\": [ { \"pid\": 20, \"nested\": [ { } ] } ] }").innerNameOf(thread(1, process(20, 1))));
    }

    @Test
    void severalOfOneProcessAreItsIncarnations() throws IOException {
        Manifest manifest = manifest(VMS);
        assertEquals("node-a web, web again, db, null, null", manifest.host() + ' ' + manifest.nameOf(process(10, 1)) + ", "
                + manifest.nameOf(process(10, 2)) + ", " + manifest.nameOf(process(20, 1)) + ", " + manifest.nameOf(process(10, 3)) + ", "
                + manifest.nameOf(process(30, 1)));
        assertEquals("[10#1, 10#2, 20#1, null]", manifest.vms().stream().map(manifest::keyOf).toList().toString());
        assertNull(manifest.keyOf(new Manifest.Vm("foreign", 10, List.of(), null, null, null, List.of(), List.of(), null, null, List.of())));
        assertNull(manifest.dialectOf(thread(11, process(10, 1))));
    }

    @Test
    void aThreadWithoutAProcessIsOfTheVmThatNamesIt() throws IOException {
        Manifest manifest = manifest(VMS);
        assertEquals("known by its thread", manifest.vmOf(thread(41, null)).name());
        assertEquals("web again", manifest.vmOf(thread(31, null)).name());
        assertEquals("db", manifest.vmOf(thread(31, process(20, 1))).name());
        assertEquals("web", manifest.vmOf(thread(12, process(99, 1))).name());
        assertNull(manifest.vmOf(thread(77, null)));
        assertEquals("10 10 -1 -1", manifest.pidOfVcpuThread(12) + " " + manifest.pidOfVcpuThread(31) + ' ' + manifest.pidOfVcpuThread(41)
                + ' ' + manifest.pidOfVcpuThread(77));
    }

    @Test
    void theProcessOfAThreadIsTheManifestsWhereTheTraceDoesNotReport() throws IOException {
        TrackerLog reported = TrackerLog.of("""
                100 host cpu0 sched_switch bash:9 S CPU_1/KVM:12
                110 host cpu0 kvm_exit HLT
                """, manifest(VMS), 100);
        assertEquals("12: 110 vCPU 1 from 100 of 10#1 by MANIFEST\n", reported.identities());
        assertEquals("110 10#1 is web", reported.remarks());
    }

    @Test
    void aVmWithoutAProcessIdIsNamedByItsThreads() throws IOException {
        String two = VMS.replace("[41]", "[41, 43]");
        TrackerLog alone = TrackerLog.of("""
                100 host cpu0 sched_switch bash:9 S CPU_1/KVM:43
                110 host cpu0 kvm_exit HLT
                120 host cpu1 sched_switch bash:8 S CPU_0/KVM:41
                130 host cpu1 kvm_exit HLT
                """, manifest(two), 100);
        assertEquals("43: 110 vCPU 1 from 100 of 41#1 by MANIFEST\n41: 130 vCPU 0 from 100 of 41#1 by MANIFEST\n", alone.identities());
        assertEquals("110 41#1 is known by its thread\n130 41#1 is known by its thread", alone.remarks());
        // whatever shows the process shows the VM's number
        TrackerLog withProcess = TrackerLog.of("""
                100 host cpu0 sched_switch kvm-pit/40:42 S CPU_1/KVM:43
                110 host cpu0 kvm_exit HLT
                """, manifest(two), 100);
        assertEquals("43: 110 vCPU 1 from 100 of 40#1 by KERNEL_THREAD\n", withProcess.identities());
        assertEquals("110 40#1 is known by its thread", withProcess.remarks());
    }

    @Test
    void ringsAreReadUnlessGuestsReportByHypercallOnly() throws IOException {
        assertTrue(manifest(VMS).hasRings());
        assertTrue(manifest(VMS.replace("\"both\"", "\"ring\"")).hasRings());
        assertFalse(manifest(VMS.replace("\"both\"", "\"hypercall\"")).hasRings());
        assertFalse(manifest(VMS.replace("\"rings\"", "\"other\"")).hasRings());
        assertEquals(Manifest.Channel.RING, manifest(VMS.replace("\"both\"", "\"ring\"")).channel());
        assertEquals(Manifest.Channel.BOTH, manifest("{}").channel());
        assertEquals(fFolder.toAbsolutePath().normalize(), manifest(VMS).folder());
    }

    /** It changes with the text, with a ring's length or time, and with a dialect. */
    @Test
    void whatChangesItsHash() throws IOException {
        int hash = manifest(VMS).hash();
        assertEquals(hash, manifest(VMS).hash());
        assertNotEquals(hash, manifest(VMS + " ").hash());
        Files.createDirectory(fFolder.resolve("r"));
        Files.writeString(fFolder.resolve("r/1"), "ring");
        int withRing = manifest(VMS).hash();
        assertNotEquals(hash, withRing);
        Files.writeString(fFolder.resolve("r/0"), "ring");
        assertNotEquals(withRing, manifest(VMS).hash());
    }

    @Test
    void itIsBesideTheTrace() throws IOException {
        Path trace = Files.createDirectories(fFolder.resolve("recording/kernel"));
        assertNull(Manifest.beside(trace));
        Files.writeString(fFolder.resolve("recording/hypertrace.json"), VMS);
        assertEquals(4, Manifest.beside(trace).vms().size());
        assertNull(Manifest.beside(Path.of("/")));
        Files.delete(fFolder.resolve("recording/hypertrace.json"));
        Files.writeString(fFolder.resolve("elsewhere.json"), VMS);
        Files.createSymbolicLink(fFolder.resolve("recording/hypertrace.json"), fFolder.resolve("elsewhere.json"));
        assertThrows(IOException.class, () -> Manifest.beside(trace));
        // a link that leads nowhere is a manifest that cannot be read, not none
        Files.delete(fFolder.resolve("elsewhere.json"));
        assertThrows(IOException.class, () -> Manifest.beside(trace));
    }

    @Test
    void anotherVersionIsRefused() throws IOException {
        assertEquals(0, manifest("{ \"version\": 1 }").vms().size());
        for (String wrong : List.of("{ \"version\": 2 }", "[]", "{ \"vms\": {} }", "{ \"vms\": [3] }", "{ \"vms\": [{ \"pid\": -1 }] }",
                "{ \"vms\": [{ \"vcpus\": [1.5] }] }", "{ \"channel\": \"smoke\" }")) {
            assertThrows(IOException.class, () -> manifest(wrong), wrong);
        }
        assertEquals(0, manifest("{ \"vms\": [{ \"pid\": 0 }] }").vms().get(0).pid());
    }
}
