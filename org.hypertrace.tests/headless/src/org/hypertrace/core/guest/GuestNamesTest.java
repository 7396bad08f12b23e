/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hypertrace.core.machine.Manifest;
import org.hypertrace.testing.log.TrackerLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A VM may report its own name: piece by piece, from its kernel, unless the manifest knows better. */
class GuestNamesTest {

    private static final String RUNS = """
            100 host cpu0 fork qemu:10 10
            101 host cpu0 fork CPU_0/KVM:11 10
            110 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            """;
    private static final String KERNEL = "120 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000\n";
    private static final String PROCESS = "120 host cpu0 kvm_exit VMMCALL 0 0x401000\n";
    private static final String SHORT = "121 host cpu0 kvm_hypercall 0x88 0 0x8000000000000004 'web-1' 0\n";

    @Test
    void aNameIsReportedInPieces() {
        assertEquals("121 10#1 is web-1", TrackerLog.of(RUNS + KERNEL + SHORT).remarks());
        assertEquals("122 10#1 is a-rather-long-name", TrackerLog.of(RUNS + KERNEL + """
                121 host cpu0 kvm_hypercall 0x88 0 4 'a-rather' '-long-na'
                122 host cpu0 kvm_hypercall 0x88 0 0x8000000000100004 'me' 0
                """).remarks());
    }

    @Test
    void aNameIsOneLine() {
        // 'a', line feed, 'b'
        assertEquals("121 10#1 is a b", TrackerLog.of(RUNS + KERNEL + SHORT.replace("'web-1'", "0x620a61")).remarks());
    }

    @Test
    void onlyItsKernelMayName() {
        assertEquals("", TrackerLog.of(RUNS + KERNEL + PROCESS.replace("120", "121") + SHORT.replace("121", "122")).remarks());
    }

    @Test
    void otherNamesAndNestedGuestsDoNotNameIt() {
        assertEquals("", TrackerLog.of(RUNS + KERNEL + SHORT.replace("0004", "0005")).remarks());
        assertEquals("", TrackerLog.of(RUNS + KERNEL + SHORT.replace("0x88 ", "0x10088 ")).remarks());
    }

    @Test
    void theManifestKnowsBetter(@TempDir Path folder) throws IOException {
        Path file = folder.resolve(Manifest.FILE_NAME);
        Files.writeString(file, "{ \"vms\": [ { \"name\": \"db\", \"pid\": 10 } ] }");
        assertEquals("120 10#1 is db", TrackerLog.of(RUNS + KERNEL + SHORT, Manifest.read(file), 100).remarks());
    }
}
