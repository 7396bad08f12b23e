/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the user names instead of a good trace: one sentence with the cause and what helps, and nothing in the log. */
@Tag("platform")
class BadInputTest {

    private static final String RECORDING = "; if it is still being recorded, stop it first (lttng stop; lttng destroy).";

    @TempDir
    private Path fFolder;

    @Test
    void whatIsNotThere() {
        refused("There is no @/nothing; give the path of a trace folder or a .tar.xz.", fFolder.resolve("nothing"));
    }

    @Test
    void aFileThatIsNoTrace() throws IOException {
        refused("@/a.txt is not a trace: it is neither a folder nor a .tar.xz; it is not a kernel trace as text, of ftrace, "
                + "trace-cmd report or perf script; it is not a kernel's log.", RecordedStory.write(fFolder, "a.txt", "text"));
    }

    @Test
    void aFolderWithoutTrace() {
        refused("@ is not a trace: there is no CTF trace (a folder with a file 'metadata') in it.", fFolder);
    }

    @Test
    void aTraceThatIsNotOfAKernel() throws IOException {
        refused("@/alpha is not an LTTng kernel trace; record one with lttng enable-event -k.",
                new RecordedStory(RecordedStory.ONE_VCPU).withEnvironment("domain", "ust").in(fFolder));
    }

    @Test
    void aKernelTraceWithoutEventsOfKvm() throws IOException {
        refused("@/alpha: No VM can be seen without events of KVM: record on the host with "
                + "lttng enable-event -k kvm_x86_entry,kvm_x86_exit (older kernels: kvm_entry,kvm_exit).",
                new RecordedStory(RecordedStory.ONE_VCPU).without(name -> name.startsWith("kvm_")).in(fFolder));
    }

    @Test
    void aKernelTraceThatDoesNotReportWhoRuns() throws IOException {
        refused("@/alpha: No vCPU can be identified without events of the scheduler: record also lttng enable-event -k sched_switch.",
                new RecordedStory(RecordedStory.ONE_VCPU).without(name -> name.startsWith("sched_")).in(fFolder));
    }

    @Test
    void aTraceInWhichNoGuestRan() throws IOException {
        refused("@/alpha: No guest was entered or left while this was recorded: start the VM before the recording ends.",
                new RecordedStory(RecordedStory.ONE_VCPU.replace("kvm_entry", "other").replace("kvm_exit HLT 0", "other")).in(fFolder));
    }

    @Test
    void aTraceWithoutEvents() throws IOException {
        refused("@/alpha has no events" + RECORDING, new RecordedStory("100 alpha cpu0 kvm_hypercall 1")
                .without("kvm_x86_hypercall"::equals).in(fFolder));
    }

    @Test
    void metadataThatIsEmpty() throws IOException {
        Path trace = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
        Files.writeString(trace.resolve("metadata"), "");
        refused("@/alpha/metadata is empty, so nothing can be read" + RECORDING, trace);
    }

    @Test
    void aTraceThatMayNotBeRead() throws IOException {
        Path trace = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
        Path stream = trace.resolve("channel0_0");
        Files.setPosixFilePermissions(stream, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(stream), "permissions do not stop the user root");
        refused("@/alpha/channel0_0 cannot be read by you; ask for read permission (chmod -R u+rX).", trace);
    }

    /** Stands in for a missing permission where the user is root: the file is listed and cannot be opened. */
    @Test
    void aStreamThatCannotBeOpened() throws IOException {
        Path trace = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
        Files.createSymbolicLink(trace.resolve("channel0_1"), fFolder.resolve("nothing"));
        refused("@/alpha/channel0_1 cannot be read by you; ask for read permission (chmod -R u+rX).", trace);
    }

    @Test
    void oneOfTwoTracesThatCannotBeOpened() throws IOException {
        new RecordedStory(RecordedStory.ONE_VCPU + RecordedStory.ONE_VCPU.replace("alpha", "beta")).in(fFolder);
        Files.createSymbolicLink(fFolder.resolve("beta/channel0_1"), fFolder.resolve("nothing"));
        refused("@/beta/channel0_1 cannot be read by you; ask for read permission (chmod -R u+rX).", fFolder);
    }

    @Test
    void aTraceThatIsWrittenMeanwhile() throws Exception {
        Path trace = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
        Path stream = trace.resolve("channel0_0");
        byte[] packet = Files.readAllBytes(stream);
        try (OpenTraces traces = OpenTraces.open(List.of(trace))) {
            Files.write(stream, packet, StandardOpenOption.APPEND);
            ReportException refusal = assertThrows(ReportException.class, () -> traces.model(new NullProgressMonitor()));
            assertEquals(trace + " is being written while it is read: stop the recording first (lttng stop; lttng destroy).",
                    refusal.getMessage());
        }
    }

    @Test
    void anArchiveThatIsDamaged() throws IOException {
        new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
        Path archive = fFolder.resolve("a.tar.xz");
        Tool.run("tar", "-cJf", archive, "-C", fFolder, "alpha");
        byte[] bytes = Files.readAllBytes(archive);
        Files.write(archive, Arrays.copyOf(bytes, bytes.length / 2));
        refused("@/a.tar.xz cannot be unpacked: it ends too early; copy it again (test it with xz -t).",
                archive);
        bytes[bytes.length / 2] ^= 0x55;
        Files.write(archive, bytes);
        refused("@/a.tar.xz cannot be unpacked: Compressed data is corrupt; it may be damaged (test it with xz -t) or the disk "
                + "may be full.", archive);
        Files.writeString(archive, "text");
        refused("@/a.tar.xz cannot be unpacked: it ends too early; copy it again (test it with xz -t).",
                archive);
    }

    @Test
    void anArchiveThatWantsToWriteElsewhere() throws IOException {
        RecordedStory.write(fFolder, "evil", "text");
        Path archive = fFolder.resolve("a.tar.xz");
        Tool.run("tar", "-cJPf", archive, "-C", fFolder, "--transform", "s,^,../,", "evil");
        refused("@/a.tar.xz is not unpacked: it wants to write outside its folder, to ../evil.", archive);
    }

    @Test
    void anArchiveWithoutTrace() throws IOException {
        RecordedStory.write(fFolder, "a.txt", "text");
        Path archive = fFolder.resolve("a.tar.xz");
        Tool.run("tar", "-cJf", archive, "-C", fFolder, "a.txt");
        refused("@/a.tar.xz is not a trace: there is no CTF trace (a folder with a file 'metadata') in it.", archive);
    }

    @Test
    void aManifestThatIsNotJson() throws IOException {
        RecordedStory.write(fFolder, "hypertrace.json", "{ \"vms\": [ }");
        Path trace = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
        Command command = Command.run("report", "--quiet", trace);
        assertEquals("hypertrace: @/hypertrace.json is not JSON: ", command.err().replace(fFolder.toString(), "@")
                .substring(0, "hypertrace: @/hypertrace.json is not JSON: ".length()));
        assertEquals(1, command.err().lines().count());
        assertEquals(1, command.status());
    }

    @Test
    void aManifestWithAWrongValue() throws IOException {
        RecordedStory.write(fFolder, "hypertrace.json", """
                { "vms": [ { "name": "web", "pid": "all" } ] }
                """);
        refused("@/hypertrace.json: vms[0].pid must be a whole number from 0 to 2147483647, not \"all\".", new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder));
        RecordedStory.write(fFolder, "hypertrace.json", """
                { "vms": [ { "name": "web", "vcpus": [386, -1] } ] }
                """);
        refused("@/hypertrace.json: vms[0].vcpus[1] must be a whole number from 0 to 2147483647, not -1.", fFolder.resolve("alpha"));
    }

    private void refused(String sentence, Path trace) {
        Command command = Command.run("report", "--quiet", trace);
        assertEquals("hypertrace: " + sentence + "\n", command.err().replace(fFolder.toString(), "@"));
        assertEquals(new Command(1, "", command.err(), List.of()), command);
    }
}
