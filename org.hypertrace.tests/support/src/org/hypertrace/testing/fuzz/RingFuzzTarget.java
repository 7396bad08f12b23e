/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.io.IOException;

import org.hypertrace.core.stream.ring.RingFile;

/** The memory of rings: any bytes. Each record that was ever written is read, overwritten, torn or missing. */
public final class RingFuzzTarget {

    private static final int RECORD = 64;

    private RingFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        try (InputFolder folder = new InputFolder(); RingFile rings = new RingFile(folder.write("ring", data))) {
            long[] entries = { 0 };
            rings.read(entry -> {
                entries[0]++;
                return true;
            });
            RingFile.Counts counts = rings.counts();
            check(counts.read() == entries[0], counts);
            check(counts.read() + counts.torn() <= data.length / RECORD, counts);
            // as numbers of 64 bits, also where writers claim more
            long written = rings.headers().stream().mapToLong(RingFile.Header::head).sum();
            check(counts.read() + counts.overwritten() + counts.torn() + counts.missing() == written, counts + " of " + written);
        } catch (IOException e) {
            InputFolder.checkRefusal(e);
        }
    }
}
