/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many entries and exits at once are the same as one after the other. */
@Tag("plain")
class VcpuTimesTest {

    @Test
    void manyAtOnceAreTheSameAsOneByOne() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            try (VcpuTimes one = new VcpuTimes(); VcpuTimes all = new VcpuTimes()) {
                long time = 0;
                for (int part = 0; part < 5; part++) {
                    int from = random.nextInt(3);
                    long[] doubled = new long[from + random.nextInt(20) + 1];
                    for (int i = from; i < doubled.length - 1; i++) {
                        // also two entries or two exits in a row
                        boolean isExit = random.nextBoolean();
                        time += 1 + random.nextInt(9);
                        doubled[i] = time << 1 | (isExit ? 1 : 0);
                        if (isExit) {
                            one.exit(time);
                        } else {
                            one.entry(time);
                        }
                    }
                    all.entriesAndExits(doubled, from, doubled.length - 1);
                    if (random.nextInt(4) == 0) {
                        one.lost();
                        all.lost();
                    }
                }
                // what comes then shows whether it is in the guest, and since when it is not
                for (VcpuTimes times : new VcpuTimes[] { one, all }) {
                    times.hypercall(time + 1);
                    times.reported(time + 1, 5);
                    times.entry(time + 2);
                }
                assertEquals(text(one), text(all), "seed " + seed);
            }
        }
    }

    private static String text(VcpuTimes times) {
        StringBuilder text = new StringBuilder(times.firstEntry() + " to " + times.lastExit());
        for (long stay = 0; stay < times.stays(); stay++) {
            text.append(' ').append(times.begin(stay)).append('-').append(times.end(stay)).append(times.isLostAfter(stay) ? " lost" : "");
        }
        return text + (times.hypercalls() == 0 ? "" : ", exit " + times.exitBefore(0));
    }
}
