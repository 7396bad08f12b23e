/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fixed part of what {@code releng/fuzz readers} does. */
@Tag("plain")
@Tag("long")
class ReadersFuzzTest {

    /** To be changed on purpose: other cases then. */
    private static final long SEED = 3;
    private static final int CASES = 200;
    /** Of 100 damaged recordings so many are to be decoded without Trace Compass. */
    private static final int DECODED = 55;

    @TempDir
    private Path fFolder;

    @Test
    void bothReadersRefuseOrAgree() throws IOException {
        Path fuzzing = Samples.root().resolve("releng/fuzzing");
        String folders = Tool.run("bash", "-c", "python3 -B \"$0/cut.py\" --small \"$1\" \"$0/.cache/small\" hypercalls panic", fuzzing,
                Samples.root().resolve("traces-samples"));
        ReadersFuzzer fuzzer = new ReadersFuzzer(folders.lines().map(Path::of).toList(), fFolder, SEED);
        for (int number = 0; number < CASES; number++) {
            fuzzer.run(number);
        }
        assertEquals(List.of(), fuzzer.differences());
        assertTrue(fuzzer.direct() >= DECODED, fuzzer.counts());
    }
}
