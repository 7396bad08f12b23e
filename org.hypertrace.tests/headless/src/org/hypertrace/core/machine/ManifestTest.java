/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manifests as recorders write them. */
class ManifestTest {

    @TempDir
    Path fFolder;

    /** What the recorder adds for people: whose process a VM was, and why the recording was stopped. */
    @Test
    void keysThatNobodyReadsAreAccepted() throws IOException {
        Path file = fFolder.resolve(Manifest.FILE_NAME);
        Files.writeString(file, """
                { "version": 1, "host": "node-a", "channel": "hypercall",
                  "vms": [ { "name": "web#2", "pid": 384, "vcpus": [386], "uid": 4294967294, "executable": "/usr/bin/qemu",
                             "nested": [ { "name": "inner" } ] } ],
                  "recordedWith": "hypertrace-record, profile boot, lttng", "lost": 0,
                  "stopped": "the recording reached its --max-size of 2.0 GiB, at 2024-01-01 00:00:00" }
                """);
        Manifest.Vm vm = Manifest.read(file).vms().get(0);
        assertEquals("web#2 384 " + List.of(386), vm.name() + ' ' + vm.pid() + ' ' + vm.vcpus());
    }
}
