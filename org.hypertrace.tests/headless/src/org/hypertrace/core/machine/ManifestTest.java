/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;

import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manifests as recorders write them. */
class ManifestTest {

    @TempDir
    Path fFolder;

    /** A guest writes into mapped memory: neither length nor time of the file change. */
    @Test
    void moreInARingChangesTheHash() throws IOException {
        Path file = Files.writeString(fFolder.resolve(Manifest.FILE_NAME), "{ \"channel\": \"ring\", \"vms\": [ { \"pid\": 10, \"rings\": [ \"ring\" ] } ] }");
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0).put(0, 100, 0x84, 5, 1);
        int hash = hash(file, memory);
        assertEquals(hash, hash(file, memory));
        assertNotEquals(hash, hash(file, memory.put(0, 200, 0x84, 5, 2)));
    }

    private int hash(Path manifest, RingMemory memory) throws IOException {
        Path ring = Files.write(fFolder.resolve("ring"), memory.bytes());
        Files.setLastModifiedTime(ring, FileTime.fromMillis(1_700_000_000_000L));
        return Manifest.read(manifest).hash();
    }

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
