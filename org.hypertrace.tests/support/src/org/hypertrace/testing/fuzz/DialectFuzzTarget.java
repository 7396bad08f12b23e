/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.io.IOException;
import java.util.Random;

import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;

/** A dictionary: any text. One that is accepted decodes any words. */
public final class DialectFuzzTarget {

    private static final int HYPERCALLS = 200;

    private DialectFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        Dialect dialect;
        try (InputFolder folder = new InputFolder()) {
            dialect = Dialect.read(folder.write("dialect.json", data));
        } catch (IOException e) {
            InputFolder.checkRefusal(e);
            return;
        }
        GuestEventDecoder decoder = new GuestEventDecoder(dialect, event -> check(event.kind() != null && event.from() != null, event));
        Random random = new Random(1);
        for (int i = 0; i < HYPERCALLS; i++) {
            decoder.accept(new Hypercall(i, i % 4, Origin.values()[i % 4], number(random), random.nextLong() >>> random.nextInt(64),
                    random.nextLong() >>> random.nextInt(64), random.nextLong(), random.nextInt(4)));
        }
        decoder.finish();
    }

    /** Mostly those that dictionaries have. */
    private static long number(Random random) {
        return random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(0x100) | (long) random.nextInt(1 << 20) << 32;
    }
}
