/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.testing.log.ShutdownLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processes of user space that a shutdown waits for. */
class ShutdownProcessesTest {

    @TempDir
    private Path fFolder;

    private String reported(String words, String map) throws IOException {
        return ShutdownLog.of(words, map == null ? null : SymbolReader.read(Files.writeString(fFolder.resolve("map"), map)));
    }

    /** From the request to the kernel: who is there, is sent a signal, ends and how; kernel threads are none of them. */
    @Test
    void processesThatUserSpaceWaitsFor() throws IOException {
        assertEquals("""
                110 shutdown 1: begins
                110 shutdown 1: requested
                110 shutdown 1: process 0 slow 41
                110 shutdown 1: process 1 deaf 42
                120 shutdown 1: process 0 slow 41 gets signal 15
                120 shutdown 1: process 1 deaf 42 gets signal 15
                125 shutdown 1: process 2 slow 43 begins
                126 shutdown 1: process 2 slow 43 is usleep
                130 shutdown 1: process 2 slow 43 ends with 0
                131 shutdown 1: process 0 slow 41 ends with 256
                140 shutdown 1: process 1 deaf 42 gets signal 9
                141 shutdown 1: process 1 deaf 42 ends with 9
                150 shutdown 1: called
                160 shutdown 1: kernel by thread -1
                160 shutdown 1: kind POWEROFF
                """, reported("""
                101 0x83 0x200000002 0 'kthreadd' 0
                102 0x83 0x100000001 0 'init' 0
                103 0x69 0x200000009 0x200000009 'kworker' 0
                104 0x69 0x100000029 0x100000029 'slow' 0
                105 0x69 0x10000002a 0x10000002a 'deaf' 0
                106 0x69 0x10000002b 0x10000002b 'gone' 0
                107 0x6b 0x2b0000002b 0 'gone' 0
                110 0x85 5 0 'asked' 0
                120 0x6c 1 62 0xffffffffffffffff 15
                125 0x69 0x290000002b 0x290000002b 'slow' 0
                126 0x6a 0x2b0000002b 0x2b 'usleep' 0
                130 0x6b 0x2b0000002b 0 'usleep' 0
                131 0x6b 0x2900000029 0x100 'slow' 0
                140 0x6c 1 62 42 9
                141 0x6b 0x2a0000002a 9 'deaf' 0
                150 0x6c 1 169 0xfee1dead 0
                160 0x85 5 0 0x666f207265776f70 'f'
                """, null));
    }

    /** Another boot has other processes: after a restart, however it is seen, nobody waits for those of before. */
    @Test
    void processesAreThoseOfTheBoot() throws IOException {
        String before = """
                104 0x69 0x100000029 0x100000029 'slow' 0
                """;
        String request = """
                140 0x69 0x10000002a 0x10000002a 'new' 0
                150 0x85 5 0 'asked' 0
                """;
        for (String restart : List.of("130 0x85 2 0 0 0\n", "130 host cpu0 kvm_tsc_offset 7 7\n131 host cpu0 kvm_entry\n")) {
            assertEquals("""
                    150 shutdown 1: begins
                    150 shutdown 1: requested
                    150 shutdown 1: process 0 new 42
                    """, reported(before + restart + request, null), restart);
        }
        assertTrue(reported(before + request, null).contains("process 0 slow 41"));
    }
}
